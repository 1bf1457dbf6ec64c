import { readFileSync } from 'node:fs'
import { canonicalAddress } from '@overheard/base/address'
import { describe, expect, it } from 'vitest'
import { type Identified, identify, type KnownEntry, type Learned } from '../../../src/fields/identity.ts'
import type { Entry } from '../../../src/sources/feeds/feed.ts'
import { isDisjoint, remember } from '../../../src/sources/feeds/memory.ts'
import { tryFeed } from '../../../src/sources/feeds/try-feed.ts'
import { day, hour, rssOf, startFeeds } from './feed-world.ts'

const entry = (fields: Partial<Entry>): Entry => ({ text: { plain: '' }, ...fields })
const plain = ({ text }: Entry) => ('plain' in text ? text.plain : text.html)
const look = (entries: Partial<Entry>[], known: KnownEntry[] = []) =>
  identify(entries.map(entry), { known, textOf: plain, page: 'https://x.example/' }).entries
const keys = (...entries: Partial<Entry>[]) => look(entries).map(({ key }) => key)

/** What is known after these entries were stored. */
const stored = (entries: Partial<Entry>[]): KnownEntry[] => storedAs(look(entries))
const storedAs = (entries: Identified<Entry>[]): KnownEntry[] =>
  entries.map(({ key, entry: one }) => ({
    ...{ key, title: one.title ?? '', publishedAt: one.publishedAt, text: () => plain(one) },
    address: canonicalAddress(one.address ?? '') ?? '',
  }))

/** How many mentions the documents of a feed become, one after the other. */
function mentionsOf(...documents: Partial<Entry>[][]): number {
  const all = new Map<string, KnownEntry>()
  let learned: Learned | undefined
  for (const document of documents) {
    const before = { known: [...all.values()], learned, textOf: plain, page: 'https://x.example/' }
    const identified = identify(document.map(entry), before)
    learned = identified.learned
    for (const one of storedAs(identified.entries)) all.set(one.key, one)
  }
  return all.size
}

const at = Date.UTC(2026, 10, 27, 10)
const article = (fields: Partial<Entry> = {}): Partial<Entry> => ({
  ...{ id: '1', address: 'https://x.example/1', title: 'Acme opens a shop', publishedAt: at },
  ...fields,
})

describe('what tells entries apart', () => {
  it('is the id, also if the address changes', () =>
    expect(keys({ id: '1', address: 'https://x.example/a' })).toEqual(
      keys({ id: '1', address: 'https://x.example/b' }),
    ))
  it('is the address, the file, or title and time of an entry without id', () => {
    expect(keys({ address: 'https://x.example/a' })).toEqual(['https://x.example/a'])
    expect(keys({ enclosure: 'https://x.example/a.mp3' })).toEqual(['https://x.example/a.mp3'])
    expect(keys({ title: 'A', publishedAt: 1 })).not.toEqual(keys({ title: 'A', publishedAt: 2 }))
    expect(keys({ title: 'A', text: { plain: 'x' } })).toEqual(keys({ title: 'A', text: { plain: 'y' } }))
    expect(keys({ text: { plain: 'x' } })).not.toEqual(keys({ text: { plain: 'y' } }))
  })
  it('is id and address together if the feed has one id for several addresses', () =>
    expect(
      new Set(keys({ id: '1', address: 'https://x.example/a' }, { id: '1', address: 'https://x.example/b' }))
        .size,
    ).toBe(2))
  it('is short even if the id is long', () =>
    expect(keys({ id: 'x'.repeat(5000) })[0]?.length).toBeLessThan(400))

  it('keeps the entry that was updated last of two with one id', () => {
    const [old, recent] = [
      { id: '1', title: 'old', updatedAt: 1 },
      { id: '1', title: 'new', updatedAt: 2 },
    ]
    expect(look([recent, old])).toEqual(look([old, recent]))
    expect(look([old, recent])).toMatchObject([{ entry: { title: 'new' } }])
  })
  it('keeps the first of two entries with one id if neither was updated later, and the one with a time if the other has none', () => {
    const title = (...entries: Partial<Entry>[]) =>
      look(entries.map((one) => ({ id: '1', ...one }))).map((one) => one.entry.title)
    expect(title({ title: 'a' }, { title: 'b' })).toEqual(['a'])
    expect(title({ title: 'a', updatedAt: 1 }, { title: 'b', updatedAt: 1 })).toEqual(['a'])
    expect(title({ title: 'a' }, { title: 'b', updatedAt: 1 })).toEqual(['b'])
    expect(title({ title: 'a', updatedAt: 1 }, { title: 'b' })).toEqual(['a'])
  })
})

describe('two documents of a feed', () => {
  const again: [string, Partial<Entry>][] = [
    [
      'with another title, time and text',
      { title: 'Acme closes it', publishedAt: at + hour, text: { plain: 'x' } },
    ],
    ['at another address', { address: 'https://x.example/shop' }],
    ['at another host', { id: 'https://y.example/1', address: 'https://y.example/1' }],
    [
      'over https with an id that is its address',
      { id: 'http://x.example/1', address: 'http://x.example/1' },
    ],
    ['with an edited slug as its id', { id: 'https://x.example/2', address: 'https://x.example/2' }],
    ['with the next revision in its id, at another time', { id: '1#1', publishedAt: at + hour }],
    [
      'with the next revision in its id, and another title, time and text',
      {
        ...{ id: '1#1', title: 'Acme has customers after all', publishedAt: at + hour },
        text: { plain: 'The first ones came at noon.' },
      },
    ],
    [
      'with another id, at another time, with its text',
      { id: 'other', publishedAt: at + hour, text: { plain: 'word '.repeat(10) } },
    ],
    ['without its id', { id: undefined }],
    ['without its id and with another title', { id: undefined, title: 'Rain' }],
    ['with a signed address and another id', { id: 'x', address: 'https://x.example/1?sig=ab' }],
    [
      'at another host and time, with another id',
      { id: 'other', address: 'https://y.example/1', publishedAt: at + hour },
    ],
    [
      'with an edited slug and title as its id',
      { id: 'https://x.example/2', address: 'https://x.example/2', title: 'Acme opens a large shop' },
    ],
    [
      'with another slug and title, and its long text',
      {
        id: 'https://x.example/2',
        address: 'https://x.example/2',
        title: 'Rain',
        text: { plain: 'word '.repeat(10) },
      },
    ],
  ]
  it.each(again)('give one mention for an entry that comes again %s', (_how, change) =>
    expect(
      mentionsOf([article({ text: change.text ?? { plain: '' } })], [article(change)], [article(change)]),
    ).toBe(1),
  )

  const others: [string, Partial<Entry>, Partial<Entry>][] = [
    [
      'one id, and another address, title and time',
      article(),
      article({
        address: 'https://x.example/2',
        title: 'Rain',
        publishedAt: at + day,
        text: { plain: 'Rain' },
      }),
    ],
    [
      'one id, no text, and another address, title and time',
      article(),
      article({ address: 'https://x.example/2', title: 'Rain', publishedAt: at + day }),
    ],
    [
      'one id and no time, and another address and title',
      article({ publishedAt: undefined }),
      article({ address: 'https://x.example/2', title: 'Rain', publishedAt: undefined }),
    ],
    [
      'one id at the address of the feed, and another title and time',
      article({ id: 'latest', address: 'https://x.example/' }),
      article({ id: 'latest', address: 'https://x.example/', title: 'Rain', publishedAt: at + day }),
    ],
    [
      'no id, one address, and another title, time and text',
      article({ id: undefined, text: { plain: 'Requests take long.' } }),
      article({ id: undefined, title: 'Rain', publishedAt: at + day, text: { plain: 'It is wet.' } }),
    ],
    [
      'one title at one address, and another id and time, as the picture of each day has',
      article(),
      article({ id: '2', publishedAt: at + day }),
    ],
    [
      'the first page of another host',
      article({ id: 'a', address: 'https://status.example/' }),
      article({ id: 'b', address: 'https://status.example/', publishedAt: at + day }),
    ],
    [
      'one title on one page, as comments have, and another time and text',
      article({ title: 'Re: Acme', text: { plain: 'I like it.' } }),
      article({ id: '2', title: 'Re: Acme', publishedAt: at + day, text: { plain: 'Nobody goes there.' } }),
    ],
    [
      'the title of a series and no time',
      article({ id: 'a', address: 'https://x.example/a', title: 'Daily', publishedAt: undefined }),
      article({ id: 'b', address: 'https://x.example/b', title: 'Daily', publishedAt: undefined }),
    ],
    [
      'pages of one application that have no numbers',
      article({ id: undefined, address: 'https://x.example/#/shop', publishedAt: undefined }),
      article({ id: undefined, address: 'https://x.example/#/rain', title: 'Rain', publishedAt: undefined }),
    ],
    [
      'another id and title at one address',
      article(),
      article({ id: '2', title: 'Rain', publishedAt: at + day }),
    ],
    [
      'the number of a day in the id, on a page that has the entry of today',
      article({ id: 'https://x.example/today#1', address: 'https://x.example/today' }),
      article({
        ...{ id: 'https://x.example/today#2', address: 'https://x.example/today' },
        ...{ title: 'Rain', publishedAt: at + day },
      }),
    ],
    [
      'the number of a part in the id, on a page that goes on',
      article({ id: 'https://x.example/live-7#post-5', address: 'https://x.example/live-7' }),
      article({
        ...{ id: 'https://x.example/live-7#post-6', address: 'https://x.example/live-7' },
        ...{ title: 'Rain', publishedAt: at + hour },
      }),
    ],
    [
      'the address of the feed',
      article({ id: 'a', address: 'https://x.example/' }),
      article({ id: 'b', address: 'https://x.example/', publishedAt: at + day }),
    ],
    [
      'one title and time, and another text',
      article({ text: { plain: 'a' } }),
      article({ id: '2', address: 'https://x.example/2', text: { plain: 'b' } }),
    ],
    [
      'pages of one application',
      article({ id: '1', address: 'https://x.example/#/1' }),
      article({ id: '2', address: 'https://x.example/#/2', title: 'Rain' }),
    ],
  ]
  it.each(others)('give two mentions for entries with %s', (_what, first, second) =>
    expect([mentionsOf([first], [second], [second]), mentionsOf([first, second], [second, first])]).toEqual([
      2, 2,
    ]),
  )

  it('give a mention for each of several parts of one page, whose ids have numbers', () => {
    const part = (number: number, title: string) =>
      article({
        id: `https://x.example/77#${number}`,
        address: 'https://x.example/77',
        title,
        publishedAt: at + number * hour,
      })
    const [first, second, third] = [part(1, 'Acme opens'), part(2, 'Rain'), part(3, 'The news at noon')]
    expect(mentionsOf([first, second], [second, third], [third])).toBe(3)
  })

  it('give a mention for each entry without id that shares its address with others, also if it was alone before', () => {
    const incident = (title: string, hours: number) =>
      article({ id: undefined, address: 'https://x.example/status', title, publishedAt: at + hours * hour })
    const [first, second, third] = [incident('API', 0), incident('Mail', 1), incident('Search', 2)]
    expect(mentionsOf([first, second], [second, third], [third], [third, first])).toBe(3)
    expect(mentionsOf([first], [first, second], [second])).toBe(2)
    expect(mentionsOf([first, second], [incident('API works again', 0), second])).toBe(2)
  })

  it('give the same mentions if the feed makes up new ids and addresses each time', () => {
    const poll = (time: number) =>
      ['Shop', 'Cooks', 'Rain'].map((title, place) => ({
        ...{ id: `${time}-${place}`, address: `https://x.example/go/${time}-${place}`, title },
        publishedAt: at + place * hour,
      }))
    expect(mentionsOf(poll(0), poll(1), poll(2), poll(3))).toBe(3)
  })

  it('give one mention for a photo that gets another id, if its page is its own and it has no time', () => {
    const photo = (id: string, number: number) =>
      article({ id, address: `https://x.example/photo/${number}`, title: 'Photo', publishedAt: undefined })
    const [first, second, third] = [photo('a', 1), photo('b', 2), photo('c', 3)]
    expect(mentionsOf([first, second], [second, third], [photo('new', 2), third])).toBe(3)
  })

  it('give the same mentions if the feed makes up new ids each time and edits titles', () => {
    const poll = (time: number) =>
      [1, 2, 3, 4, 5].map((place) => ({
        ...{ id: `${time}-${place}`, address: `https://x.example/${place}` },
        title: place === 1 ? `Edited ${time} times` : `Number ${place}`,
      }))
    expect(mentionsOf(poll(0), poll(1), poll(2))).toBe(5)
  })

  it('give a mention for each entry of a feed whose entries all have one id and address', () => {
    const poll = (...titles: string[]) =>
      titles.map((title) =>
        article({ id: 'x', address: 'https://x.example/all', title, publishedAt: at + title.length * hour }),
      )
    expect(mentionsOf(poll('Shop', 'Mails', 'Cloudy'), poll('Holiday', 'Shop', 'Mails'))).toBe(4)
  })

  it('give a mention for each entry of a feed that numbers its entries from the first place', () => {
    const titles = ['Shop', 'Cooks', 'Rain', 'Holiday', 'Mail']
    const poll = (first: number) =>
      [0, 1, 2].map((place) =>
        article({
          ...{ id: `${place + 1}`, title: titles[first + place] ?? '' },
          ...{ address: `https://x.example/a/${first + place}`, publishedAt: at - (first + place) * hour },
        }),
      )
    expect(mentionsOf(poll(2), poll(1), poll(0))).toBe(5)
  })

  it('give the same mentions if the feed makes up new ids, addresses and times each time', () => {
    const poll = (time: number) =>
      ['Shop', 'Cooks', 'Rain'].map((title, place) => ({
        ...{ id: `${time}-${place}`, address: `https://x.example/go/${time}-${place}`, title },
        ...{ publishedAt: at + time * day, text: { plain: `About Acme and ${title}. `.repeat(3) } },
      }))
    expect(mentionsOf(poll(0), poll(1), poll(2))).toBe(3)
  })

  it('give one mention for an entry that is twice in a document, with two ids', () => {
    expect(mentionsOf([article(), article({ id: '2' })], [article({ id: '2' }), article()])).toBe(1)
  })

  const reviews = (fields: Partial<Entry>, ...texts: string[]) =>
    texts.map((plain, number) =>
      article({ id: `${number}`, address: 'https://x.example/reviews', text: { plain }, ...fields }),
    )
  it.each<[kind: string, fields: Partial<Entry>]>([
    ['reviews with one title and a day', { title: 'Great', publishedAt: at - (at % day) }],
    ['reviews with one title and no time', { title: 'Great', publishedAt: undefined }],
    ['changes with a day and no title', { title: undefined, publishedAt: at - (at % day) }],
    ['changes with a day, no title and no id', { id: undefined, title: '', publishedAt: at - (at % day) }],
    ['reviews that were imported in one second, and one of before', { title: 'Great' }],
  ])('give a mention for each of %s, on one page', (_kind, fields) => {
    const before = article({ id: 'b', address: 'https://x.example/reviews', publishedAt: at - day })
    const first = [
      ...reviews(fields, 'I like it.', 'Acme brings rain.', 'Two of them work.', 'Blue.'),
      before,
    ]
    expect(mentionsOf(first, first.toReversed(), first.slice(2))).toBe(5)
  })
  it('give one mention for an hour at midnight that gets another text, if the others are no days', () => {
    const hourAt = (time: number, plain: string) =>
      article({
        id: undefined,
        address: 'https://x.example/radio',
        title: 'The hour',
        publishedAt: time,
        text: { plain },
      })
    const midnight = at - (at % day)
    const before = hourAt(midnight - hour, 'Rain falls.')
    expect(mentionsOf([hourAt(midnight, 'Cooks.'), before], [hourAt(midnight, 'Trains.'), before])).toBe(2)
  })
  it('give a mention for each review of a day without a text, if ids tell them apart', () => {
    const day1 = reviews({ title: 'Great', publishedAt: at - (at % day) }, '', '')
    const others = reviews({ title: 'Bad', publishedAt: at }, '').map((one) => ({ ...one, id: 'c' }))
    expect(mentionsOf([...day1, ...others], [...others, ...day1])).toBe(3)
  })

  it.each<[what: string, fields: Partial<Entry>]>([
    ['no titles', { title: undefined }],
    ['one title', { title: 'Update' }],
    ['one title and one day', { title: 'Update', publishedAt: at - (at % day) }],
    ['no titles and no times', { title: undefined, publishedAt: undefined }],
  ])('give a mention for each of two and more entries with one id, one page and %s', (_what, fields) => {
    const texts = ['Acme opens a shop.', 'The cook is ill.', 'It rains in Bern.', 'Prices rise.']
    const all = texts.map((plain, number) => ({
      ...{ id: 'x', address: 'https://x.example/all', text: { plain }, publishedAt: at + number * hour },
      ...fields,
    }))
    expect(mentionsOf(all.slice(0, 2))).toBe(2)
    expect(mentionsOf(all.slice(0, 3), all.slice(1), all.slice(1).toReversed())).toBe(4)
  })
  it.each([2, 3])('give one mention for %i versions of an entry with its id and its page', (count) => {
    const text = 'Acme opens a shop in Bern on the first of May with two cooks and a baker'
    const versions = Array.from({ length: count }, (_, number) =>
      article({ publishedAt: at + number * hour, text: { plain: `${text}${', again'.repeat(number)}.` } }),
    )
    expect(mentionsOf(versions, versions)).toBe(1)
  })

  it.each<[mentions: number, fields: string, first: Partial<Entry>, second: Partial<Entry>]>([
    [1, 'title, text and second are the same', {}, {}],
    [2, 'the texts differ', {}, { text: { plain: 'A cook of ours wins the prize of the city of Bern.' } }],
    [2, 'there is no text', { text: { plain: '' } }, { text: { plain: '' } }],
    [2, 'the times have no seconds', { publishedAt: at }, { publishedAt: at }],
    [2, 'the titles differ', {}, { title: 'Acme opens two shops' }],
  ])('give %i for two ids and addresses if %s', (mentions, _, first, second) => {
    const one = (name: string, fields: Partial<Entry>) => ({
      ...{ id: name, address: `https://x.example/${name}`, title: 'Acme opens a shop' },
      ...{ publishedAt: at + 7000, text: { plain: 'The shop of Acme is open from nine to five.' } },
      ...fields,
    })
    const document = [one('a', first), one('b', second)]
    expect(mentionsOf(document)).toBe(mentions)
    expect(mentionsOf(document, document)).toBe(mentions)
    expect(mentionsOf(document, [article(), ...document])).toBe(3)
  })

  const job = (id: string, fields: Partial<Entry> = {}) =>
    article({ id, address: `https://x.example/${id}`, title: 'Nurse', publishedAt: at + 7000, ...fields })
  const text = { plain: 'Acme seeks people who like to work in a team.' }
  it('give two for jobs that only their links tell apart, also if they come together later', () => {
    const jobs = [job('bern', { text }), job('bonn', { text })]
    expect(mentionsOf([article()], [...jobs, article()], [...jobs.toReversed(), article()])).toBe(3)
  })
  it('give one for an entry that is twice in each document, with ids or links that are made up each time', () => {
    const made = (time: number) => [0, 1].map((place) => job(`made-${time}-${place}`, { text }))
    const others = (time: number) =>
      ['Shop', 'Rain', 'Mail'].map((title, place) =>
        job(`${time}-${title}`, { title, publishedAt: at + place * hour }),
      )
    const poll = (time: number) => [...made(time), ...others(time)]
    expect(mentionsOf(poll(0), poll(1), poll(2))).toBe(4)
    const onOnePage = (time: number) =>
      poll(time).map((one) => ({ ...one, address: 'https://x.example/all' }))
    expect(mentionsOf(onOnePage(0), onOnePage(1), onOnePage(2))).toBe(4)
  })

  it('give two for one text at one second if all entries have this second, as that of the request', () => {
    const one = (id: string, title: string) => ({
      ...{ id, address: `https://x.example/${id}`, title, publishedAt: at + 7000 },
      text: { plain: 'Acme seeks people who like to work in a team.' },
    })
    expect(mentionsOf([one('a', 'Nurse'), one('b', 'Nurse'), one('c', 'Cook')])).toBe(3)
  })

  it('give the same mentions if an old document is served now and then', () => {
    const documents = [[article()], [article({ title: 'Acme opens two shops' })], [article()]]
    expect(mentionsOf(...documents)).toBe(1)
  })
})

describe('a long document', () => {
  it('of entries with one title is compared with few of those of before', () => {
    let reads = 0
    const of = (number: number, id: string) =>
      article({
        ...{ id, title: 'Acme' },
        address: `https://x.example/${id}`,
        publishedAt: at + number * hour,
      })
    const known = Array.from({ length: 2000 }, (_, number): KnownEntry => {
      const [one] = stored([of(number, `a${number}`)])
      if (one === undefined) throw new Error('no entry')
      const text = () => {
        reads += 1
        return `It is number ${number}, and nothing like the others.`
      }
      return { ...one, text }
    })
    const document = Array.from({ length: 500 }, (_, number) => of(5000 + number, `b${number}`))
    expect(new Set(look(document, known).map(({ key }) => key)).size).toBe(500)
    expect(reads).toBeLessThan(100)
  })
})

describe('what an older version has stored', () => {
  const storedEntry = (fields: Partial<KnownEntry>): KnownEntry => ({
    ...{ key: 'k', address: 'x.example/1', title: 'Acme opens a shop', publishedAt: at, text: () => '' },
    ...fields,
  })
  const keysOf = (entries: Partial<Entry>[], known: KnownEntry[]) =>
    look(entries, known).map(({ key }) => key)

  it('keeps its id if it had the address for one that other entries have, too', () => {
    const url = 'https://x.example/status'
    const incident = (title: string, publishedAt: number | undefined) =>
      article({ id: undefined, address: url, title, publishedAt })
    for (const time of [at, undefined]) {
      const known = [storedEntry({ key: url, address: 'x.example/status', title: 'Mail', publishedAt: time })]
      const [api, mail] = keysOf([incident('API', at + day), incident('Mail', time)], known)
      expect(mail).toBe(url)
      expect(api).not.toBe(url)
    }
  })

  it('is not given again if it was stored at each look', () => {
    const known = ['c2', 'c1', 'b2', 'b1'].map((key) =>
      storedEntry({
        key,
        address: `x.example/go/${key}`,
        title: key.startsWith('c') ? 'Cooks' : 'Acme opens a shop',
      }),
    )
    const now = ['Acme opens a shop', 'Cooks'].map((title, place) =>
      article({ id: `now-${place}`, address: `https://x.example/go/now-${place}`, title }),
    )
    const found = keysOf(now, known)
    expect(known.map(({ key }) => key)).toEqual(expect.arrayContaining(found))
    expect(keysOf(now, known)).toEqual(found)
  })
})

it('entries of two feeds that are no longer asked are both known again, also if their keys are the same', () => {
  const titles = ['Shop', 'Cooks']
  const of = (title: string, number: number) =>
    article({ id: `n${number}`, address: `https://y.example/n${number}`, title, publishedAt: at + number })
  const left = titles.map(
    (title, number): KnownEntry => ({
      ...{
        id: `feed-${number} 1`,
        key: '1',
        address: `x.example/${number}`,
        title,
        publishedAt: at + number,
      },
      text: () => '',
    }),
  )
  const moved = titles.map((title, number) => ({
    ...of(title, number),
    id: '1',
    address: `https://x.example/${number}`,
  }))
  for (const entries of [titles.map(of), moved.slice(0, 1), moved.slice(1)])
    expect(
      identify(entries.map(entry), { left, textOf: plain }).entries.map(({ sameAs }) => sameAs?.id),
    ).toEqual(left.flatMap(({ id, title }) => (entries.some((one) => one.title === title) ? id : [])))
})

describe('what is too old to be compared, or was removed', () => {
  const before = (fields: Partial<KnownEntry> = {}): KnownEntry => ({
    ...{ key: '1', address: 'x.example/1', title: 'Acme opens a shop', publishedAt: at, text: () => '' },
    ...fields,
  })
  /** The key of an entry with the id 1, of a feed whose ids last or are places. */
  const keyOf = (fields: Partial<Entry>, old: KnownEntry[], changing: ('id' | 'page')[] = []) =>
    identify([entry(article(fields))], {
      ...{ known: [], learned: { changing }, textOf: plain },
      withKeys: (keys) => old.filter(({ key }) => keys.includes(key)),
      removedAt: (times) =>
        old.filter(({ isRemoved, publishedAt = 0 }) => isRemoved && times.includes(publishedAt)),
    }).entries.map(({ key }) => key)
  const other = { address: 'https://x.example/2', title: 'Rain', publishedAt: at + day }
  const removed = before({ address: '', title: '', isRemoved: true })

  it('is the same entry as before if it comes back, also edited', () => {
    expect(keyOf({}, [before()])).toEqual(['1'])
    expect(keyOf({ title: 'Acme closes it' }, [before()])).toEqual(['1'])
    expect(keyOf({}, [before()], ['id'])).toEqual(['1'])
  })
  it('is not the entry that is in its place now', () => {
    const [key = ''] = keyOf(other, [before()], ['id'])
    expect(key).not.toBe('1')
    expect(keyOf({ ...other, publishedAt: at + hour }, [before(), before({ key })], ['id'])).not.toEqual([
      key,
    ])
  })
  it('stays removed, also if it is edited', () => {
    expect(keyOf({}, [removed])).toEqual(['1'])
    expect(keyOf(other, [removed])).toEqual(['1'])
    expect(keyOf({}, [removed], ['id'])).toEqual(['1'])
    expect(keyOf({ publishedAt: undefined }, [removed], ['id'])).toEqual(['1'])
    expect(
      keyOf({ id: '2' }, [{ ...removed, key: '2', publishedAt: at + day }, removed], ['id']),
    ).not.toEqual([])
  })
  it('leaves its place to another entry', () => expect(keyOf(other, [removed], ['id'])).not.toEqual(['1']))
})

describe('a gap between two documents', () => {
  it('shows in documents without a common entry', () => {
    const memory = remember([entry({ id: '1' }), entry({ id: '2' })])
    expect(isDisjoint([entry({ id: '3' }), entry({ id: '4' })], memory)).toBe(true)
    expect(isDisjoint([entry({ id: '3' }), entry({ id: '2' })], memory)).toBe(false)
    expect(isDisjoint([], memory)).toBe(false)
  })
})

describe('documents of real kinds', () => {
  const page = (name: string) => ({
    headers: { 'content-type': 'application/rss+xml' },
    text: readFileSync(`${import.meta.dirname}/cases/${name}.xml`, 'utf8'),
  })
  const url = 'https://x.example/feed'

  /** How many mentions there are after each of these documents of one feed. */
  async function countsOf(...names: string[]): Promise<number[]> {
    const pages = { [url]: () => page(names[0] ?? '') }
    const world = await startFeeds([url], pages)
    // The documents are from a later day. A time that is ahead would not count.
    world.time.jump(10 * day)
    const counts = []
    for (const name of names) {
      pages[url] = () => page(name)
      await world.time.advance(day)
      counts.push(world.mentions().length)
    }
    return counts
  }

  it.each([
    [
      ['one-link-no-guid-1', 'one-link-no-guid-2', 'one-link-no-guid-1'],
      [3, 4, 4],
    ],
    [
      ['new-id-and-link-each-fetch-1', 'new-id-and-link-each-fetch-2', 'new-id-and-link-each-fetch-1'],
      [2, 2, 2],
    ],
    [
      ['revision-in-guid-0', 'revision-in-guid-1'],
      [1, 1],
    ],
  ])('%j become %j mentions', async (names, counts) => {
    expect(await countsOf(...names)).toEqual(counts)
    const readFile = async () => Buffer.from(page(names[0] ?? '').text)
    const fetch = async () => Promise.reject(new Error('A file needs no request.'))
    const tried = await tryFeed('feed.xml', { readFile, fetch, now: () => at + 10 * day })
    const isAboutAcme = ({ title }: { title: string }) => title.includes('Acme')
    expect(tried.kind === 'feed' && tried.mentions.filter(isAboutAcme)).toHaveLength(counts[0] ?? 0)
  })

  it('a photo of each day without a time has a mention for each day, though page and title are always the same', async () => {
    let text = ''
    const link = 'https://x.example/today'
    const pages = {
      [url]: () => ({
        headers: { 'content-type': 'application/rss+xml' },
        text: rssOf([{ id: text, link, title: 'Acme photo of the day', text, at: null }]),
      }),
    }
    const world = await startFeeds([url], pages)
    for (text of ['A bridge', 'A garden', 'A river', 'A train']) await world.time.advance(day)
    expect(world.mentions().map(({ snippet }) => snippet)).toHaveLength(3)
  })

  it('two jobs of one second in the first document are one until the next look, and its faults say so', async () => {
    const job = (id: string) => ({
      ...{ id, link: `https://x.example/${id}`, title: 'Acme: Nurse', at: at + 7000 },
      text: 'Acme seeks people who like to work in a team.',
    })
    let entries = [job('bern'), job('bonn')]
    const pages = {
      [url]: () => ({ headers: { 'content-type': 'application/rss+xml' }, text: rssOf(entries) }),
    }
    const world = await startFeeds([url], pages)
    await world.time.advance(day)
    expect(world.mentions()).toHaveLength(1)
    expect(world.state().faults).toEqual([
      'an entry has the title, text and time of another one, and counts only from a later look on',
    ])
    entries = [{ ...job('cook'), title: 'Acme: Cook' }, ...entries]
    await world.time.advance(day)
    expect(world.titles().toSorted()).toEqual(['Acme: Cook', 'Acme: Nurse', 'Acme: Nurse'])
    expect(world.state().faults ?? []).toEqual([])
  })

  it.each<[ids: string, idOf: (number: number, place: number) => string]>([
    ['places in the document', (_number, place) => `${place + 1}`],
    ['numbers', (number) => `${number}`],
    ['addresses', (number) => `https://x.example/a/${number}`],
  ])('entries of a forgotten author stay away and new ones do not, if ids are %s', async (_ids, idOf) => {
    let [newest, title] = [4, 'Acme']
    const pages = {
      [url]: () => ({
        headers: { 'content-type': 'application/rss+xml' },
        text: rssOf(
          [newest, newest - 1, newest - 2, newest - 3].map((number, place) => ({
            ...{ id: idOf(number, place), link: `https://x.example/a/${number}` },
            ...{ title: `${title}, number ${number}`, at: at + number * hour },
          })),
        ),
      }),
    }
    const world = await startFeeds([url], pages)
    world.time.jump(10 * day)
    for (newest of [5, 6, 7]) await world.time.advance(day)
    expect(world.mentions()).toHaveLength(7)
    world.ingest.forgetAuthor('The blog', false)
    title = 'Acme again'
    for (newest of [8, 9, 11]) await world.time.advance(day)
    expect(world.titles().toSorted()).toEqual([10, 11, 8, 9].map((number) => `Acme again, number ${number}`))
  })

  it('two feeds with one page for their entries have a mention for each entry', async () => {
    const other = 'https://y.example/feed'
    const pages = { [url]: () => page('two-feeds-one-page-a'), [other]: () => page('two-feeds-one-page-b') }
    const world = await startFeeds([url, other], pages)
    await world.time.advance(day)
    expect(world.titles()).toEqual(['Acme API down', 'Acme web shop down'])
  })
})
