import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../test/tools/folder.ts'
import { createIngest } from '../src/ingest.ts'
import type { Batch, Item } from '../src/source.ts'
import { openStore } from '../src/store/store.ts'
import { type EngineWorld, item, sourceOf, startWorld } from './engine-world.ts'
import { createVirtualTime } from './virtual-time.ts'

const feeds = sourceOf('feeds', [], { reach: ({ views }) => views })
const network = sourceOf('network', [])
const day = 24 * 60 * 60 * 1000
const withoutTime = ({ publishedAt: _, ...rest }: Item): Item => rest

async function world(settings = {}) {
  const started = await startWorld({
    sources: [feeds, network],
    settings: {
      sources: {},
      ...settings,
      alerts: [
        { name: 'Acme', query: 'acme -jobs' },
        { name: 'News', query: 'news', languages: ['en'] },
      ],
    },
  })
  const store = (
    batch: Partial<Batch>,
    origin: { source?: typeof feeds; channel?: string; keepsAll?: boolean } = {},
  ) =>
    started.ingest.store({ items: [], ...batch }, { source: feeds, channel: 'a', keepsAll: true, ...origin })
  return { ...started, add: store }
}

/** What the totals of an alert say, which must be the same as its list. */
function total({ store }: EngineWorld): number {
  const key = store.alerts.get('1001')?.key ?? 0
  return store.rollUps.days(key, { from: 0, to: 100_000 }).reduce((sum, { mentions }) => sum + mentions, 0)
}

describe('an item that a source gives', () => {
  it('becomes one mention of each alert that it matches, with growing ids', async () => {
    const { add, mentions } = await world()
    expect(
      await add({ items: [item(1), item(2, { text: { plain: 'nothing' }, title: 'No brand' })] }),
    ).toEqual({
      items: ['new', 'new'],
    })
    await add({ items: [item(3, { publishedAt: 5 })] })
    const ids = [...mentions(), ...mentions('1002')].map(({ id }) => id)
    expect(mentions().map(({ url }) => url)).toEqual(['https://news.example/1', 'https://news.example/3'])
    expect(mentions('1002')).toHaveLength(2)
    expect(new Set(ids).size).toBe(4)
  })

  it('is stored once, however often it is given', async () => {
    const { add, urls } = await world()
    await add({ items: [item(1), item(1)] })
    expect(await add({ items: [item(1)] })).toEqual({ items: ['known'] })
    expect(urls()).toEqual(['https://news.example/1'])
  })

  it('is one mention if another source or another feed gives the same address', async () => {
    const { add, urls } = await world()
    await add({ items: [item(1)] })
    const copy = item('x', { url: 'http://www.news.example/1/?utm_source=feed', title: 'Acme elsewhere' })
    expect(await add({ items: [copy] }, { channel: 'b' })).toEqual({ items: ['new'] })
    await add({ items: [copy] }, { source: network })
    expect(urls()).toHaveLength(1)
  })

  it.each([
    ['one time', { title: 'Acme elsewhere' }],
    ['titles that are alike', { title: 'Acme in the news, 1 | The daily', publishedAt: 5 }],
  ])('is one mention if another feed gives the same address, and both have %s', async (_what, fields) => {
    const { add, urls } = await world()
    const copy = item('x', { url: 'https://news.example/1', ...fields })
    await add({ items: [item(1)] })
    await add({ items: [copy] }, { channel: 'b' })
    expect(urls()).toHaveLength(1)
  })

  const moment = Date.UTC(2026, 10, 18, 11)
  const text = { plain: 'Acme rains' }
  it.each<[mentions: number, what: string, time: number | undefined, second: Partial<Item>]>([
    [1, 'one exact time', moment, { text }],
    [1, 'no time and one text', undefined, {}],
    [2, 'no time', undefined, { text }],
    [2, 'one day', moment - (moment % day), { text }],
    [2, 'one time, if the channel tells them apart', moment, { isIdentified: true }],
  ])(
    'is %i for two ids of a channel with one address, one title and %s',
    async (count, _what, time, second) => {
      const { add, mentions } = await world()
      const first = { ...withoutTime(item(1)), ...(time !== undefined && { publishedAt: time }) }
      await add({ items: [first] })
      await add({ items: [{ ...first, ...second, id: '2' }] })
      expect(mentions()).toHaveLength(count)
    },
  )

  it('is two mentions if another feed gives the same address with another title and time', async () => {
    const { add, urls } = await world()
    const incident = item('x', { url: 'https://news.example/1', title: 'Acme web shop down', publishedAt: 5 })
    await add({ items: [item(1)] })
    await add({ items: [incident] }, { channel: 'b' })
    expect(urls()).toHaveLength(2)
  })

  it('is one mention if another feed gives it at an address that several items share', async () => {
    const { add, urls } = await world()
    const incident = (id: number) => item(id, { url: 'https://status.example/', sharesAddress: true })
    await add({ items: [incident(1), incident(2)] })
    expect(urls()).toHaveLength(2)
    await add({ items: [{ ...incident(2), id: 'x' }] }, { channel: 'b' })
    await add({ items: [{ ...incident(2), id: 'y', sharesAddress: false }] }, { source: network })
    expect(urls()).toHaveLength(2)
  })

  it.each([
    ['at once', true],
    ['later, from memory', false],
  ])(
    'has no time of its own without a time, if it is stored %s and the clock goes on meanwhile',
    async (_when, keepsAll) => {
      const store = openStore(':memory:')
      let clock = 1000
      const ingest = createIngest({ store, sourceNamed: () => feeds, now: () => clock++ })
      await ingest.store({ items: [withoutTime(item('a 1'))] }, { source: feeds, channel: 'a', keepsAll })
      const about = { alert_name: 'A', project_id: '1', project_name: 'P', query: 'acme' }
      await ingest.addAlerts(() =>
        [store.alerts.add({ alert_type: 'mentions', ...about })].flatMap((one) => one ?? []),
      )
      expect(store.items.given('feeds', 'a ', 10)).toMatchObject([{ id: 'a 1', published: undefined }])
      store.close()
    },
  )

  it('becomes a mention of an alert that the first item with its address did not match', async () => {
    const { add, urls } = await world()
    await add({ items: [item(1, { title: 'A story', text: { plain: 'In short.' } })] })
    await add({ items: [item('x', { url: 'https://news.example/1' })] }, { channel: 'b' })
    expect(urls()).toHaveLength(1)
  })

  it('is a mention of its own if its feed gives one address to all items, but not if only its id has changed', async () => {
    const { add, urls } = await world()
    const status = { url: 'https://status.example/' }
    await add({ items: [item(1, status), item(2, { ...status, title: 'Acme is back' })] })
    expect(urls()).toHaveLength(2)
    await add({ items: [item('another id', { ...status, title: 'Acme is back' })] })
    expect(urls()).toHaveLength(2)
  })

  it('shows the title of its thread, in which words make no mention', async () => {
    const { add, mentions } = await world()
    const comment = { title: '', threadTitle: 'All about Acme' }
    await add({
      items: [
        item(1, { ...comment, text: { plain: 'me too' } }),
        item(2, { ...comment, text: { plain: 'I like Acme' } }),
      ],
    })
    expect(mentions()).toMatchObject([
      { title: 'All about Acme', snippet: 'I like Acme', url: 'https://news.example/2' },
    ])
  })

  it('is ignored without an address that a person can open', async () => {
    const { add, urls } = await world()
    const bad = [
      'javascript:alert(1)',
      'ftp://a.example/1',
      'nonsense',
      '',
      `https://a.example/${'x'.repeat(3000)}`,
    ]
    const { items } = await add({ items: bad.map((url, id) => item(id, { url })) })
    expect(items).toEqual(bad.map(() => 'ignored'))
    expect(urls()).toEqual([])
  })

  it('without a usable date has the date of its arrival, and keeps it when it is edited', async () => {
    const { add, mentions, time } = await world()
    const arrived = time.now()
    const tomorrow = arrived + 2 * day
    await add({ items: [{ ...item(1), publishedAt: tomorrow }] })
    await time.advance(1000)
    await add({ items: [{ ...item(1, { title: 'Acme again' }), publishedAt: tomorrow }] })
    expect(mentions()).toMatchObject([{ date: arrived, title: 'Acme again' }])
  })
})

describe('an edited item', () => {
  it('changes its mention, and makes no second one', async () => {
    const { add, mentions } = await world()
    await add({ items: [item(1)] })
    const [before] = mentions()
    expect(
      await add({ items: [item(1, { title: 'Corrected', text: { plain: 'Here is ACME, corrected' } })] }),
    ).toEqual({
      items: ['changed'],
    })
    expect(mentions()).toMatchObject([
      { id: before?.id, title: 'Corrected', snippet: 'Here is ACME, corrected' },
    ])
  })

  it('keeps its mention and the excerpt if it no longer matches, because the mention may have been posted', async () => {
    const { add, mentions } = await world()
    await add({ items: [item(1)] })
    await add({ items: [item(1, { title: 'Removed', text: { plain: 'gone' } })] })
    expect(mentions()).toMatchObject([{ title: 'Removed', snippet: 'Something about Acme, number 1' }])
  })

  it('becomes a mention if it matches only now', async () => {
    const { add, urls } = await world()
    await add({ items: [item(1, { title: 'A', text: { plain: 'b' } })] })
    await add({ items: [item(1)] })
    expect(urls()).toHaveLength(1)
  })

  it('has the reach of its newest numbers, which never falls', async () => {
    const { add, mentions, store } = await world()
    for (const views of [10, 500, 20]) await add({ items: [item(1, { metrics: { views } })] })
    expect(mentions()).toMatchObject([{ reach: 500 }])
    const key = store.alerts.get('1001')?.key ?? 0
    expect(store.rollUps.days(key, { from: 0, to: 100_000 })).toMatchObject([{ mentions: 1, reach: 500 }])
  })
})

describe('a removed item', () => {
  it('takes its mention out of lists and totals, and stays removed', async () => {
    const given = await world()
    const { add, urls } = given
    await add({ items: [item(1), item(2)] })
    expect(total(given)).toBe(2)
    await add({ items: [], removals: [{ item: '1' }] })
    expect(urls()).toEqual(['https://news.example/2'])
    expect(total(given)).toBe(1)
    expect(await add({ items: [item(1)] })).toEqual({ items: ['ignored'] })
    expect(urls()).toHaveLength(1)
  })

  it('stays away if its removal arrives first, as a stream may give it', async () => {
    const { add, urls } = await world()
    await add({ removals: [{ item: '1' }] })
    await add({ items: [item(1)] })
    expect(urls()).toEqual([])
  })

  it('can be all that an author wrote', async () => {
    const { add, urls } = await world()
    const by = (id: string) => ({ author: { name: id, id } })
    await add({ items: [item(1, by('did:a')), item(2, by('did:b')), item(3, by('did:a'))] })
    await add({ removals: [{ author: 'did:a' }] })
    expect(urls()).toEqual(['https://news.example/2'])
  })

  it('leaves nothing of its text in the database', async () => {
    const { add, store } = await world()
    const tables = ['items', 'mentions', 'bodies', 'terms', 'term_counts', 'facets', 'days']
    const rows = (table: string) => JSON.stringify(store.database.all(`SELECT * FROM ${table}`))
    await add({ items: [item(1, { text: { plain: 'acme secret words' } })] })
    store.rollUps.catchUp()
    expect(rows('terms')).toContain('secret')
    await add({ removals: [{ item: '1' }] })
    expect(tables.map(rows).join()).not.toContain('secret')
  })

  it('never gives its id to another mention', async () => {
    const { add, mentions } = await world()
    await add({ items: [item(1)] })
    const [first] = mentions()
    await add({ removals: [{ item: '1' }] })
    await add({ items: [item(2)] })
    expect(mentions()[0]?.id).toBeGreaterThan(first?.id ?? 0)
  })

  it('gets an id above all that were given, also after an old copy of the database has come back', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'mentions.sqlite')
    const time = createVirtualTime()
    const open = async (file: string) => startWorld({ sources: [feeds], file, time })
    const add = async ({ ingest, mentions, close }: EngineWorld, id: number) => {
      await ingest.store({ items: [item(id)] }, { source: feeds, channel: 'a', keepsAll: true })
      const [last] = mentions().toReversed()
      await close()
      return last?.id ?? 0
    }
    await add(await open(file), 1)
    copyFileSync(file, join(folder, 'copy.sqlite'))
    await time.advance(1000)
    const before = await add(await open(file), 2)
    await time.advance(1000)
    expect(await add(await open(join(folder, 'copy.sqlite')), 3)).toBeGreaterThan(before)
    time.jump(-30 * day)
    const after = await open(file)
    expect(await add(after, 4)).toBe(before + 1)
  })
})

describe('alerts', () => {
  it('with languages take texts in these languages and texts whose language nobody knows', async () => {
    const { add, mentions } = await world()
    const german =
      'Die Nachrichten von heute: news aus der ganzen Welt, und alles über die neuen Produkte der Firma.'
    await add({
      items: [
        item(1, {
          title: 'News',
          text: { plain: 'All the news about the new products of the company, in one place.' },
        }),
        item(2, { title: '', text: { plain: german } }),
        item(3, { title: '', text: { plain: 'News!' } }),
        item(4, { title: '', text: { plain: 'News!' }, language: 'de-AT' }),
      ],
    })
    expect(mentions('1002').map(({ language }) => language)).toEqual(['en', 'unknown'])
  })

  it('that are new find what was stored lately, and what a stream gave lately', async () => {
    const { add, book, urls } = await world()
    await add({ items: [item(1, { text: { plain: 'about rivals' }, publishedAt: 5 })] })
    await add(
      { items: [item(2, { title: 'x', text: { plain: 'my rivals' } })] },
      { source: network, keepsAll: false },
    )
    expect(urls('1003')).toEqual([])
    const { alert_id } = await book.add({ name: 'Rivals', query: 'rivals', languages: [] })
    expect(urls(alert_id)).toEqual(['https://news.example/1', 'https://news.example/2'])
    await add(
      { items: [item(2, { title: 'x', text: { plain: 'my rivals' } })] },
      { source: network, keepsAll: false },
    )
    expect(urls(alert_id)).toHaveLength(2)
  })

  it.each([['stored'], ['of a stream']])(
    'that are new do not find an item (%s) that is removed while they are made',
    async (where) => {
      const { add, book, urls } = await world()
      const origin = { keepsAll: where === 'stored' }
      await add({ items: [item(1, { title: 'Rivals', text: { plain: 'rivals' } })] }, origin)
      const made = { name: 'Rivals', query: 'rivals', languages: [] }
      await Promise.all([add({ removals: [{ item: '1' }] }, origin), book.add(made)])
      expect(urls('1003')).toEqual([])
    },
  )

  it('that are new find an item of a stream that is edited while they are made, once', async () => {
    const { add, book, mentions } = await world()
    const of = (title: string) => ({ items: [item(1, { title, text: { plain: 'rivals' } })] })
    await add(of('Before'), { keepsAll: false })
    const made = { name: 'Rivals', query: 'rivals', languages: [] }
    await Promise.all([add(of('After'), { keepsAll: false }), book.add(made)])
    expect(mentions('1003').map(({ title }) => title)).toEqual(['After'])
  })

  it('are not made if the disk is too full for what they find, so that it can be tried again', async () => {
    const searches: string[][] = []
    const searched = sourceOf('searched', [], {
      channels: (_settings, given) => {
        searches.push(given.map(({ query }) => query))
        return []
      },
    })
    const { ingest, book, store, urls } = await startWorld({ sources: [searched] })
    const items = Array.from({ length: 20 }, (_, id) =>
      item(id, { title: 'Rivals', text: { plain: 'rivals '.repeat(1000) } }),
    )
    await ingest.store({ items }, { source: searched, channel: 'a', keepsAll: false })
    const pages = store.database.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
    store.database.get(`PRAGMA max_page_count = ${pages}`)
    const made = { name: 'Rivals', query: 'rivals', languages: [] }
    await expect(book.add(made)).rejects.toThrow('full')
    expect(store.alerts.all()).toHaveLength(1)
    store.database.get('PRAGMA max_page_count = 100000')
    const { alert_id: id } = await book.add(made)
    expect(urls(id)).toHaveLength(20)
    expect(searches.at(-1)).toEqual(['acme', 'rivals'])
  })

  it('can be tried before they exist', async () => {
    const { add, ingest, urls } = await world()
    await add({ items: [item(1), item(2, { text: { plain: 'my rivals' } })] })
    expect(await ingest.preview({ query: 'rivals OR kim', languages: [] }, [])).toMatchObject({
      looked: 2,
      examples: [{ source: 'feeds', title: 'Acme in the news, 2', snippet: 'my rivals' }],
    })
    expect(urls('1003')).toEqual([])
  })

  it('that were taken out of the configuration keep their mentions and find no new ones', async () => {
    const { add, book, urls, store } = await world()
    await add({ items: [item(1)] })
    await book.configure([{ name: 'News', query: 'news', languages: [] }])
    await add({ items: [item(2)] })
    expect(urls()).toHaveLength(1)
    await book.configure([{ name: 'Acme', query: 'acme', languages: [] }])
    expect(store.alerts.all().map(({ alert_name }) => alert_name)).toEqual(['Acme', 'News'])
  })

  it('of commands that the configuration has now are those of the configuration, with their ids and mentions', async () => {
    const { add, book, urls, store } = await world()
    const made = { name: 'Numbers', query: 'number', languages: [] }
    const { alert_id } = await book.add(made)
    await book.add({ name: 'Others', query: 'others', languages: [] })
    await add({ items: [item(1)] })
    const acme = { name: 'Acme', query: 'acme', languages: [] }
    const news = { ...acme, name: 'News', query: 'news' }
    await book.configure([acme, news, { ...made, query: 'number -one' }])
    const listed = store.alerts.all().map(({ alert_name, query, origin }) => [alert_name, query, origin])
    expect(listed).toEqual([
      ['Acme', 'acme', 'configuration'],
      ['News', 'news', 'configuration'],
      ['Numbers', 'number -one', 'configuration'],
      ['Others', 'others', 'command'],
    ])
    expect(urls(alert_id)).toHaveLength(1)
    expect(await book.remove(alert_id)).toBe(false)
  })

  it('of the configuration whose names are spelled in another way there keep their ids and mentions', async () => {
    const { add, book, urls, store } = await world()
    await add({ items: [item(1)] })
    await book.configure([
      { name: 'ACME', query: 'acme', languages: [] },
      { name: 'News', query: 'news', languages: [] },
    ])
    await add({ items: [item(2)] })
    expect(store.alerts.all().map(({ alert_id, alert_name }) => [alert_id, alert_name])).toEqual([
      ['1001', 'ACME'],
      ['1002', 'News'],
    ])
    expect(urls()).toHaveLength(2)
  })

  it('of commands that the configuration has now in another spelling keep their ids, too', async () => {
    const { book, store } = await world()
    const { alert_id } = await book.add({ name: 'rivals', query: 'rivals', languages: [] })
    await book.configure([{ name: 'RIVALS', query: 'rivals OR others', languages: [] }])
    expect(store.alerts.get(alert_id)).toMatchObject({ alert_name: 'RIVALS', origin: 'configuration' })
    expect(store.alerts.all().filter(({ query }) => query !== undefined)).toHaveLength(1)
  })

  it('that search keep their ids in the configuration before others of their name that were taken out of it', async () => {
    const { book, store } = await world()
    await book.configure([])
    const { alert_id } = await book.add({ name: 'Rivals', query: 'rivals', languages: [] })
    expect(await book.change(alert_id, { name: 'ACME', query: 'rivals', languages: [] })).toBe('changed')
    await book.configure([{ name: 'Acme', query: 'acme', languages: [] }])
    expect(store.alerts.get(alert_id)).toMatchObject({ alert_name: 'Acme', query: 'acme' })
    expect(store.alerts.get('1001')).not.toHaveProperty('query')
  })

  it.each([
    ['another query', { name: 'acme', query: 'acme OR app', languages: [] }],
    ['other languages', { name: ' ACME', query: 'acme -jobs', languages: ['en'] }],
  ])(
    'that are new with %s and a name that another alert has get the name with a number, once',
    async (_, made) => {
      const { book, store } = await world()
      const added = await book.add(made)
      expect(added).toMatchObject({ alert_id: '1003', alert_name: `${made.name} (2)`, query: made.query })
      expect(await book.add(made)).toEqual(added)
      expect((await book.add({ ...made, query: 'more' })).alert_name).toBe(`${made.name} (3)`)
      expect(store.alerts.all()).toHaveLength(4)
    },
  )

  it('that are new with the longest name and a number are no longer than that', async () => {
    const { book } = await world()
    const name = 'a'.repeat(200)
    await book.add({ name, query: 'one', languages: [] })
    const { alert_name } = await book.add({ name, query: 'two', languages: [] })
    expect(alert_name).toBe(`${'a'.repeat(196)} (2)`)
  })

  it('that are new with a long name and a number have only whole characters', async () => {
    const { book } = await world()
    const name = `a${'😀'.repeat(99)}`
    await book.add({ name, query: 'one', languages: [] })
    const { alert_name } = await book.add({ name, query: 'two', languages: [] })
    expect(alert_name).toBe(`a${'😀'.repeat(97)} (2)`)
  })

  it('that were taken out of the configuration search again if somebody listens for their names, and keep their mentions', async () => {
    const { add, book, urls, store } = await world()
    await add({ items: [item(1)] })
    await book.configure([])
    await add({ items: [item(2)] })
    expect(urls()).toHaveLength(1)
    const again = await book.add({ name: 'acme', query: 'acme', languages: [] })
    expect(again).toMatchObject({ alert_id: '1001', alert_name: 'acme', origin: 'command' })
    expect(urls()).toEqual(['https://news.example/1', 'https://news.example/2'])
    await add({ items: [item(3)] })
    expect(urls()).toHaveLength(3)
    expect(await book.change('1001', { name: 'acme', query: 'app', languages: [] })).toBe('changed')
    expect(store.alerts.all()).toHaveLength(2)
  })

  it('do not get a name that another alert has, unless that one was taken out of the configuration', async () => {
    const { book, store } = await world()
    const rivals = { name: 'Rivals', query: 'rivals', languages: [] }
    const { alert_id } = await book.add(rivals)
    expect(await book.change(alert_id, { ...rivals, name: 'ACME ' })).toBe('name-taken')
    expect(store.alerts.get(alert_id)?.alert_name).toBe('Rivals')
    expect(await book.change(alert_id, { ...rivals, name: 'RIVALS' })).toBe('changed')
    await book.configure([])
    expect(await book.change(alert_id, { ...rivals, name: 'ACME' })).toBe('changed')
  })

  it('of commands are removed with their mentions, and those of the configuration are not', async () => {
    const { add, book, store } = await world()
    await add({ items: [item(1)] })
    const { alert_id } = await book.add({ name: 'Numbers', query: 'number', languages: [] })
    await add({ items: [item(2)] })
    expect(await book.remove(alert_id)).toBe(true)
    expect(await book.remove('1001')).toBe(false)
    expect(store.alerts.all()).toHaveLength(2)
    expect(store.database.get('SELECT count(*) AS n FROM bodies')).toEqual({ n: 4 })
  })
})

describe('an author who must be forgotten', () => {
  it('disappears with all mentions, and nothing of it is stored again', async () => {
    const { add, store, urls } = await world()
    const ofAnn = [
      item(1, { author: { name: 'Änn Smith' } }),
      item(3, { author: { name: 'The Blog', writtenBy: 'Änn Smith' } }),
    ]
    await add({ items: [...ofAnn, item(2)] })
    expect(store.forgetAuthor('änn smith', true)).toEqual({ items: 2, mentions: 4 })
    expect(urls()).toHaveLength(3)
    expect(store.forgetAuthor('ÄNN smith ')).toEqual({ items: 2, mentions: 4 })
    await add({ items: ofAnn })
    expect(urls()).toEqual(['https://news.example/2'])
    expect(JSON.stringify(store.database.all('SELECT * FROM items'))).not.toContain('nn Smith')
  })

  it('is not found again in what a stream gave lately', async () => {
    const { add, ingest, book, urls } = await world()
    const ofAnn = item(1, { author: { name: 'Ann' }, title: 'Rivals', text: { plain: 'rivals' } })
    const stream = { keepsAll: false }
    await add({ items: [ofAnn, item(2, { title: 'Rivals', text: { plain: 'rivals' } })] }, stream)
    expect(ingest.forgetAuthor('ann', true)).toEqual({ items: 1, mentions: 0 })
    expect(ingest.forgetAuthor('ann', false)).toEqual({ items: 1, mentions: 0 })
    await book.add({ name: 'Rivals', query: 'rivals', languages: [] })
    await add({ items: [ofAnn] }, stream)
    expect(urls('1003')).toEqual(['https://news.example/2'])
  })

  it('is in none of the files of the service, also while it runs', async () => {
    const folder = emptyFolder()
    const { ingest, store } = await startWorld({ sources: [feeds], file: join(folder, 'mentions.sqlite') })
    const items = Array.from({ length: 50 }, (_, id) =>
      item(id, { author: { name: 'Ann' }, text: { plain: 'acme secret words' } }),
    )
    await ingest.store({ items }, { source: feeds, channel: 'a', keepsAll: true })
    const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    expect(files().join('')).toContain('secret words')
    ingest.forgetAuthor('ann', false)
    store.shred()
    expect(files().join('')).not.toContain('secret words')
  })
})

/** A change that sources may give in any order. */
const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ id: fc.nat(7), version: fc.nat(2), text: fc.constantFrom('acme', 'nobody') }),
  },
  { weight: 1, arbitrary: fc.record({ id: fc.nat(7) }) },
)
type Change = { id: number } | { id: number; version: number; text: string }

/** What must be stored: the title of each item that is a mention, as simply as possible. */
function createModel() {
  const titles = new Map<string, string>()
  const removed = new Set<string>()
  return {
    titles,
    apply({ items, removals }: { items: Item[]; removals: { item: string }[] }) {
      for (const { id, title = '', text } of items) {
        const matches = 'plain' in text && text.plain === 'acme'
        if (!removed.has(id) && (matches || titles.has(id))) titles.set(id, title)
      }
      for (const { item: id } of removals) {
        titles.delete(id)
        removed.add(id)
      }
    },
  }
}

function batchOf(changes: Change[], prefix: string): { items: Item[]; removals: { item: string }[] } {
  return {
    items: changes.flatMap((one) =>
      'text' in one
        ? [item(`${prefix}${one.id}`, { title: `Title ${one.version}`, text: { plain: one.text } })]
        : [],
    ),
    removals: changes.flatMap((one) => ('text' in one ? [] : [{ item: `${prefix}${one.id}` }])),
  }
}

describe('whatever sources give, edit and remove, in batches of any size,', () => {
  it('each item that matched once and was not removed is one mention, with its newest title, and the totals agree', async () => {
    const given = await world()
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 8 }), async (batches) => {
        round += 1
        const prefix = `${round}-`
        const model = createModel()
        for (const batch of batches.map((changes) => batchOf(changes, prefix))) {
          model.apply(batch)
          await given.add(batch)
        }
        const stored = given.mentions().filter(({ url }) => url.includes(`/${prefix}`))
        expect(stored.map(({ url, title }) => [url.split('/').at(-1), title]).sort()).toEqual(
          [...model.titles].sort(),
        )
        expect(total(given)).toBe(given.urls().length)
      }),
      { numRuns: 40 },
    )
  })
})

describe('an alert that finds nothing', () => {
  const week = 7 * day
  const unheard = {
    what: expect.stringMatching(/none has fooo, while acme is in [12]\.$/),
    whatToDo: expect.any(String),
  }

  async function quiet(query = 'fooo acme') {
    const file = join(emptyFolder(), 'mentions.sqlite')
    const time = createVirtualTime()
    const start = (alert = query) =>
      startWorld({
        sources: [feeds],
        file,
        time,
        settings: { sources: {}, alerts: [{ name: 'Acme', query: alert }] },
      })
    const add = ({ ingest }: EngineWorld, items: Item[], keepsAll = true) =>
      ingest.store({ items }, { source: feeds, channel: 'a', keepsAll })
    const warnings = async ({ ingest }: EngineWorld) => [...(await ingest.unheardWarnings()).values()].flat()
    return { start, time, add, warnings }
  }

  it('is warned of after seven days, with the part that no post has', async () => {
    const { start, time, add, warnings } = await quiet()
    const world = await start()
    await time.advance(week - 1)
    await add(world, [item(1)])
    await add(world, [item(2)], false)
    expect(await warnings(world)).toEqual([])
    await time.advance(2 * 60 * 60 * 1000)
    expect(await warnings(world)).toEqual([unheard])
  })

  it('is warned of after restarts, too, and not if the query is new', async () => {
    const { start, time, add, warnings } = await quiet()
    const first = await start()
    await time.advance(week)
    await add(first, [item(1)])
    await first.close()
    await time.advance(2)
    const second = await start()
    expect(await warnings(second)).toEqual([unheard])
    await second.close()
    expect(await warnings(await start('baar acme'))).toEqual([])
  })

  it('is not warned of when it has found something in the seven days', async () => {
    const { start, time, add, warnings } = await quiet()
    const world = await start()
    await time.advance(week + 1)
    await add(world, [item(1)])
    expect(await warnings(world)).toEqual([unheard])
    await add(world, [item(2, { text: { plain: 'fooo by Acme' } })])
    expect(await warnings(world)).toEqual([])
    // The mention stays, although no post has the part any more.
    await add(world, [item(2)])
    await time.advance(2 * 60 * 60 * 1000)
    expect(await warnings(world)).toEqual([])
    await time.advance(week)
    expect(await warnings(world)).toEqual([unheard])
  })
})
