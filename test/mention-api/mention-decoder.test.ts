import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMention } from '../../src/mention-api/mention-decoder.ts'
import { wireMention } from '../tools/mention-responses.ts'

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
    ['starred', 1, false, 'starred: expected boolean'],
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
