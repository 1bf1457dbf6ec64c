import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { identify, type KnownEntry } from '../../../../service/fields/identity.ts'
import type { Entry } from '../../../../service/sources/feeds/feed.ts'
import { isDisjoint, remember } from '../../../../service/sources/feeds/memory.ts'
import { tryFeed } from '../../../../service/sources/feeds/try-feed.ts'
import { canonicalAddress } from '../../../../src/address/index.ts'
import { day, hour, startFeeds } from './feed-world.ts'

const entry = (fields: Partial<Entry>): Entry => ({ text: { plain: '' }, ...fields })
const plain = ({ text }: Entry) => ('plain' in text ? text.plain : text.html)
const look = (entries: Partial<Entry>[], known: KnownEntry[] = []) =>
  identify(entries.map(entry), { known, textOf: plain, page: 'https://x.example/' }).entries
const keys = (...entries: Partial<Entry>[]) => look(entries).map(({ key }) => key)

/** What is known after these entries were stored. */
const stored = (entries: Partial<Entry>[], known: KnownEntry[] = []): KnownEntry[] =>
  look(entries, known).map(({ key, entry: one }) => ({
    ...{ key, title: one.title ?? '', publishedAt: one.publishedAt, text: () => plain(one) },
    address: canonicalAddress(one.address ?? '') ?? '',
  }))

/** How many mentions the documents of a feed become, one after the other. */
function mentionsOf(...documents: Partial<Entry>[][]): number {
  const all = new Map<string, KnownEntry>()
  for (const document of documents)
    for (const one of stored(document, [...all.values()])) all.set(one.key, one)
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

  it('two feeds with one page for their entries have a mention for each entry', async () => {
    const other = 'https://y.example/feed'
    const pages = { [url]: () => page('two-feeds-one-page-a'), [other]: () => page('two-feeds-one-page-b') }
    const world = await startFeeds([url, other], pages)
    await world.time.advance(day)
    expect(world.titles()).toEqual(['Acme API down', 'Acme web shop down'])
  })
})
