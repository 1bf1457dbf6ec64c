import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wireMention } from '../../../../test/tools/mention-responses.ts'
import { readMention } from '../../src/decode/mention-decoder.ts'

const now = 1_770_000_000_000
const read = (fields: Record<string, unknown>) => readMention(wireMention(1, fields), '1', now)

describe('a valid mention', () => {
  it('is read with its optional fields, but without the fields that the bot does not use', () => {
    const mention = read({
      sentiment: 'negative',
      tags: ['vip'],
      location: { latitude: 1.5, longitude: 2, country: 'US' },
      author: { name: 'Ann', avatar: 'a', audience: 5, url: 'u', description: 'd', written_by: 'Bob' },
      something_new: { deep: true },
    })
    expect(mention).toEqual({
      id: '1',
      date: 1_760_000_000_000,
      reach: 1200,
      language: 'en',
      url: 'https://example.com/posts/1',
      snippet: '...all about Acme and größer things, 東京 too...',
      title: 'About Acme 1',
      done: false,
      starred: true,
      tags: ['vip'],
      author: { name: 'Ann', audience: 5, url: 'u', writtenBy: 'Bob' },
      sentiment: 'negative',
      source: 'web',
      location: { country: 'US' },
      highlights: [{ text: 'Acme', start: 13, end: 17 }],
      flaws: [],
    })
  })

  it('of our own service tells whether its address and its title belong to others, too', () => {
    const told = { overheard_shares_address: true, overheard_title_borrowed: true }
    expect(read(told)).toMatchObject({ sharesAddress: true, isTitleBorrowed: true, flaws: [] })
    const odd = read({ overheard_shares_address: 'yes', overheard_title_borrowed: 1 })
    expect(odd).toEqual(read({}))
  })

  it('has no value for an optional field that is missing or null in the response', () => {
    const mention = read({ sentiment: null, location: null, entities: { snippet: {} } })
    expect(mention).not.toHaveProperty('sentiment')
    expect(mention).not.toHaveProperty('location')
    expect(mention).toMatchObject({ highlights: [], flaws: [] })
  })

  it('keeps an unknown source', () => {
    expect(read({ source: 'bluesky' })).toMatchObject({ source: 'bluesky', flaws: [] })
  })

  it('may have tags that are texts, numbers or objects with a name', () => {
    expect(read({ tags: ['a', 7, { id: 1, name: 'b' }, null, {}] })).toMatchObject({
      tags: ['a', '7', 'b'],
      flaws: [],
    })
  })
})

describe('the date of a mention', () => {
  it.each([
    [1_760_000_000, 1_760_000_000_000, []],
    [1_760_000_000_123.5, 1_760_000_000_124, ['date: expected integer']],
    [1_760_000_000.25, 1_760_000_000_250, ['date: expected integer']],
    ['1760000000', 1_760_000_000_000, ['date: expected number']],
    [' 1760000000.5 ', 1_760_000_000_500, ['date: expected number']],
    ['2025-10-09T08:53:20Z', 1_760_000_000_000, ['date: expected number']],
    ['2025-10-09T10:53:20+02:00', 1_760_000_000_000, ['date: expected number']],
    ['2025-10-09 08:53:20', 1_760_000_000_000, ['date: expected number']],
    [1_760_000_000_000_000, 1_760_000_000_000, []],
    [0, 0, []],
    ['', now, ['date: expected number']],
    ['1e9', now, ['date: expected number']],
  ])('%j means %i', (date, at, flaws) => {
    expect(read({ date })).toMatchObject({ date: at, flaws })
  })

  it('is the same for seconds and ms, as number and as text, in each second from 1973 to the year 5000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000, max: 95_617_584_000 }), (seconds) => {
        for (const date of [seconds, seconds * 1000, String(seconds), String(seconds * 1000)])
          expect(read({ date }).date).toBe(seconds * 1000)
      }),
    )
  })
})

describe('the sentiment of a mention', () => {
  const spellings: [string, unknown[]][] = [
    ['negative', ['NEGATIVE', 'Neg', ' negative ', 'Very negative', 'SENTIMENT_NEGATIVE', '-', -1, '-0.4']],
    ['negative', [{ label: 'NEGATIVE', score: 0.9 }]],
    ['positive', ['Positive', 'pos', 'POS', '+', 1, 0.05, '1', { sentiment: 0.8 }]],
    ['neutral', ['Neutral', 'NEU', 0, '0', 0.049, -0.01]],
  ]
  it.each(spellings.flatMap(([sentiment, raws]) => raws.map((raw) => [raw, sentiment])))(
    '%j is %s',
    (raw, sentiment) => {
      expect(read({ sentiment: raw })).toMatchObject({ sentiment, flaws: [] })
    },
  )

  it.each(['mixed', 'not negative', 'positive negative', '', 7, -1.1, '5', true, [], {}, { label: {} }])(
    '%j is unrated',
    (raw) => {
      const mention = read({ sentiment: raw })
      expect(mention).not.toHaveProperty('sentiment')
      expect(mention.flaws).toEqual(['sentiment: expected positive or negative or neutral'])
    },
  )
})

describe('the texts of a mention', () => {
  it.each([
    ['Q&amp;A', 'Q&A'],
    ['AT&T & co', 'AT&T & co'],
    ['&amp;lt;', '&lt;'],
    ['&amp;amp;amp;', '&amp;amp;'],
    ['&lt;em&gt;Acme&lt;/em&gt;', '<em>Acme</em>'],
    ['<em>Acme</em> wins', 'Acme wins'],
    ['<span class="hit" data-n=2>Acme</span>', 'Acme'],
    ['one<br/>two<BR>three', 'one two three'],
    ['a < b and c > d', 'a < b and c > d'],
    ['a <b and c> d', 'a <b and c> d'],
    ['List<String>, Map<K, V>', 'List<String>, Map<K, V>'],
    ['I <3 Acme', 'I <3 Acme'],
    ['it&#39;s &#x27;fine&#x27; &#128512;', "it's 'fine' 😀"],
    ['it&#146;s', 'it’s'],
    ['caf&eacute; &hellip; 5&nbsp;&euro;', 'café … 5\u00a0€'],
    ['&nosuch; &#0; &#xd800; &#9999999;', '&nosuch; &#0; &#xd800; &#9999999;'],
  ])('%j becomes %j', (raw, text) => {
    const author = { name: raw, audience: 1, url: '', written_by: raw }
    expect(read({ title: raw, snippet: raw, tags: [raw], author })).toMatchObject({
      title: text,
      snippet: text,
      tags: [text],
      author: { name: text, writtenBy: text },
    })
  })

  it('stay as they are if the service sends plain texts', () => {
    const raw = wireMention(1, { title: '&lt;em&gt; <b>', snippet: 'Q&amp;A' })
    expect(readMention(raw, '1', now, true)).toMatchObject({ title: '&lt;em&gt; <b>', snippet: 'Q&amp;A' })
  })

  it('keep the places of their highlights', () => {
    const snippet = 'R&amp;D says <em>Acme &amp; Co</em> wins'
    const start = snippet.indexOf('Acme')
    const mark = (text: string, from: number) => ({
      text,
      start_index: from,
      end_index: from + text.length,
    })
    const marks = [
      mark('R&amp;D', 0),
      mark('Acme &amp; Co', start),
      mark('<em>Acme &amp; Co</em>', start - 4),
    ]
    const mention = read({ snippet, entities: { snippet: { highlighted_text: marks } } })
    expect(mention.snippet).toBe('R&D says Acme & Co wins')
    expect(mention.highlights.map(({ start: from, end }) => mention.snippet.slice(from, end))).toEqual(
      mention.highlights.map(({ text }) => text),
    )
    expect(mention.highlights.map(({ text }) => text)).toEqual(['R&D', 'Acme & Co', 'Acme & Co'])
  })

  it('are what was written if a service escapes all special characters', () => {
    const special = new Map(
      Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
    )
    const pieces = fc.constantFrom('&', '<', '>', '"', "'", 'a', 'amp;', '#38;', 'em', '/', ' ', 'é', '😀')
    fc.assert(
      fc.property(fc.array(pieces), (chosen) => {
        const text = chosen.join('')
        const escaped = text.replace(/[&<>"']/g, (one) => special.get(one) ?? '')
        expect(read({ title: escaped }).title).toBe(text)
      }),
    )
  })

  it.each(['<b a=a ', '<b a="', '&', '&#', '<b', '&amp', "<b a='x' "])(
    'are read in time that grows with their length: %s',
    (piece) => {
      const read100k = read({ title: piece.repeat(100_000) })
      expect(read100k.title).toHaveLength(1000)
    },
  )
})

describe('in a mention with an invalid field,', () => {
  it.each([
    ['date', 'soon', now, 'date: expected number'],
    ['date', 1e300, now, 'date: out of range'],
    ['date', '1760000000001', 1_760_000_000_001, 'date: expected number'],
    ['reach', -1, 0, 'reach: out of range'],
    ['reach', '17', 17, 'reach: expected number'],
    ['reach', null, 0, 'reach: expected number'],
    ['language', 5, '', 'language: expected string'],
    ['url', undefined, '', 'url: expected string'],
    ['snippet', {}, '', 'snippet: expected string'],
    ['title', null, '', 'title: expected string'],
    ['done', 'yes', false, 'done: expected boolean'],
    ['done', 1, true, 'done: expected boolean'],
    ['done', 'True', true, 'done: expected boolean'],
    ['starred', '0', false, 'starred: expected boolean'],
    ['tags', 'vip', [], 'tags: expected array'],
    ['sentiment', 'mixed', undefined, 'sentiment: expected positive or negative or neutral'],
    ['source', 1, '', 'source: expected string'],
    ['location', 'US', {}, 'location: expected object'],
  ])('the field %s = %j becomes %j, and the other fields are kept', (field, value, becomes, flaw) => {
    const mention = read({ [field]: value })
    expect(mention.flaws).toEqual([flaw])
    expect(mention).toEqual({
      ...read({}),
      ...(becomes === undefined ? {} : { [field]: becomes }),
      flaws: [flaw],
    })
  })

  it('an author with some invalid fields keeps the valid fields, and each invalid field is reported', () => {
    const mention = read({ author: { name: 'Ann', audience: 'many', url: 3 } })
    expect(mention.author).toEqual({ name: 'Ann', audience: 0, url: '' })
    expect(mention.flaws).toEqual(['author.audience: expected number', 'author.url: expected string'])
  })

  it('an invalid author is replaced by an author without a name', () => {
    const mention = read({ author: null })
    expect(mention.author).toEqual({ name: '', audience: 0, url: '' })
    expect(mention.flaws).toEqual(['author: expected object'])
  })

  it('one invalid highlight of several is left out', () => {
    const marks = [
      { text: 'Acme', start_index: 'x', end_index: 4 },
      { text: 'me', start_index: 2, end_index: 4 },
    ]
    const mention = read({ entities: { snippet: { highlighted_text: marks } } })
    expect(mention.highlights).toEqual([{ text: 'me', start: 2, end: 4 }])
    expect(mention.flaws).toEqual(['entities.snippet.highlighted_text.0.start_index: expected number'])
  })

  it('the id stays whatever the other fields are, and the reports of invalid fields do not quote their content', () => {
    const fields = Object.keys(wireMention(1)).filter((name) => name !== 'id')
    const mess = fc.dictionary(fc.constantFrom(...fields, 'location', 'sentiment'), fc.jsonValue())
    fc.assert(
      fc.property(mess, (bent) => {
        const mention = readMention(wireMention(5, bent), '5', now)
        expect(mention.id).toBe('5')
        expect(() => new Date(mention.date).toISOString()).not.toThrow()
        for (const flaw of mention.flaws)
          expect(flaw).toMatch(/^[a-z_.\d]+: (expected [a-z ]+|out of range|not as documented)$/)
      }),
      { numRuns: 1000 },
    )
  })
})
