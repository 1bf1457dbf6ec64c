import { describe, expect, it } from 'vitest'
import { FetchError } from '../../../src/source.ts'
import { feeds } from '../../../src/sources/feeds.ts'
import { day, type FakeEntry, hour, minute, type Page, rssOf, startFeeds } from './feed-world.ts'

const url = 'https://x.example/feed.xml'
/** A Wednesday at noon, when each world begins. */
const begun = Date.UTC(2026, 10, 18, 12)

const xml = (text: string): ReturnType<Page> => ({ headers: { 'content-type': 'application/rss+xml' }, text })
const html = (head: string): ReturnType<Page> => ({
  headers: { 'content-type': 'text/html' },
  text: `<!doctype html><html><head>${head}</head><body>Acme</body></html>`,
})

/** As Reddit gave it in September 2026. */
const redditFeed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>t3_1</id><title>Acme?</title><link href="https://www.reddit.com/r/a/comments/1/acme/"/><author><name>/u/jo</name><uri>https://www.reddit.com/user/jo</uri></author><updated>2026-11-18T11:00:00+00:00</updated><content type="html">&lt;!-- SC_OFF --&gt;&lt;p&gt;Text&lt;/p&gt;&lt;!-- SC_ON --&gt; &amp;#32; submitted by &amp;#32; &lt;a href="https://www.reddit.com/user/jo"&gt; /u/jo &lt;/a&gt; &lt;span&gt;&lt;a href="https://x.example"&gt;[link]&lt;/a&gt;&lt;/span&gt;</content></entry></feed>`

/** A feed whose document can be changed. */
async function startFeed(first: FakeEntry[], channel = '') {
  let document = rssOf(first, channel)
  const world = await startFeeds([url], { [url]: () => xml(document) })
  await world.time.advance(0)
  return {
    ...world,
    /** Publishes another document, and waits until it was read. */
    async publish(next: FakeEntry[] | string) {
      document = typeof next === 'string' ? next : rssOf(next, channel)
      await world.time.advance(hour + 10 * minute)
    },
  }
}

describe('the entries of a feed', () => {
  it('become mentions with their times, oldest and newest alike', async () => {
    const world = await startFeed([
      { id: 2, at: begun - hour },
      { id: 1, at: begun - 30 * day },
    ])
    expect(world.mentions()).toMatchObject([
      { title: 'Acme, number 1', date: begun - 30 * day },
      { title: 'Acme, number 2', url: 'https://x.example/2', source: 'news-blogs', date: begun - hour },
    ])
  })

  it.each([
    ['the newest first', [4, 3, 2, 1], [1, 2, 3, 4]],
    ['the oldest first', [1, 2, 3, 4], [1, 2, 3, 4]],
    ['in any order', [2, 4, 1, 3], [1, 2, 3, 4]],
  ])('become mentions in the order of their times if the feed has %s', async (_order, given, numbered) => {
    const world = await startFeed([])
    await world.publish(given.map((id) => ({ id, at: begun - (10 - id) * minute })))
    expect(world.titles()).toEqual(numbered.map((id) => `Acme, number ${id}`))
  })

  it('with one time, and without a time, become mentions from the end of the document on', async () => {
    const world = await startFeed([])
    await world.publish([
      { id: 5 },
      { id: 4, at: begun },
      { id: 3, at: begun },
      { id: 2 },
      { id: 1, at: begun - hour },
    ])
    expect(world.titles()).toEqual([1, 3, 4, 2, 5].map((id) => `Acme, number ${id}`))
  })

  it('are found when they come late, between older ones', async () => {
    const world = await startFeed([
      { id: 3, at: begun - hour },
      { id: 1, at: begun - 5 * hour },
    ])
    await world.publish([
      { id: 3, at: begun - hour },
      { id: 2, at: begun - 3 * hour },
      { id: 1, at: begun - 5 * hour },
    ])
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 3', 'Acme, number 2'])
  })

  it('change when they are edited, and do not come twice', async () => {
    const world = await startFeed([{ id: 1, at: begun - hour }])
    await world.publish([{ id: 1, title: 'Acme, corrected', link: 'https://x.example/moved', at: begun }])
    expect(world.mentions()).toMatchObject([{ title: 'Acme, corrected', url: 'https://x.example/moved' }])
  })

  it('stay when the feed drops them, because it only shows the newest', async () => {
    const world = await startFeed([{ id: 1, at: begun - hour }])
    await world.publish([{ id: 2, at: begun }])
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
    expect(world.state().gaps).toEqual([])
  })

  it('do not come again when their order changes', async () => {
    const entries = [1, 2, 3].map((id) => ({ id, at: begun - id * hour }))
    const world = await startFeed(entries)
    await world.publish(entries.toReversed())
    expect(world.titles()).toHaveLength(3)
  })

  it('do not come again when the feed makes up new ids each time', async () => {
    const entries = (time: number, title = 'number') =>
      [4, 3, 2, 1].map((place) => ({
        id: `${time}-${place}`,
        title: `Acme, ${place === 4 ? title : 'number'} ${place}`,
        link: `https://x.example/${place}`,
        at: begun - (4 - place) * hour,
      }))
    const world = await startFeed(entries(0).slice(1))
    for (const time of [1, 2]) await world.publish(entries(time).slice(1))
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2', 'Acme, number 3'])
    await world.publish(entries(3))
    await world.publish(entries(4, 'corrected number'))
    expect(world.titles().slice(3)).toEqual(['Acme, corrected number 4'])
  })

  it('without a time are dated by the document at the first look, and by the clock later', async () => {
    const built = begun - 40 * day
    const world = await startFeed(
      [{ id: 1 }],
      `<lastBuildDate>${new Date(built).toUTCString()}</lastBuildDate>`,
    )
    await world.publish([{ id: 2 }, { id: 1 }])
    const [old, recent] = world.mentions()
    expect(old).toMatchObject({ title: 'Acme, number 1', date: built })
    expect(recent?.date).toBeGreaterThan(begun)
  })

  it('without a time make no mention if they were there at the first look of a document without an age', async () => {
    const published = `<lastBuildDate>${new Date(begun).toUTCString()}</lastBuildDate>`
    for (const channel of ['', published]) {
      const world = await startFeed([{ id: 1 }], channel)
      await world.publish([{ id: 2 }, { id: 1, title: 'Acme, corrected' }])
      expect(world.titles()).toEqual(['Acme, number 2'])
      await world.publish([{ id: 2 }, { id: 1, at: begun - day }])
      expect(world.mentions().map(({ title, date }) => [title, date])).toContainEqual([
        'Acme, number 1',
        begun - day,
      ])
    }
  })

  it('without a time make no mention of a new alert either, if they were there at the first look', async () => {
    const world = await startFeed([{ id: 1 }, { id: 2, at: begun - day }])
    expect(await world.ingest.preview({ query: 'number', languages: [] }, [])).toMatchObject({
      examples: [{ title: 'Acme, number 2' }],
    })
  })

  it.each<[what: string, meanwhile: (same: ReturnType<Page>) => ReturnType<Page>]>([
    ['answered that it has not changed', () => ({ status: 304 })],
    ['answered with the same document', (same) => same],
    ['failed', () => ({ status: 500 })],
  ])('without a time do not come again after the feed %s for ten days', async (_what, meanwhile) => {
    const first = xml(rssOf([{ id: 2 }, { id: 1 }]))
    const world = await startFeeds([url], { [url]: () => first })
    await world.time.advance(minute)
    world.pages[url] = () => meanwhile(first)
    await world.time.advance(10 * day)
    world.pages[url] = () => xml(rssOf([{ id: 3 }, { id: 2 }, { id: 1 }]))
    await world.time.advance(8 * day)
    expect(world.titles()).toEqual(['Acme, number 3'])
  })

  describe('of a feed that answers for long that it has not changed', () => {
    const written = (id: number, title: string) =>
      `<item><guid>${id}</guid><link>https://x.example/${id}</link><title>${title}</title><author>Jo</author><description>Secret ${id}</description></item>`
    const other = (id: number) => written(id, `Entry ${id}`)
    const start = async () => {
      let answer: ReturnType<Page> = xml(rssOf([], other(1) + other(2)))
      const world = await startFeeds([url], { [url]: () => answer })
      await world.time.advance(minute)
      const give = async (entries: string) => {
        answer = xml(rssOf([], entries))
        await world.time.advance(5 * day)
      }
      const rest = async (ms: number) => {
        answer = { status: 304 }
        await world.time.advance(ms)
      }
      const stored = () =>
        JSON.stringify(world.store.database.all('SELECT author, title, address, content FROM items'))
      return { ...world, give, rest, stored }
    }

    it('have only their title and address left after a week, and are no new ones then', async () => {
      const { give, rest, stored, urls, ingest } = await start()
      await rest(day)
      expect(stored()).toContain('Secret 1')
      await rest(8 * day)
      expect(stored()).toContain('Entry 1')
      expect(stored()).not.toMatch(/Secret|Jo/)
      expect(await ingest.preview({ query: 'entry', languages: [] }, [])).toMatchObject({ looked: 0 })
      await give(written(3, 'Acme') + other(1) + other(2))
      expect(urls()).toEqual(['https://x.example/3'])
    })

    it('become mentions if they are edited then', async () => {
      const { give, rest, urls } = await start()
      await give(other(1) + other(2) + other(3))
      await rest(9 * day)
      await give(other(1) + other(2) + written(3, 'Entry 3, by Acme'))
      expect(urls()).toEqual(['https://x.example/3'])
    })

    it('have nothing left when mentions of that time go, although they are known', async () => {
      const { give, rest, stored, urls } = await start()
      await give(other(1) + other(2) + written(3, 'Acme'))
      expect(urls()).toEqual(['https://x.example/3'])
      await rest(402 * day)
      expect(urls()).toEqual([])
      expect(stored()).not.toMatch(/Secret|Jo|Entry|Acme|example/)
      await give(other(1) + other(2) + written(3, 'Acme'))
      expect(urls()).toEqual([])
    })
  })

  it('are forgotten a week after the feed dropped them, and a month after it was taken out', async () => {
    const world = await startFeed([{ id: 1, title: 'Nothing', text: 'At all', at: begun }])
    const isStored = () => world.store.items.recent(10).some(({ content }) => content?.includes('Nothing'))
    await world.publish([{ id: 2, title: 'Nothing', text: 'Else', at: begun }])
    const ids = world.store.items.recent(10).map(({ id }) => id)
    for (let more = 3; more < 12; more += 1) {
      await world.publish([
        { id: 2, title: 'Nothing', text: 'Else', at: begun },
        { id: more, at: begun },
      ])
      await world.time.advance(day)
    }
    expect(ids).toHaveLength(2)
    expect(world.store.items.recent(100).map(({ id }) => id)).toContain(ids[0])
    expect(world.store.items.recent(100).map(({ id }) => id)).not.toContain(ids[1])
    await world.runner.sync([], [])
    await world.time.advance(29 * day)
    expect(isStored()).toBe(true)
    await world.time.advance(2 * day)
    expect(isStored()).toBe(false)
  })

  it('with a time that cannot be read count as without one, and the log says so', async () => {
    const world = await startFeed(
      [],
      '<item><guid>7</guid><title>Acme</title><pubDate>5/6/2020</pubDate></item>',
    )
    expect(world.titles()).toEqual([])
    expect(world.log).toContainEqual(
      expect.objectContaining({
        sentence: 'dates of the feed cannot be read',
        fields: expect.objectContaining({ date: '5/6/2020' }),
      }),
    )
  })

  it('without a usable address lead to the page of the feed, each for itself', async () => {
    const entry = (id: number, link = '') =>
      `<item><guid isPermaLink="false">${id}</guid><title>Acme ${id}</title>${link}</item>`
    const world = await startFeed([])
    await world.publish(
      `<rss><channel><link>https://x.example/news</link>${entry(1)}${entry(2, '<link>urn:acme:2</link>')}</channel></rss>`,
    )
    const urls = world.mentions().map(({ url }) => url)
    expect(new Set(urls).size).toBe(2)
    for (const one of urls) expect(one).toMatch(/^https:\/\/x\.example\/news#entry-0[\w-]+$/)
  })

  it('of a document with too many are the newest', async () => {
    const world = await startFeed(
      Array.from({ length: 700 }, (_, id) => ({ id, at: begun - (700 - id) * minute })),
    )
    expect(world.titles()[0]).toBe('Acme, number 200')
    expect(world.urls().at(-1)).toBe('https://x.example/699')
    expect(world.log).toContainEqual(
      expect.objectContaining({ sentence: 'only the newest 500 entries count' }),
    )
  })

  it('are said to be missing if all of a document are new', async () => {
    const from = (first: number, at: number) =>
      [0, 1, 2, 3, 4, 5].map((place) => ({ id: first + place, at: at + place * minute }))
    const world = await startFeed(from(0, begun - 10 * hour))
    await world.publish(from(100, begun - hour))
    expect(world.state().gaps).toMatchObject([
      { what: expect.stringContaining('entries in between may be missing') },
    ])
  })

  it('with the same id in two feeds are different ones', async () => {
    const other = 'https://y.example/feed.xml'
    const world = await startFeeds([url, other], {
      [url]: () => xml(rssOf([{ id: 1, link: 'https://x.example/a', at: begun }])),
      [other]: () => xml(rssOf([{ id: 1, link: 'https://y.example/b', at: begun }])),
    })
    await world.time.advance(hour)
    expect(world.urls().toSorted()).toEqual(['https://x.example/a', 'https://y.example/b'])
  })

  it('with the same address in two feeds are one mention', async () => {
    const other = 'https://y.example/feed.xml'
    const world = await startFeeds([url, other], {
      [url]: () => xml(rssOf([{ id: 'a', link: 'https://x.example/a', title: 'Acme', at: begun }])),
      [other]: () =>
        xml(rssOf([{ id: 'b', link: 'http://www.x.example/a?utm_source=rss', title: 'Acme', at: begun }])),
    })
    await world.time.advance(hour)
    expect(world.mentions()).toHaveLength(1)
  })
})

describe('a document that cannot be read', () => {
  it.each([
    ['empty', ''],
    ['a page', html('<title>Maintenance</title>').text ?? ''],
    ['no text', '\u{0}\u{1}\u{2}'],
  ])('fails the poll if it is %s, and the next good one goes on', async (_what, broken) => {
    const world = await startFeed([{ id: 1, at: begun - hour }])
    await world.publish(broken)
    expect(world.state()).toMatchObject({
      failures: expect.any(Number),
      error: expect.stringMatching(/feed/),
    })
    expect(world.state().failures).toBeGreaterThan(0)
    await world.publish([
      { id: 2, at: begun },
      { id: 1, at: begun - hour },
    ])
    await world.time.advance(5 * hour)
    expect(world.state().failures).toBe(0)
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
  })

  it('may have 32 MiB', async () => {
    const limits: number[] = []
    const world = await startFeeds([url], {
      [url]({ maxBytes }) {
        limits.push(maxBytes)
        return xml(rssOf([{ id: 1, at: begun - hour }]))
      },
    })
    await world.time.advance(hour)
    expect([...new Set(limits)]).toEqual([32 * 1024 * 1024])
  })

  it('says what is wrong with it, until it is right again', async () => {
    const world = await startFeed([])
    const right = rssOf([{ id: 1, at: begun }])
    await world.publish(right.replace('</title>', ''))
    expect(world.state().faults).toEqual(['<title> is never closed'])
    await world.publish(right)
    expect(world.state().faults).toEqual([])
  })

  it('gives the entries that it has if it is cut', async () => {
    const world = await startFeed([])
    await world.publish(
      rssOf([
        { id: 1, at: begun },
        { id: 2, at: begun },
      ]).slice(0, -30),
    )
    expect(world.titles()).toEqual(['Acme, number 2', 'Acme, number 1'])
  })

  it('is decoded as the document declares', async () => {
    const world = await startFeeds([url], {
      [url]: () => ({
        body: Buffer.from(
          '<?xml version="1.0" encoding="windows-1251"?><rss><channel><item><link>https://x.example/1</link><title>Acme \u{cf}\u{f0}\u{e8}\u{e2}\u{e5}\u{f2}</title><pubDate>2026-01-01</pubDate></item></channel></rss>',
          'latin1',
        ),
      }),
    })
    await world.time.advance(0)
    expect(world.titles()).toEqual(['Acme Привет'])
  })
})

describe('politeness', () => {
  it('asks conditionally, and an unchanged feed costs nothing', async () => {
    const world = await startFeeds([url], {
      [url]: ({ headers }) =>
        headers['if-none-match'] === '"1"'
          ? { status: 304, headers: { etag: '"1"' } }
          : { ...xml(rssOf([{ id: 1, at: begun }])), headers: { etag: '"1"' } },
    })
    await world.time.advance(day)
    const [first, ...others] = world.requests
    expect(first?.headers['if-none-match']).toBeUndefined()
    expect(others.length).toBeGreaterThan(10)
    for (const { headers } of others) expect(headers['if-none-match']).toBe('"1"')
    for (const [place, { at }] of others.entries())
      expect(at - (world.requests[place]?.at ?? 0)).toBeGreaterThanOrEqual(15 * minute)
    expect(world.titles()).toHaveLength(1)
  })

  it('declares the types of feeds and asks without cookies, referer and parameters', async () => {
    const world = await startFeed([])
    const [request] = world.requests
    expect(request?.url).toBe(url)
    expect(request?.headers.accept).toMatch(/atom\+xml.*rss\+xml.*feed\+json/)
    expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie', 'referer']))
  })

  it.each([
    ['ttl', '<ttl>240</ttl>', 4 * hour],
    [
      'skipHours',
      `<skipHours>${[13, 14, 15].map((at) => `<hour>${at}</hour>`).join('')}</skipHours>`,
      4 * hour,
    ],
  ])('waits as long as %s says', async (_name, channel, wait) => {
    const world = await startFeed([], channel)
    await world.time.advance(wait - minute)
    expect(world.requests).toHaveLength(1)
    await world.time.advance(hour)
    expect(world.requests.length).toBeGreaterThan(1)
  })

  it('waits as long as the headers say', async () => {
    const world = await startFeeds([url], {
      [url]: () => ({ ...xml(rssOf([])), headers: { 'cache-control': 'max-age=18000' } }),
    })
    await world.time.advance(5 * hour - minute)
    expect(world.requests).toHaveLength(1)
    await world.time.advance(hour)
    expect(world.requests).toHaveLength(2)
  })

  it('asks a lively feed more often than a silent one', async () => {
    const lively = await startFeed(
      Array.from({ length: 10 }, (_, id) => ({ id, at: begun - id * 10 * minute })),
    )
    await lively.time.advance(5 * hour)
    const silent = await startFeed(
      Array.from({ length: 10 }, (_, id) => ({ id, at: begun - (200 + id) * day })),
    )
    await silent.time.advance(5 * hour)
    expect(lively.requests.length).toBeGreaterThan(10)
    expect(silent.requests).toHaveLength(1)
  })

  it.each([
    ['seconds', () => '7200'],
    ['a date', () => new Date(begun + 2 * hour).toUTCString()],
  ])('obeys Retry-After in %s for the whole host', async (_form, retryAfter) => {
    const other = 'https://x.example/other.xml'
    let isBusy = true
    const world = await startFeeds([url, other], {
      [url]: () => (isBusy ? { status: 429, headers: { 'retry-after': retryAfter() } } : xml(rssOf([]))),
      [other]: () => xml(rssOf([])),
    })
    await world.time.advance(2 * hour - minute)
    expect(world.asked()).toEqual([url])
    isBusy = false
    await world.time.advance(3 * hour)
    expect(world.asked()).toContain(other)
  })

  it('asks later after each failure, and never loses the feed', async () => {
    let isBroken = true
    const world = await startFeeds([url], {
      [url]: () => (isBroken ? { status: 503 } : xml(rssOf([{ id: 1, at: begun }]))),
    })
    await world.time.advance(day)
    expect(world.requests.length).toBeLessThan(8)
    isBroken = false
    await world.time.advance(2 * day)
    expect(world.titles()).toHaveLength(1)
    expect(world.state().failures).toBe(0)
  })

  it('never asks a feed again that is gone', async () => {
    const world = await startFeeds([url], { [url]: () => ({ status: 410 }) })
    await world.time.advance(30 * day)
    expect(world.requests).toHaveLength(1)
    expect(world.state().ended).toMatch(/gone/)
  })

  it('asks the new address after several permanent redirects, and keeps the entries', async () => {
    const moved = 'https://new.example/feed.xml'
    const entries = [{ id: 1, at: begun }]
    const world = await startFeeds([url], {
      [url]: () => xml(rssOf(entries)),
      [moved]: () => xml(rssOf(entries)),
    })
    await world.time.advance(0)
    world.pages[url] = () => ({ status: 301, headers: { location: moved } })
    await world.time.advance(2 * day)
    expect(world.asked().at(-1)).toBe(moved)
    expect(world.asked().filter((one) => one === url).length).toBeLessThan(10)
    expect(world.titles()).toHaveLength(1)
  })

  it('follows a chain of redirects, and gives up a loop', async () => {
    const world = await startFeeds([url], {
      [url]: () => ({ status: 302, headers: { location: '/2' } }),
      'https://x.example/2': () => ({ status: 307, headers: { location: 'https://y.example/3' } }),
      'https://y.example/3': () =>
        xml(rssOf([{ id: 1, link: '/relative', at: begun }]).replace('<link>https://x.example/</link>', '')),
    })
    await world.time.advance(minute)
    expect(world.urls()).toEqual(['https://y.example/relative'])
    world.pages['https://y.example/3'] = () => ({ status: 302, headers: { location: url } })
    await world.time.advance(2 * hour)
    expect(world.state().error).toMatch(/more than 5/)
    expect(world.requests.length).toBeLessThan(20)
  })

  it('lets feeds of Reddit take turns, a minute and a half apart, without holding up other feeds', async () => {
    const names = [...'abcdefghijkl'].map((name) => `reddit.com/r/${name}`)
    const world = await startFeeds([...names, url], { [url]: () => xml(rssOf([])) })
    await world.time.advance(minute)
    expect(world.asked()).toContain(url)
    await world.time.advance(20 * minute)
    const times = world.requests.flatMap(({ at, url: asked }) => (asked === url ? [] : at))
    expect(times).toHaveLength(names.length)
    for (const [place, at] of times.slice(1).entries())
      expect(at - (times[place] ?? 0)).toBeGreaterThanOrEqual(61_000)
  })

  it('says what Reddit does, and takes its entries for what they are', async () => {
    const feed = 'https://www.reddit.com/r/acme/new.rss?limit=100'
    const world = await startFeeds(['reddit.com/r/acme'], { [feed]: () => xml(redditFeed) })
    await world.time.advance(minute)
    expect(world.mentions()).toMatchObject([
      { title: 'Acme?', snippet: 'Text', source: 'reddit', author: { name: 'jo' } },
    ])
    expect(world.log.some(({ sentence }) => sentence.includes('cannot see what is deleted'))).toBe(true)
  })
})

describe('the address of a page', () => {
  const page = 'https://x.example/blog'
  const feed = 'https://x.example/blog/feed'
  const link = '<link rel="alternate" type="application/rss+xml" href="/blog/feed">'

  it('leads to the feed that the page names, which is asked from then on', async () => {
    const world = await startFeeds([page], {
      [page]: () => html(link),
      [feed]: () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(5 * hour)
    expect(world.asked().slice(0, 3)).toEqual([page, feed, feed])
    expect(world.asked().filter((one) => one === page)).toHaveLength(1)
    expect(world.titles()).toHaveLength(1)
  })

  it('is asked again when the feed has moved', async () => {
    const next = 'https://x.example/new-feed'
    const world = await startFeeds([page], {
      [page]: () => html(link),
      [feed]: () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(minute)
    world.pages[feed] = () => ({ status: 404 })
    world.pages[page] = () => html('<link rel="alternate" type="application/rss+xml" href="/new-feed">')
    world.pages[next] = () =>
      xml(
        rssOf([
          { id: 2, at: begun },
          { id: 1, at: begun },
        ]),
      )
    await world.time.advance(5 * hour)
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
    expect(world.asked().at(-1)).toBe(next)
  })

  const linkTo = (...addresses: string[]) =>
    html(
      addresses
        .map((address) => `<link rel="alternate" type="application/rss+xml" href="${address}">`)
        .join(''),
    )
  const warnings = (world: Awaited<ReturnType<typeof startFeeds>>, words: RegExp) =>
    world.log.filter(({ sentence }) => words.test(sentence))

  it.each([
    ['https://www.x.example/blog/feed', feed],
    ['https://m.x.example/blog/feed', feed],
    ['http://x.example/blog/feed', feed],
    [feed, `${feed}/`],
    [`${feed}?utm_source=blog`, feed],
  ])('leads from %s to another form of its address', async (before, after) => {
    const world = await startFeeds([page], {
      [page]: () => linkTo(before),
      [before]: () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(minute)
    world.pages[before] = () => ({ status: 404 })
    world.pages[page] = () => linkTo(after)
    world.pages[after] = () => xml(rssOf([{ id: 2, at: begun }]))
    await world.time.advance(5 * hour)
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
    expect(world.asked().at(-1)).toBe(after)
  })

  describe('whose feed answers with an error for good', () => {
    const next = 'https://x.example/rss.xml'
    const start = async (status: number) => {
      const world = await startFeeds([page], {
        [page]: () => html(link),
        [feed]: () => xml(rssOf([{ id: 1, at: begun }])),
        [next]: () => xml(rssOf([{ id: 2, at: begun }])),
      })
      await world.time.advance(minute)
      world.pages[feed] = () => ({ status })
      return world
    }

    it.each([401, 403, 404, 500, 502, 521])(
      'leads to the one that it names instead, after %s',
      async (status) => {
        const world = await start(status)
        world.pages[page] = () => linkTo(next)
        await world.time.advance(5 * hour)
        expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
        expect(world.asked().at(-1)).toBe(next)
      },
    )

    it.each([
      ['names the same one', html(link)],
      ['names the same one and another one', linkTo(feed, next)],
      ['is one of maintenance', html('<title>Maintenance</title>')],
      ['answers with an error, too', { status: 502 }],
    ])('stays with it if it %s', async (_what, answer) => {
      const world = await start(500)
      world.pages[page] = () => answer
      await world.time.advance(day)
      expect(world.asked()).not.toContain(next)
      world.pages[feed] = () => xml(rssOf([{ id: 3, at: begun }]))
      await world.time.advance(2 * day)
      expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 3'])
    })
  })

  describe('whose first feed answers with an error at the first look', () => {
    const next = 'https://x.example/feed/atom'
    const failures: [string, ReturnType<Page>][] = [
      ...[401, 403, 500, 521].map((status): [string, ReturnType<Page>] => [String(status), { status }]),
      ['a loop of redirects', { status: 302, headers: { location: feed } }],
    ]

    it.each(failures)(
      'gives the next one as long as it answers with %s, and says so once',
      async (_what, answer) => {
        let entries: FakeEntry[] = [{ id: 1, at: begun - hour }]
        const world = await startFeeds([page], {
          [page]: () => linkTo(feed, next),
          [feed]: () => answer,
          [next]: () => xml(rssOf(entries)),
        })
        await world.time.advance(minute)
        entries = [{ id: 2, at: begun }, ...entries]
        await world.time.advance(day)
        expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
        expect(warnings(world, /cannot be read/)).toHaveLength(1)
        expect(world.state().failures).toBe(0)
        world.pages[feed] = () => xml(rssOf([{ id: 3, at: begun }, { id: 'undated' }, ...entries]))
        await world.time.advance(3 * hour)
        const before = world.requests.length
        await world.time.advance(3 * hour)
        expect([...new Set(world.asked().slice(before))]).toEqual([feed])
        expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2', 'Acme, number 3'])
      },
    )
  })

  it('says once that its feed is missing, however long, and again when it is missing again', async () => {
    const next = 'https://x.example/podcast'
    const same = { ...xml(rssOf([{ id: 1, at: begun }])), headers: { etag: '"1"' } }
    const answer: Page = ({ headers }) => (headers['if-none-match'] === undefined ? same : { status: 304 })
    const world = await startFeeds([page], {
      [page]: () => linkTo(feed, next),
      [feed]: answer,
      [next]: () => xml(rssOf([])),
    })
    await world.time.advance(minute)
    world.pages[feed] = () => ({ status: 404 })
    await world.time.advance(day)
    expect(warnings(world, /cannot be read/)).toHaveLength(1)
    world.pages[feed] = answer
    await world.time.advance(day)
    world.pages[feed] = () => ({ status: 404 })
    await world.time.advance(day)
    expect(warnings(world, /cannot be read/)).toHaveLength(2)
  })

  it('leads to its next feed when the first one is missing, although the page has not changed', async () => {
    const next = 'https://x.example/second-feed'
    const both = html(`${link}<link rel="alternate" type="application/rss+xml" href="/second-feed">`)
    const world = await startFeeds([page], {
      [page]: ({ headers }) =>
        headers['if-none-match'] === undefined
          ? { ...both, headers: { ...both.headers, etag: '"1"' } }
          : { status: 304 },
      [feed]: () => xml(rssOf([])),
      [next]: () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(minute)
    world.pages[feed] = () => ({ status: 404 })
    const before = world.requests.length
    await world.time.advance(hour + minute)
    expect(world.asked().slice(before)).toEqual([feed, page, page, next])
    expect(world.titles()).toEqual(['Acme, number 1'])
  })

  describe('of WordPress, with a feed of posts and one of comments', () => {
    const posts = 'https://x.example/feed/'
    const comments = 'https://x.example/comments/feed/'
    const head = html(
      `<link rel="alternate" type="application/rss+xml" title="Blog &raquo; Feed" href="${posts}"><link rel="alternate" type="application/rss+xml" title="Blog &raquo; Kommentar-Feed" href="${comments}">`,
    )
    const ofPosts = xml(rssOf([{ id: 1, at: begun }]))
    const start = (first: ReturnType<Page>) =>
      startFeeds([page], {
        [page]: () => head,
        [posts]: () => first,
        [comments]: () => xml(rssOf([{ id: 'comment', title: 'Acme, a comment', at: begun }])),
      })

    it.each([401, 403, 404, 410, 500, 502, 504])(
      'stays with the posts when these answer %s once',
      async (status) => {
        const world = await start(ofPosts)
        await world.time.advance(minute)
        world.pages[posts] = () => ({ status })
        await world.time.advance(hour + minute)
        expect(world.state().error).toContain(String(status))
        world.pages[posts] = () =>
          xml(
            rssOf([
              { id: 2, at: begun + hour },
              { id: 1, at: begun },
            ]),
          )
        if (status !== 410) await world.time.advance(day)
        expect(world.asked()).not.toContain(comments)
        expect(world.titles()).toEqual(
          status === 410 ? ['Acme, number 1'] : ['Acme, number 1', 'Acme, number 2'],
        )
      },
    )

    it('stays with the posts when these are a page of maintenance for an hour', async () => {
      const world = await start(ofPosts)
      await world.time.advance(minute)
      world.pages[posts] = () => html('<title>Maintenance</title>')
      await world.time.advance(hour + minute)
      expect(world.state().error).toMatch(/instead of its feed/)
      expect(world.asked()).not.toContain(comments)
    })

    it.each([401, 403, 404, 500])('waits for the posts when these answer %s at first', async (status) => {
      const world = await start({ status })
      await world.time.advance(minute)
      expect(world.titles()).toEqual([])
      world.pages[posts] = () => ofPosts
      await world.time.advance(day)
      expect(world.titles()).toEqual(['Acme, number 1'])
      expect(world.asked()).not.toContain(comments)
    })
  })

  it('leads back to its first feed when that is there again, and the log says what is read meanwhile', async () => {
    const next = 'https://x.example/podcast'
    const world = await startFeeds([page], {
      [page]: () => html(`${link}<link rel="alternate" type="application/rss+xml" href="/podcast">`),
      [feed]: () => xml(rssOf([])),
      [next]: () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(minute)
    world.pages[feed] = () => ({ status: 404 })
    await world.time.advance(hour + minute)
    expect(world.asked().at(-1)).toBe(next)
    expect(world.log.map(({ sentence }) => sentence)).toContain(
      'a feed cannot be read, so another one that its page names is',
    )
    world.pages[feed] = () => xml(rssOf([{ id: 2, at: begun }]))
    const before = world.requests.length
    await world.time.advance(3 * hour)
    expect([...new Set(world.asked().slice(before))]).toEqual([feed])
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
  })

  it('leads to a feed at a usual place that robots.txt leaves open', async () => {
    const world = await startFeeds([page], {
      [page]: () => html(''),
      'https://x.example/robots.txt': () => ({
        text: 'User-agent: *\nDisallow: /feed.xml\nDisallow: /blog/feed',
      }),
      'https://x.example/feed.xml': () => xml(rssOf([{ id: 1, at: begun }])),
      'https://x.example/atom.xml': () => xml(rssOf([{ id: 2, at: begun }])),
    })
    await world.time.advance(10 * minute)
    expect(world.titles()).toEqual(['Acme, number 2'])
    expect(world.asked()).not.toContain('https://x.example/feed.xml')
    expect(world.asked()).not.toContain('https://x.example/blog/feed')
  })

  it.each<[what: string, answer: Page]>([
    ['an error of the server', () => ({ status: 500 })],
    [
      'a packed body that is broken',
      () => {
        throw new FetchError('refused', 'x.example answers with a packed body that is broken')
      },
    ],
  ])('leads to no usual place while robots.txt answers with %s', async (_what, answer) => {
    const robots = 'https://x.example/robots.txt'
    const world = await startFeeds([page], {
      [page]: () => html(''),
      [robots]: answer,
      [feed]: () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(10 * minute)
    expect(world.asked()).toEqual([page, robots])
    world.pages[robots] = () => ({ status: 404 })
    await world.time.advance(5 * hour)
    expect(world.titles()).toEqual(['Acme, number 1'])
  })

  const guess: Record<string, ReturnType<Page>> = {
    '401': { status: 401 },
    '403': { status: 403 },
    '500': { status: 500 },
    'a loop of redirects': { status: 302, headers: { location: feed } },
  }

  it.each(Object.entries(guess))(
    'leads to a feed at a usual place after one that answers with %s',
    async (_what, answer) => {
      const world = await startFeeds([page], {
        [page]: () => html(''),
        [feed]: () => answer,
        'https://x.example/rss.xml': () => xml(rssOf([{ id: 1, at: begun }])),
      })
      await world.time.advance(10 * minute)
      expect(world.titles()).toEqual(['Acme, number 1'])
      await world.time.advance(5 * hour)
      expect(world.asked().at(-1)).toBe('https://x.example/rss.xml')
    },
  )

  it.each([404, 500])('without a feed is said to have none, if a usual place answers %s', async (status) => {
    const world = await startFeeds([page], { [page]: () => html(''), [feed]: () => ({ status }) })
    await world.time.advance(10 * minute)
    expect(world.state().error).toMatch(/names no feed/)
  })

  it('serves if a short name turns out to be another kind of site', async () => {
    const world = await startFeeds(['blog.example/tags/acme'], {
      'https://blog.example/tags/acme': () =>
        html('<link rel="alternate" type="application/rss+xml" href="/tags/acme/index.xml">'),
      'https://blog.example/tags/acme/index.xml': () => xml(rssOf([{ id: 1, at: begun }])),
    })
    await world.time.advance(minute)
    expect(world.titles()).toHaveLength(1)
  })
})

describe('an address with a password', () => {
  const secret = 'https://jo:secret@x.example/blog'

  it('is used for requests, and shown nowhere', async () => {
    const entry =
      '<item><guid>/1</guid><title>Acme</title><pubDate>2026-11-18T11:00Z</pubDate></item><item><title>Acme two</title><pubDate>2026-11-18T09:00Z</pubDate></item>'
    const pages = {
      [secret]: () => html('<link rel="alternate" type="application/rss+xml" href="/feed">'),
      'https://jo:secret@x.example/feed': () => xml(`<rss><channel>${entry}</channel></rss>`),
    }
    const world = await startFeeds([secret], pages)
    await world.time.advance(hour + minute)
    expect(world.asked()).toEqual([
      secret,
      'https://jo:secret@x.example/feed',
      'https://jo:secret@x.example/feed',
    ])
    expect(world.urls()).toEqual([
      expect.stringMatching(/^https:\/\/x\.example\/feed#/),
      'https://x.example/1',
    ])
    world.pages['https://jo:secret@x.example/feed'] = () => html('')
    world.pages[secret] = () => html('')
    await world.time.advance(day)
    expect(world.state().error).toMatch(/x\.example/)
    expect(JSON.stringify([world.runner.status(), world.log, world.mentions()])).not.toContain('secret')
  })

  it.each(['posts.xml', 'https://x.example/blog/posts.xml'])(
    'holds for a feed that the page names after a redirect: %s',
    async (named) => {
      const world = await startFeeds([secret], {
        [secret]: () => ({ status: 301, headers: { location: 'https://x.example/blog/' } }),
        'https://jo:secret@x.example/blog/': () =>
          html(`<link rel="alternate" type="application/rss+xml" href="${named}">`),
        'https://jo:secret@x.example/blog/posts.xml': () => xml(rssOf([{ id: 1, at: begun }])),
      })
      await world.time.advance(minute)
      expect(world.titles()).toHaveLength(1)
      expect(JSON.stringify([world.runner.status(), world.log, world.mentions()])).not.toContain('secret')
    },
  )

  /** It answers only those who have the password. */
  const guarded =
    (answer: ReturnType<Page>): Page =>
    ({ headers }) =>
      headers.authorization === undefined ? { status: 401 } : answer
  const linkTo = (address: string) =>
    html(`<link rel="alternate" type="application/rss+xml" href="${address}">`)

  it.each([
    ['the same site', secret, 'https://x.example/feed/'],
    ['the same site with https', 'http://jo:secret@x.example/blog', 'https://x.example/feed/'],
  ])('goes with a link to %s, and is shown nowhere', async (_where, asked, target) => {
    const world = await startFeeds([asked], {
      [asked]: guarded(linkTo(target)),
      [target.replace('//', '//jo:secret@')]: guarded(
        xml(
          rssOf([
            { id: 1, link: '/1', at: begun },
            { id: 2, link: '', at: begun },
          ]),
        ),
      ),
    })
    await world.time.advance(minute)
    expect(world.titles()).toHaveLength(2)
    for (const moved of ['https://x.example/new/', 'https://y.example/new/']) {
      world.pages[target.replace('//', '//jo:secret@')] = () => ({ status: 404 })
      world.pages[asked] = guarded(linkTo(moved))
      await world.time.advance(day)
    }
    expect(JSON.stringify([world.runner.status(), world.log, world.mentions()])).not.toContain('secret')
  })

  it('does not go with a link to another site', async () => {
    const others = ['https://y.example/feed', 'http://x.example/feed', 'https://x.example:8443/feed']
    for (const other of others) {
      const world = await startFeeds([secret], { [secret]: guarded(linkTo(other)) })
      await world.time.advance(minute)
      const [request] = world.requests.filter(({ url: asked }) => asked === other)
      expect(request?.headers.authorization).toBeUndefined()
      expect(request).toBeDefined()
    }
  })

  it('may change, also for a feed that the page names', async () => {
    const target = (password: string) => `https://jo:${password}@x.example/feed/`
    const pages = {
      [secret]: guarded(linkTo('https://x.example/feed/')),
      [target('secret')]: guarded(xml(rssOf([{ id: 1, at: begun }]))),
    }
    const world = await startFeeds([secret], pages)
    await world.time.advance(minute)
    const changed = secret.replace('secret', 'new')
    pages[changed] = guarded(linkTo('https://x.example/feed/'))
    pages[target('new')] = guarded(xml(rssOf([{ id: 2, at: begun }])))
    pages[target('secret')] = () => ({ status: 401 })
    await world.runner.sync([{ source: feeds, settings: { feeds: [changed] } }], [])
    await world.time.advance(day)
    expect(world.titles()).toEqual(['Acme, number 1', 'Acme, number 2'])
  })
})

describe('the settings', () => {
  it('have a channel for each feed, whatever its spelling', () => {
    const names = ['github.com/a/b', 'https://github.com/a/b/releases', 'https://x.example/feed']
    expect(feeds.channels({ feeds: names }, []).map(({ key }) => key)).toEqual([
      'https://github.com/a/b/releases.atom',
      'https://x.example/feed',
    ])
  })
  it('name what is wrong', () =>
    expect(() => feeds.channels({ feeds: ['not a feed'] }, [])).toThrow(/\\"not a feed\\" is neither/))
})

describe('reach', () => {
  it('is the number of views, if the feed gives it', () => {
    expect(feeds.reach?.({ views: 45_537, likes: 899 })).toBe(45_537)
    expect(feeds.reach?.({ comments: 3 })).toBeUndefined()
  })
})
