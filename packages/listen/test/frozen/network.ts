import { createBluesky } from '../../src/sources/bluesky.ts'
import { feeds } from '../../src/sources/feeds.ts'
import { hackerNews } from '../../src/sources/hacker-news.ts'
import { createIntake } from '../../src/sources/intake.ts'
import { news } from '../../src/sources/news.ts'
import { startWorld } from '../engine-world.ts'
import { createFakeBlueskyApp } from '../fakes/bluesky-app.ts'
import { createFakeHackerNews } from '../fakes/hacker-news.ts'
import { createFakeHosts, type FakeAnswer } from '../fakes/hosts.ts'
import { createFakeJetstream } from '../fakes/jetstream.ts'
import type { createVirtualTime } from '../virtual-time.ts'

const hour = 3_600_000
const alice = 'did:plc:alice'
const token = 'a-token-of-24-characters-'
/** When the first start was. */
const begun = Date.UTC(2026, 10, 20, 9)
/** When the database was frozen. */
export const frozenAt = begun + 9 * hour

const entry = (id: number, title: string, at: number) =>
  `<item><guid>${id}</guid><title>${title}</title><link>https://blog.example/${id}</link><dc:creator>Jane Doe</dc:creator><pubDate>${new Date(at).toUTCString()}</pubDate></item>`

/** Everything that the service asks, as it was when the database was frozen, and an hour later with `later`. */
export function createNetwork(time: ReturnType<typeof createVirtualTime>, later = false) {
  const hackerNewsSite = createFakeHackerNews(time.now)
  const app = createFakeBlueskyApp()
  const jetstream = createFakeJetstream(time)
  const entries = [
    entry(1, 'Acme opens a shop', begun - 2 * hour),
    entry(2, 'Something else', begun - hour),
    ...(later ? [entry(3, 'Acme opens another shop', frozenAt)] : []),
  ]
  const etag = later ? '"v2"' : '"v1"'
  const blog: FakeAnswer = ({ headers }) =>
    headers['if-none-match'] === etag
      ? { status: 304 }
      : {
          headers: { 'content-type': 'application/rss+xml', etag },
          text: `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The blog</title><language>en</language>${entries.join('')}</channel></rss>`,
        }
  const bing: FakeAnswer = () => ({
    text: `<rss version="2.0" xmlns:News="https://www.bing.com/news"><channel><item><title>Acme in the paper</title><link>https://paper.example/acme</link><description>About Acme, which grows</description><pubDate>${new Date(begun).toUTCString()}</pubDate><News:Source>Paper</News:Source></item></channel></rss>`,
  })
  hackerNewsSite.put({
    id: 1,
    type: 'story',
    by: 'kim',
    title: 'Acme is fast',
    points: 40,
    time: begun / 1000 - 600,
  })
  hackerNewsSite.put({
    id: 2,
    type: 'comment',
    by: 'jo',
    text: '<p>I left Acme',
    storyTitle: 'Clouds',
    time: begun / 1000 - 500,
  })
  app.putPerson({ did: alice, handle: 'alice.example', displayName: 'Alice', followersCount: 4000 })
  const hosts = createFakeHosts(
    {
      'blog.example': blog,
      'gone.example': () => ({ status: 410 }),
      'busy.example': () => ({ status: 429, headers: { 'retry-after': '86400' } }),
      'www.bing.com': bing,
      'news.google.com': () => ({ text: '<rss version="2.0"><channel></channel></rss>' }),
      ...hackerNewsSite.hosts,
      ...app.hosts,
    },
    time.now,
  )
  function post(rkey: string, text: string): void {
    const record = {
      $type: 'app.bsky.feed.post',
      text,
      createdAt: new Date(time.now()).toISOString(),
      langs: ['en'],
    }
    app.putPost({ uri: `at://${alice}/app.bsky.feed.post/${rkey}`, record, likeCount: 3 })
    jetstream.emit({ kind: 'commit', did: alice, operation: 'create', rkey, record })
  }
  return {
    ...{ hosts, jetstream, post },
    remove: (rkey: string) => jetstream.emit({ kind: 'commit', did: alice, operation: 'delete', rkey }),
  }
}

/** The service on a file, with all sources. */
export async function startOn(
  file: string,
  time: ReturnType<typeof createVirtualTime>,
  { hosts, jetstream }: ReturnType<typeof createNetwork>,
) {
  const world = await startWorld({
    sources: [feeds, news, hackerNews, createBluesky(), createIntake()],
    settings: {
      alerts: [
        { name: 'Acme', query: 'acme -jobs' },
        { name: 'Praise', query: 'fast OR love', languages: ['en', 'de'] },
      ],
      feeds: ['blog', 'gone', 'busy'].map((name) => `https://${name}.example/feed.xml`),
      sources: { news: true, 'hacker-news': true, bluesky: true, intake: { senders: { shop: { token } } } },
    },
    ...{ file, time, send: hosts.send, openSocket: jetstream.openSocket },
  })
  return {
    ...world,
    /** A message to the intake. */
    push: (id: string, item: object) =>
      world.runner.receive('/v1.0/intake', {
        ...{ method: 'POST', parameters: {}, body: Buffer.from(JSON.stringify(item)) },
        headers: { authorization: `Bearer ${token}`, 'webhook-id': id, 'content-type': 'application/json' },
      }),
  }
}

export const review = {
  ...{
    id: 42,
    url: 'https://shop.example/42',
    title: 'Five stars',
    text: 'I love Acme',
    sentiment: 'positive',
  },
  ...{ reach: 12, tags: ['vip'], country: 'DE', author: { name: 'Ben', followers: 7 } },
}
