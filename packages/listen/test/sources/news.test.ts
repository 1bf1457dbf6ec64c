import { describe, expect, it } from 'vitest'
import { digest } from '../../src/fields/identity.ts'
import type { Json, Search } from '../../src/source.ts'
import { news } from '../../src/sources/news.ts'
import { type EngineWorld, fakeHost, startWorld } from '../engine-world.ts'
import { quietTools } from '../fakes/poll-once.ts'
import { createVirtualTime } from '../virtual-time.ts'

const minute = 60_000
const begun = Date.UTC(2026, 10, 18, 12)
const day = 24 * 60 * minute
const written = begun - 60 * minute
const dateAt = (time: number) => new Date(time).toUTCString()

/** As documented in fixtures of 2026. */
const google = (articles: { title: string; newspaper?: string; id?: string; at?: number }[]) =>
  `<rss version="2.0"><channel><language>en-US</language>${articles
    .map(
      ({
        title,
        newspaper = 'CoinDesk',
        id = title,
        at = written,
      }) => `<item><title>${title} - ${newspaper}</title>
      <link>https://news.google.com/rss/articles/${encodeURIComponent(id)}?oc=5</link><guid isPermaLink="false">${id}</guid><pubDate>${dateAt(at)}</pubDate>
      <description>&lt;a href="https://news.google.com/rss/articles/${id}"&gt;${title}&lt;/a&gt;&amp;nbsp;&lt;font color="#6f6f6f"&gt;${newspaper}&lt;/font&gt;</description>
      <source url="https://www.coindesk.com">${newspaper}</source></item>`,
    )
    .join('')}</channel></rss>`
const bing = (articles: { title: string; newspaper?: string; path?: string; at?: number }[]) =>
  `<rss version="2.0" xmlns:News="https://www.bing.com/news/search?q=acme&amp;format=rss"><channel>${articles
    .map(
      ({ title, newspaper = 'CoinDesk', path = 'a', at = written }) => `<item><title>${title}</title>
      <link>http://www.bing.com/news/apiclick.aspx?ref=FexRss&amp;aid=&amp;tid=1&amp;url=https%3a%2f%2fwww.coindesk.com%2f${path}&amp;c=1&amp;mkt=en-us</link>
      <description>About ${title}</description><pubDate>${dateAt(at)}</pubDate><News:Source>${newspaper}</News:Source></item>`,
    )
    .join('')}</channel></rss>`
const consent = '<!doctype html><html><body>Before you continue</body></html>'

type Answers = { google: () => string | number; bing: () => string | number }

async function startNews(
  answers: Answers,
  alerts = [{ name: 'Acme', query: 'acme' }],
  settings: object | true = true,
) {
  const time = createVirtualTime()
  const host = fakeHost({}, time.now)
  const world: EngineWorld = await startWorld({
    sources: [news],
    settings: { alerts, sources: { news: settings as true } },
    time,
    async send(request) {
      await host.send(request)
      const answer = answers[request.url.hostname === 'news.google.com' ? 'google' : 'bing']()
      if (typeof answer === 'number') return { status: answer, headers: {}, body: Buffer.alloc(0) }
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(answer) }
    },
  })
  await time.advance(2 * minute)
  const parameters = () => host.requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams))
  return { ...world, requests: host.requests, parameters }
}

describe('the searches for news', () => {
  it('find headlines at Google, with the newspaper as the author', async () => {
    const world = await startNews({
      google: () => google([{ title: 'Acme grows - a lot' }]),
      bing: () => bing([]),
    })
    expect(world.mentions()).toMatchObject([
      {
        title: 'Acme grows - a lot',
        url: expect.stringMatching(/^https:\/\/news\.google\.com\/rss\/articles\//),
        author: { name: 'CoinDesk', url: 'https://www.coindesk.com/' },
        source: 'news-blogs',
        date: written,
      },
    ])
  })

  it('find articles at Bing, with their own address and a part of their text', async () => {
    const world = await startNews({ google: () => google([]), bing: () => bing([{ title: 'Acme grows' }]) })
    expect(world.mentions()).toMatchObject([
      {
        title: 'Acme grows',
        url: 'https://www.coindesk.com/a',
        snippet: 'About Acme grows',
        author: { name: 'CoinDesk', url: 'https://www.coindesk.com/' },
      },
    ])
  })

  it('give an article of both once, also if the second one finds it later', async () => {
    let later = ''
    const world = await startNews({
      google: () => google([{ title: 'Acme – grows' }, { title: 'Acme falls' }]),
      bing: () => later || bing([{ title: 'Acme - grows' }]),
    })
    later = bing([{ title: 'Acme - grows' }, { title: 'ACME falls', path: 'b' }])
    await world.time.advance(60 * minute)
    expect(world.mentions().map(({ title }) => title)).toEqual(['Acme falls', 'Acme - grows'])
  })

  it('become mentions in the order of their times, whichever engine finds them', async () => {
    const world = await startNews({
      google: () => google([{ title: 'Acme second', at: written - minute }]),
      bing: () =>
        bing([
          { title: 'Acme third', path: '3', at: written },
          { title: 'Acme first', path: '1', at: written - 2 * minute },
        ]),
    })
    expect(world.mentions().map(({ title }) => title)).toEqual(['Acme first', 'Acme second', 'Acme third'])
  })

  describe('a headline that a newspaper repeats', () => {
    const title = 'Acme share price today'
    /** Its articles of the days until now, as both engines list them, the newest first. */
    const until = (now: number, length: number) =>
      Array.from({ length }, (_, place) => written + (length - 1 - place) * day)
        .filter((at) => at <= now)
        .map((at) => ({ title, id: `CBMi${at}`, path: String(at), at }))

    it('is a mention for each day, once for both engines', async () => {
      let now = () => begun
      const world = await startNews({
        google: () => google(until(now(), 4).filter(({ at }) => at > now() - day)),
        bing: () => bing(until(now(), 4)),
      })
      now = world.time.now
      await world.time.advance(5 * day)
      expect(world.urls()).toEqual(
        [0, 1, 2, 3].map((place) => `https://www.coindesk.com/${written + place * day}`),
      )
    })

    it('is a mention for each article of one answer that lists several days', async () => {
      const world = await startNews({ google: () => google(until(begun + 3 * day, 3)), bing: () => bing([]) })
      expect(world.urls()).toHaveLength(3)
    })

    it.each([13, -13, 19])(
      'is a mention for each day if the times of the engines are %d hours apart',
      async (apart) => {
        let now = () => begun
        const ofBing = (at: number) => ({ title, path: String(at), at: at + apart * 60 * minute })
        const world = await startNews({
          google: () => google(until(now(), 4).filter(({ at }) => at > now() - day)),
          bing: () => bing(until(now() - 2 * 60 * minute, 4).map(({ at }) => ofBing(at))),
        })
        now = world.time.now
        await world.time.advance(5 * day)
        expect(world.urls()).toHaveLength(4)
      },
    )

    it('is one mention if two editions of an engine and the other engine give it', async () => {
      const at = written - 13 * 60 * minute
      const world = await startNews(
        {
          google: () =>
            google([
              { title, id: 'CBMiA', at },
              { title, id: 'CBMiB', at: at + minute },
            ]),
          bing: () => bing([{ title }]),
        },
        undefined,
        { locales: ['en-US'] },
      )
      expect(world.urls()).toEqual(['https://www.coindesk.com/a'])
    })

    it('stays the mention that it was if an engine changes the time of its article', async () => {
      let at = written
      const world = await startNews({
        google: () => google([{ title, id: 'CBMiA', at }]),
        bing: () => bing([{ title }]),
      })
      at -= day
      await world.time.advance(60 * minute)
      expect(world.urls()).toEqual(['https://www.coindesk.com/a'])
    })

    it('is known from the memory of an older version', async () => {
      const [channel] = news.channels({ bing: false }, [
        { alert: '1', query: 'acme', anchors: ['acme'], languages: [] },
      ])
      if (channel?.kind !== 'poll') throw new Error('The source is not polled.')
      const article = digest('acmesharepricetodaycoindesk')
      const before = { okAt: begun, failures: {}, seen: { [article]: { item: 'bing', at: begun - minute } } }
      const poll = (at: number, cursor: Json | undefined) =>
        channel.poll(cursor, {
          ...quietTools({ now: begun }),
          fetch: async (url) => ({
            ...{ kind: 'fresh' as const, url, status: 200, headers: {}, body: Buffer.alloc(0) },
            text: () => google([{ title, id: `CBMi${at}`, at }]),
          }),
        })
      const first = await poll(written, before)
      expect(first.items).toEqual([])
      expect((await poll(written + day, first.cursor)).items).toHaveLength(1)
    })
  })

  it('ask for each word or phrase of the alerts in the languages of its alerts', async () => {
    const world = await startNews({ google: () => google([]), bing: () => bing([]) }, [
      { name: 'A', query: '"acme app" OR acmehq', languages: ['de', 'en'] } as never,
    ])
    await world.time.advance(2 * minute)
    expect(world.parameters().filter(({ gl }) => gl !== undefined)).toEqual(
      expect.arrayContaining([
        { q: '"acme app" when:1d', hl: 'de', gl: 'DE', ceid: 'DE:de' },
        { q: '"acmehq" when:1d', hl: 'en-US', gl: 'US', ceid: 'US:en' },
      ]),
    )
    expect(world.parameters().filter(({ mkt }) => mkt !== undefined)).toEqual(
      expect.arrayContaining([
        { q: '"acme app"', format: 'rss', mkt: 'de-DE', setlang: 'de', cc: 'DE', qft: 'sortbydate="1"' },
      ]),
    )
    expect(world.requests).toHaveLength(8)
  })

  it('repeat a search after a quarter of an hour at the earliest, and later if there are many', async () => {
    const searches = (count: number): Search[] => [
      {
        alert: '1',
        query: '',
        anchors: Array.from({ length: count }, (_, at) => `word${at}`),
        languages: [],
      },
    ]
    const every = (count: number) => {
      const [channel] = news.channels({}, searches(count))
      return channel?.kind === 'poll' ? channel.everyMs / minute : 0
    }
    expect(every(1)).toBe(15)
    expect(every(200)).toBe(100)
    expect(news.channels({}, searches(0))).toEqual([])
    expect(news.channels({ google: false, bing: false }, searches(3))).toEqual([])
  })

  it('go on with one engine while the other one refuses, and say so once', async () => {
    const world = await startNews({ google: () => consent, bing: () => bing([{ title: 'Acme grows' }]) })
    expect(world.mentions()).toHaveLength(1)
    expect(world.log).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({
          engine: 'google',
          reason: expect.stringMatching(/page for people/),
        }),
      }),
    )
    await world.time.advance(300 * minute)
    expect(world.runner.status()).toMatchObject([
      {
        failures: 0,
        gaps: [{ what: expect.stringMatching(/^Google News refused 3 searches for acme in a row/) }],
      },
    ])
  })

  it('fail if both refuse', async () => {
    const world = await startNews({ google: () => 403, bing: () => consent })
    expect(world.runner.status()).toMatchObject([{ failures: 1, error: expect.any(String) }])
  })

  it('look back a week after a long pause', async () => {
    let isDown = false
    const world = await startNews({
      google: () => (isDown ? 500 : google([])),
      bing: () => (isDown ? 500 : bing([])),
    })
    isDown = true
    await world.time.advance(30 * 60 * minute)
    isDown = false
    await world.time.advance(30 * 60 * minute)
    const queries = world.parameters().flatMap(({ q = '', gl }) => (gl === undefined ? [] : [q]))
    expect(queries).toContain('"acme" when:7d')
    expect(queries.at(-1)).toBe('"acme" when:1d')
  })

  it('take the editions that the operator names', async () => {
    const world = await startNews({ google: () => google([]), bing: () => bing([]) }, undefined, {
      locales: ['en-GB', 'pt-BR'],
      bing: false,
    })
    expect(world.parameters()).toEqual([
      { q: '"acme" when:1d', hl: 'en-GB', gl: 'GB', ceid: 'GB:en' },
      { q: '"acme" when:1d', hl: 'pt-BR', gl: 'BR', ceid: 'BR:pt-419' },
    ])
    expect(() => news.channels({ locales: ['English'] }, [])).toThrow(/such as en-GB/)
  })
})
