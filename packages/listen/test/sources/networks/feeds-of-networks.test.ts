import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { appReviews } from '../../../src/sources/networks/app-reviews.ts'
import { lobsters } from '../../../src/sources/networks/lobsters.ts'
import { searxng } from '../../../src/sources/networks/searxng.ts'
import { localNetwork } from './local-network.ts'

const rss = (items: string) => ({
  headers: { 'content-type': 'application/rss+xml', etag: '"1"' },
  text: `<?xml version="1.0"?><rss version="2.0"><channel><title>Lobsters</title><link>https://lobste.rs/</link><ttl>120</ttl>${items}</channel></rss>`,
})
const story =
  '<item><title>Acme 1.0</title><link>https://blog.example/acme</link><guid>https://lobste.rs/s/abc123</guid><author>blog.example via kim</author><pubDate>Wed, 18 Nov 2026 05:00:00 -0600</pubDate><comments>https://lobste.rs/s/abc123</comments><description>&lt;p&gt;text&lt;/p&gt;</description></item>'
const comment =
  '<item><title>Acme 1.0</title><link>https://lobste.rs/c/xyz789</link><guid>https://lobste.rs/c/xyz789</guid><author>jo@lobste.rs (jo)</author><pubDate>Wed, 18 Nov 2026 05:30:00 -0600</pubDate><description>&lt;p&gt;I use it&lt;/p&gt;</description></item>'

describe('Lobsters', () => {
  it('is asked for two feeds every two hours, and for nothing else', async () => {
    const { url, listen, requests, now } = await localNetwork(({ path }) =>
      rss(path === '/newest.rss' ? story : comment),
    )
    const channels = listen(lobsters, { url }, ['acme'])
    const [stories, comments] = await Promise.all(channels.map((channel) => channel.poll()))
    expect(stories?.items).toMatchObject([
      { title: 'Acme 1.0', type: 'post', publishedAt: Date.UTC(2026, 10, 18, 11) },
    ])
    expect(comments?.items).toMatchObject([
      { threadTitle: 'Acme 1.0', type: 'comment', url: 'https://lobste.rs/c/xyz789' },
    ])
    expect(comments?.items[0]).not.toHaveProperty('title')
    expect(requests.map(({ path }) => path)).toEqual(['/newest.rss', '/comments.rss'])
    expect(stories?.nextAt).toBeGreaterThanOrEqual(now() - 10_000 + 120 * 60_000)
  })
})

/** As Apple's feed of customer reviews gives it. */
const review = (id: number, rating: string) => ({
  author: { uri: { label: 'https://itunes.apple.com/us/reviews/id123' }, name: { label: 'kim' }, label: '' },
  updated: { label: '2026-11-18T04:00:00-07:00' },
  'im:rating': { label: rating },
  'im:version': { label: '8.1' },
  id: { label: String(id) },
  title: { label: `Great ${id}` },
  content: { label: 'It works', attributes: { type: 'text' } },
  link: {
    attributes: {
      rel: 'related',
      href: 'https://itunes.apple.com/us/review?id=284882215&type=Purple%20Software',
    },
  },
})

describe('the App Store', () => {
  it('gives the reviews of an app in a country with their stars, each once', async () => {
    const { url, listen, requests } = await localNetwork(() => ({
      json: {
        feed: {
          author: { name: { label: 'iTunes Store' } },
          entry: [review(12, '2'), review(11, '5')],
          id: { label: 'x' },
          title: { label: 'iTunes Store: Customer Reviews' },
        },
      },
    }))
    const [us, de] = listen(appReviews, { url, apps: ['id284882215'], countries: ['US', 'de'] }, ['acme'])
    const { items = [] } = (await us?.poll()) ?? {}
    expect(items).toMatchObject([
      { given: { stars: 5 }, links: ['https://apps.apple.com/us/app/id284882215'], sharesAddress: true },
      {
        type: 'review',
        title: 'Great 12',
        given: { stars: 2 },
        author: { name: 'kim' },
        location: { country: 'us' },
      },
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(2)
    await de?.poll()
    expect(requests.map(({ path }) => path)).toEqual(
      ['us', 'de'].map((where) => `/${where}/rss/customerreviews/page=1/id=284882215/sortby=mostrecent/json`),
    )
  })
})

describe('a SearXNG of one’s own', () => {
  it('gives pages of the last day, and takes what has no date and is there at first for old', async () => {
    const results = [
      {
        url: 'https://news.example/a',
        title: 'Acme',
        content: 'about <b>acme</b>',
        publishedDate: '2026-11-18T09:00:00',
        engine: 'bing',
      },
      { url: 'https://blog.example/b', title: 'Acme too', content: '' },
    ]
    const { url, listen, requests } = await localNetwork(({ parameters }) => ({
      json: { query: 'x', results: parameters.get('pageno') === '1' ? results : [] },
    }))
    const [channel] = listen(searxng, { url, categories: 'general' }, ['"acme tool" OR acme', 'C++'])
    const { items } = (await channel?.poll()) ?? {}
    expect(items).toMatchObject([
      { url: 'https://blog.example/b', isOld: true, author: { name: 'blog.example' } },
      { url: 'https://news.example/a', publishedAt: expect.any(Number), type: 'article' },
    ])
    expect(Object.fromEntries(requests[0]?.parameters ?? [])).toEqual({
      q: 'acme',
      format: 'json',
      time_range: 'day',
      pageno: '1',
      categories: 'general',
    })
    results.push({ url: 'https://blog.example/c', title: 'Acme again', content: '' })
    expect((await channel?.poll(3))?.items.find(({ url: page }) => page.endsWith('/c'))).not.toHaveProperty(
      'isOld',
    )
    expect(channel?.plan()[1]).toEqual({ alert: '2', asked: [], cannot: ['C++'] })
  })

  it('gives a date without a zone as one of UTC, wherever the service runs', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const result = { url: 'https://news.example/a', title: 'Acme', publishedDate: '2026-11-18T09:00:00' }
    const { url, listen } = await localNetwork(() => ({ json: { results: [result] } }))
    const [channel] = listen(searxng, { url }, ['acme'])
    expect((await channel?.poll())?.items).toMatchObject([{ publishedAt: Date.UTC(2026, 10, 18, 9) }])
  })

  it('says that its answers in JSON are switched off', async () => {
    const { url, listen } = await localNetwork(() => ({
      status: 403,
      headers: { 'content-type': 'text/html' },
      text: 'Forbidden',
    }))
    const [channel] = listen(searxng, { url }, ['acme'])
    await expect(channel?.poll()).rejects.toThrow('answers 403')
  })
})
