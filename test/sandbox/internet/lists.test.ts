import { describe, expect, it } from 'vitest'
import { isDeleted, type Post } from '../../../sandbox/internet/posts.ts'
import { apps, countries, feedHosts } from '../../../sandbox/internet/world.ts'
import { fakeWorld, minute, missingIn } from './fake-world.ts'

/** Calls `look` at each interval of the day. */
function throughTheDay(
  { world, setTime }: ReturnType<typeof fakeWorld>,
  everyMs: number,
  look: () => void,
): void {
  for (let time = world.startsAt; time <= world.endsAt; time += everyMs) {
    setTime(time)
    look()
  }
}

/** Posts that were not deleted before the client could have seen them. */
const kept = (posts: readonly Post[]) => posts.filter(({ planted }) => planted !== undefined)

describe('Lobsters', () => {
  it('a reader of both feeds every two hours finds all stories, and exceeds nothing', () => {
    const fake = fakeWorld('lobsters')
    const texts: string[] = []
    throughTheDay(fake, 120 * minute, () => {
      texts.push(
        fake.ask('https://lobste.rs/newest.rss').body,
        fake.ask('https://lobste.rs/comments.rss').body,
      )
    })
    const planted = kept(fake.posts)
    expect(planted.length).toBeGreaterThan(8)
    expect(missingIn(planted, texts)).toEqual([])
    expect(fake.exceeded).toEqual([])
  })

  it('counts a feed that is asked before its ttl, and pages that robots.txt forbids', () => {
    const { ask, pass, exceeded } = fakeWorld('lobsters')
    ask('https://lobste.rs/newest.rss')
    pass(100 * minute)
    ask('https://lobste.rs/newest.rss')
    ask('https://lobste.rs/newest.json')
    expect(exceeded.map(({ limit }) => limit)).toEqual([
      '/newest.rss before its ttl of 120 minutes',
      'robots.txt forbids everything but the feeds',
    ])
    expect(ask('https://lobste.rs/robots.txt').body).toContain('Disallow: /')
  })

  it('answers 304 to a known ETag, and 429 with Retry-After to the fifth request of a second', () => {
    const { ask } = fakeWorld('lobsters')
    const { headers } = ask('https://lobste.rs/newest.rss')
    const again = ask('https://lobste.rs/newest.rss', { headers: { 'if-none-match': headers?.etag ?? '' } })
    expect(again.status).toBe(304)
    ask('https://lobste.rs/rss')
    ask('https://lobste.rs/rss')
    const refused = ask('https://lobste.rs/rss')
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'ratelimit-remaining': '0' },
    })
  })
})

/** Reads the newest posts of a forum, and older pages until one has a known post. */
function readBack({ ask }: ReturnType<typeof fakeWorld>, forum: string, known: Map<number, string>): void {
  for (let before: string | undefined = ''; before !== undefined; ) {
    const { latest_posts: list } = ask(`https://${forum}/posts.json${before}`).json as {
      latest_posts: { id: number }[]
    }
    const fresh = list.filter(({ id }) => !known.has(id))
    for (const post of fresh) known.set(post.id, JSON.stringify(post))
    before = fresh.length === 50 ? `?before=${list.at(-1)?.id}` : undefined
  }
}

describe('Discourse', () => {
  const forums = ['forum.example', 'community.example']

  it('a client that reads /posts.json back to what it knows finds every post', () => {
    const fake = fakeWorld('discourse')
    const known = new Map<number, string>()
    throughTheDay(fake, 30 * minute, () => {
      for (const forum of forums) readBack(fake, forum, known)
    })
    const texts = [...known.values()]
    const planted = kept(fake.posts)
    expect(planted.length).toBeGreaterThan(20)
    expect(missingIn(planted, texts)).toEqual([])
    expect(fake.exceeded).toEqual([])
  })

  it('searches words, phrases, authors and days, the newest first if asked', () => {
    const { ask, posts, pass } = fakeWorld('discourse')
    const post = posts.find(({ planted, place }) => planted !== undefined && place === 'forum.example')
    const found = (q: string) => {
      pass(minute)
      return (
        ask(`https://forum.example/search.json?q=${encodeURIComponent(q)}`).json as {
          posts: { id: number }[]
        }
      ).posts.map(({ id }) => id)
    }
    const marker = post?.planted?.marker ?? ''
    expect(found(`${marker} order:latest`)).toEqual([post?.id])
    expect(found(`${marker} @${post?.author}`)).toEqual([post?.id])
    expect(found(`${marker} @nobody`)).toEqual([])
    expect(found(`${marker} after:2026-12-31`)).toEqual([])
    expect(found(`${marker} -${marker}`)).toEqual([])
  })

  it('refuses a short term and page 11, and answers the 16th search of a minute with its own body of 429', () => {
    const { ask, pass } = fakeWorld('discourse')
    expect(ask('https://forum.example/search.json?q=ab').status).toBe(400)
    expect(ask('https://forum.example/search.json?q=abc&page=11').status).toBe(400)
    const answers = Array.from({ length: 16 }, () => {
      pass(1000)
      return ask('https://forum.example/search.json?q=server')
    })
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(answers.at(-1)?.json).toMatchObject({ failed: 'FAILED' })
  })

  it('answers 429 with its error code to the 51st request in ten seconds', () => {
    const { ask } = fakeWorld('discourse')
    for (let n = 0; n < 50; n++) ask('https://forum.example/latest.json')
    expect(ask('https://forum.example/latest.json')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '10', 'discourse-rate-limit-error-code': 'ip_10_secs_limit' },
    })
  })

  it('has no deleted post', () => {
    const { ask, posts, now } = fakeWorld('discourse')
    const gone = posts.find((post) => isDeleted(post, now()))
    const there = posts.find((post) => !isDeleted(post, now()))
    expect(ask(`https://${gone?.place}/posts/${gone?.id}.json`).status).toBe(404)
    expect(ask(`https://${there?.place}/posts/${there?.id}.json`).status).toBeUndefined()
  })
})

describe('dev.to', () => {
  it('a client that reads the newest list and each new article once finds all articles', () => {
    const fake = fakeWorld('dev-to')
    const texts = new Map<number, string>()
    throughTheDay(fake, 15 * minute, () => {
      const list = fake.ask('https://dev.to/api/articles/latest?per_page=100').json as { id: number }[]
      for (const { id } of list)
        if (!texts.has(id)) {
          fake.pass(1000)
          texts.set(id, fake.ask(`https://dev.to/api/articles/${id}`).body)
        }
    })
    const planted = kept(fake.posts).filter(({ isUnlisted }) => !isUnlisted)
    expect(planted.length).toBeGreaterThan(15)
    expect(missingIn(planted, [...texts.values()])).toEqual([])
    expect(fake.exceeded).toEqual([])
  })

  it('has no texts in lists, swaps the form of tags, and refuses a request without a name or the fourth of a second', () => {
    const { ask, pass } = fakeWorld('dev-to')
    const [first] = ask('https://dev.to/api/articles/latest').json as {
      id: number
      tag_list: unknown
      body_markdown?: string
    }[]
    expect(first).toMatchObject({ tag_list: ['tools', 'news'] })
    expect(first?.body_markdown).toBeUndefined()
    expect(ask(`https://dev.to/api/articles/${first?.id}`).json).toMatchObject({ tag_list: 'tools, news' })
    pass(1000)
    expect(ask('https://dev.to/api/articles', { headers: { 'user-agent': '' } }).status).toBe(403)
    const statuses = Array.from(
      { length: 4 },
      () => ask('https://dev.to/api/articles/search?q=server').status,
    )
    expect(statuses).toEqual([undefined, undefined, undefined, 429])
  })
})

describe('the customer reviews of the App Store', () => {
  const address = (app: string, country: string, page = 1) =>
    `https://itunes.apple.com/${country}/rss/customerreviews/page=${page}/id=${app}/sortBy=mostRecent/json`

  it('a client that reads the first page of each app and country every hour finds all reviews', () => {
    const fake = fakeWorld('app-store')
    const texts: string[] = []
    throughTheDay(fake, 60 * minute, () => {
      for (const app of apps)
        for (const country of countries) {
          fake.pass(4000)
          texts.push(fake.ask(address(app, country)).body)
        }
    })
    const planted = kept(fake.posts)
    expect(planted.length).toBeGreaterThan(10)
    expect(missingIn(planted, texts)).toEqual([])
    expect(fake.exceeded).toEqual([])
  })

  it('gives an object for one review, nothing for none, and no page 11', () => {
    const fake = fakeWorld('app-store', { planted: 0, others: 8000 })
    const place = `${apps[0]}/us`
    const times = fake.posts.filter((post) => post.place === place).map(({ givenAt }) => givenAt)
    const sorted = times.toSorted((a, b) => a - b)
    const entryAt = (time: number) => {
      fake.setTime(time)
      return (fake.ask(address(apps[0] ?? '', 'us')).json as { feed: { entry?: unknown } }).feed.entry
    }
    expect(entryAt((sorted[0] ?? 0) - 1)).toBeUndefined()
    expect(entryAt(sorted[0] ?? 0)).toMatchObject({
      'im:rating': { label: expect.stringMatching(/^[1-5]$/) },
    })
    expect(entryAt(sorted[2] ?? 0)).toBeInstanceOf(Array)
    expect(fake.ask(address(apps[0] ?? '', 'us', 11)).status).toBe(400)
  })
})

describe('Hacker News', () => {
  it('a client that goes an hour back with each poll finds all items, also those that the search knows late', () => {
    const fake = fakeWorld('hacker-news')
    const texts: string[] = []
    throughTheDay(fake, 5 * minute, () => {
      const since = Math.floor((fake.now() - 60 * minute) / 1000)
      texts.push(
        fake.ask(
          `https://hn.algolia.com/api/v1/search_by_date?tags=(story,comment)&numericFilters=created_at_i>${since}&hitsPerPage=1000`,
        ).body,
      )
    })
    const planted = kept(fake.posts)
    expect(planted.length).toBeGreaterThan(15)
    expect(missingIn(planted, texts)).toEqual([])
    expect(fake.exceeded).toEqual([])
  })

  it('has no more than 1,000 hits of a query, and says of a deleted item that it is deleted', () => {
    const { ask, posts, now } = fakeWorld('hacker-news')
    expect(ask('https://hn.algolia.com/api/v1/search_by_date?hitsPerPage=500&page=2').status).toBe(400)
    expect(ask('https://hn.algolia.com/api/v1/search_by_date?numericFilters=karma>1').status).toBe(400)
    const gone = posts.find((post) => isDeleted(post, now()))
    expect(ask(`https://hacker-news.firebaseio.com/v0/item/${gone?.id}.json`).json).toMatchObject({
      deleted: true,
    })
  })
})

describe('Bluesky', () => {
  const client = { send: () => undefined, ping: () => undefined, headers: {} }

  it.each([
    [
      'the old dialect',
      'wss://jetstream1.us-east.bsky.network/subscribe?wantedCollections=app.bsky.feed.post',
    ],
    [
      'the new dialect',
      'wss://jetstream.us-west.bsky.network/xrpc/network.bsky.jetstream.subscribeEvents?collections=app.bsky.feed.post',
    ],
  ])('streams every post, edit and deletion in %s, and repeats them from a cursor on', (_name, address) => {
    const fake = fakeWorld('bluesky')
    const url = new URL(address)
    const frames: string[] = []
    fake.setTime(fake.world.startsAt)
    fake.network?.sockets?.[url.hostname]?.(url, { ...client, send: (frame) => frames.push(frame) })
    fake.setTime(fake.world.endsAt)
    fake.network?.moved?.()
    const planted = kept(fake.posts)
    expect(planted.length).toBeGreaterThan(15)
    expect(missingIn(planted, frames)).toEqual([])
    const again: string[] = []
    url.searchParams.set('cursor', String(fake.world.startsAt * 1000))
    fake.network?.sockets?.[url.hostname]?.(url, { ...client, send: (frame) => again.push(frame) })
    expect(missingIn(planted, again)).toEqual([])
    expect(fake.network?.sockets?.[url.hostname]?.(new URL(`${address}&wrong=1`), { ...client })).toEqual({
      refuse: 400,
    })
  })

  it('gives posts and authors without a key, and searches only with a session', () => {
    const { ask, posts } = fakeWorld('bluesky')
    const [post] = posts
    const uri = `at://did:plc:${post?.author}/app.bsky.feed.post/3mmo${post?.id.toString(36).padStart(9, '2')}`
    expect(
      ask(`https://public.api.bsky.app/xrpc/app.bsky.feed.getPosts?uris=${encodeURIComponent(uri)}`).json,
    ).toMatchObject({ posts: [{ uri }] })
    expect(ask('https://public.api.bsky.app/xrpc/app.bsky.feed.searchPosts?q=a').status).toBe(403)
    expect(ask('https://bsky.social/xrpc/app.bsky.feed.searchPosts?q=a').status).toBe(401)
  })
})

describe('the feeds', () => {
  it('a reader that asks every hour with its validators finds all posts, and exceeds nothing', () => {
    const fake = fakeWorld('feeds')
    const etags = new Map<string, string>()
    const texts: string[] = []
    throughTheDay(fake, 60 * minute, () => {
      for (const host of feedHosts) {
        const known = etags.get(host)
        const answer = fake.ask(`https://${host}/feed.xml`, {
          headers: known === undefined ? {} : { 'if-none-match': known },
        })
        etags.set(host, answer.headers?.etag ?? '')
        texts.push(answer.body)
      }
    })
    expect(missingIn(kept(fake.posts), texts)).toEqual([])
    expect(fake.exceeded).toEqual([])
  })

  it('counts a request before max-age, and one without the validators of the last answer', () => {
    const { ask, pass, exceeded } = fakeWorld('feeds')
    ask('https://blog-1.example/feed.xml')
    pass(5 * minute)
    ask('https://blog-1.example/feed.xml', { headers: { 'if-none-match': '"x"' } })
    pass(20 * minute)
    ask('https://blog-1.example/feed.xml')
    expect(exceeded.map(({ limit }) => limit)).toEqual([
      'a request before max-age',
      'a request without its validators',
    ])
  })
})
