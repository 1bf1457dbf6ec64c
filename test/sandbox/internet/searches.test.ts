import { describe, expect, it } from 'vitest'
import { githubToken } from '../../../sandbox/internet/networks/github.ts'
import { mastodonToken } from '../../../sandbox/internet/networks/mastodon.ts'
import { stackExchangeKey } from '../../../sandbox/internet/networks/stack-exchange.ts'
import { youtubeKey } from '../../../sandbox/internet/networks/youtube.ts'
import { stackSites } from '../../../sandbox/internet/world.ts'
import { askedTerms, fakeWorld, minute, missingIn } from './fake-world.ts'

const encoded = encodeURIComponent

describe('GitHub', () => {
  const api = 'https://api.github.com'
  const token = { headers: { authorization: `Bearer ${githubToken}` } }
  const search = (q: string) => `${api}/search/issues?q=${encoded(q)}&sort=created&order=desc&per_page=100`

  it('a client that asks for each term, by issues, pull requests and discussions, finds everything expressible within the limits', () => {
    const { expressible, ask, pass, exceeded } = fakeWorld('github')
    const planted = expressible()
    const texts: string[] = []
    for (const term of askedTerms(planted)) {
      const [, repository] = /^github\.com\/(.+)$/.exec(term) ?? []
      const quoted = repository === undefined ? `"${term}"` : `repo:${repository}`
      const words = `${quoted} created:>=2026-11-29T00:00:00Z`
      for (const kind of ['issue', 'pr']) {
        pass(2000)
        texts.push(ask(search(`${words} is:${kind}`), token).body)
      }
      const query = 'query($q: String!) { search(query: $q, type: DISCUSSION, first: 50) { nodes { ... } } }'
      const body = JSON.stringify({ query, variables: { q: words } })
      texts.push(ask(`${api}/graphql`, { ...token, method: 'POST', body }).body)
    }
    pass(minute)
    texts.push(
      ask(search('author:kimleehq is:issue'), token).body,
      ask(search('author:kimleehq is:pr'), token).body,
    )
    expect(planted.length).toBeGreaterThan(20)
    expect(
      missingIn(
        planted.filter(({ author }) => author !== 'kimleehq'),
        texts,
      ),
    ).toEqual([])
    expect(exceeded).toEqual([])
  })

  it('answers 403 to the eleventh search of a minute without a token, says when to come back, and counts it', () => {
    const { ask, pass, exceeded } = fakeWorld('github')
    const statuses = Array.from({ length: 11 }, () => ask(search('zentrova is:issue')).status ?? 200)
    expect(statuses).toEqual([...Array(10).fill(200), 403])
    expect(exceeded).toMatchObject([{ network: 'github', limit: 'searches a minute' }])
    const { headers } = ask(search('zentrova is:issue'))
    expect(headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-resource': 'search' })
    pass(minute)
    expect(ask(search('zentrova is:issue')).status).toBeUndefined()
  })

  it.each([
    ['neither issues nor pull requests', 'zentrova'],
    ['more than 256 characters', `${'word '.repeat(60)} is:issue`],
    ['more than five operators', 'a OR b OR c OR d OR e OR f OR g is:issue'],
  ])('refuses with 422 a query with %s', (_what, query) => {
    expect(fakeWorld('github').ask(search(query))).toMatchObject({
      status: 422,
      json: { message: 'Validation Failed' },
    })
  })

  it('reads OR, parentheses, NOT and qualifiers', () => {
    const { ask, pass, posts } = fakeWorld('github')
    const count = (query: string) => {
      pass(minute)
      return (ask(search(`${query} is:issue`)).json as { total_count: number }).total_count
    }
    const [server, camera] = [count('server'), count('camera')]
    expect(server).toBeGreaterThan(5)
    expect(count('(server OR camera)')).toBe(server + camera - count('server camera'))
    // Without parentheses the qualifier belongs to the second word.
    expect(count('server OR camera')).toBeGreaterThan(count('(server OR camera)'))
    expect(count('server NOT camera')).toBe(server - count('server camera'))
    expect(count('server author:nobody')).toBe(0)
    const place = posts[0]?.place
    expect(count(`server repo:${place}`)).toBeLessThan(server)
  })

  it('refuses a request without a User-Agent, and one with a wrong token', () => {
    const { ask } = fakeWorld('github')
    expect(ask(search('a is:issue'), { headers: { 'user-agent': '' } }).status).toBe(403)
    expect(ask(search('a is:issue'), { headers: { authorization: 'Bearer x' } }).status).toBe(401)
  })

  it('says of a deleted issue that it is gone', () => {
    const { ask, posts, now } = fakeWorld('github')
    const gone = posts.find(
      ({ kind, deletedAt }) => kind === 'issue' && (deletedAt ?? Number.POSITIVE_INFINITY) < now(),
    )
    expect(ask(`${api}/repos/${gone?.place}/issues/${gone?.id}`).status).toBe(410)
  })
})

describe('Stack Exchange', () => {
  const api = 'https://api.stackexchange.com/2.3'
  const key = `key=${encoded(stackExchangeKey)}`

  it('a client that asks each site for each term and keeps to backoff finds everything expressible', () => {
    const { expressible, ask, pass, exceeded } = fakeWorld('stack-exchange')
    const planted = expressible()
    const texts: string[] = []
    for (const term of askedTerms(planted))
      for (const site of stackSites) {
        const by = term.includes('.example') ? 'advanced' : 'excerpts'
        const field = by === 'advanced' ? `filter=withbody&url=*${term}*` : `q=${encoded(`"${term}"`)}`
        const answer = ask(
          `${api}/search/${by}?site=${site}&sort=creation&order=desc&pagesize=100&${field}&${key}`,
        )
        texts.push(answer.body)
        pass(1000 * ((answer.json as { backoff?: number }).backoff ?? 0) + 1000)
      }
    // `url` finds questions only.
    const reachable = planted.filter(
      (post) => !(post.kind === 'answer' && post.planted?.alert === 'the own site'),
    )
    expect(reachable.length).toBeGreaterThan(15)
    expect(missingIn(reachable, texts)).toEqual([])
    expect(exceeded).toEqual([])
  })

  it('always packs its answers, and counts the quota down', () => {
    const { ask } = fakeWorld('stack-exchange')
    const address = `${api}/search/excerpts?site=stackoverflow&q=server`
    expect(ask(address)).toMatchObject({ isGzipped: true, json: { quota_max: 300, quota_remaining: 299 } })
    expect(ask(`${address}&${key}`)).toMatchObject({ json: { quota_max: 10_000 } })
  })

  it('refuses who does not wait for backoff, and who has used the quota up, with 400 and error 502', () => {
    const { ask, pass, exceeded } = fakeWorld('stack-exchange')
    const once = (n: number) => ask(`${api}/search/excerpts?site=stackoverflow&q=w${n}`)
    const answers = Array.from({ length: 41 }, (_, n) => {
      pass(1000)
      return once(n)
    })
    expect(answers[39]?.json).toMatchObject({ backoff: 10 })
    expect(answers[40]).toMatchObject({
      status: 400,
      json: { error_id: 502, error_name: 'throttle_violation' },
    })
    for (let n = 50; n < 320; n++) {
      pass(11_000)
      once(n)
    }
    expect(once(400).json).toMatchObject({
      error_message: expect.stringMatching(/too many requests from this IP, more/),
    })
    expect(new Set(exceeded.map(({ limit }) => limit))).toEqual(
      new Set(['backoff of a method', 'requests a day']),
    )
  })

  it('refuses an unknown site, a page above 25 and more than 100 items', () => {
    const { ask } = fakeWorld('stack-exchange')
    for (const wrong of ['site=nowhere', 'site=serverfault&page=26', 'site=serverfault&pagesize=101'])
      expect(ask(`${api}/search/excerpts?q=a&${wrong}`).status, wrong).toBe(400)
  })
})

describe('Lemmy', () => {
  const api = 'https://lemmy.example/api/v3'

  it('a client that asks for each term and for later pages finds everything expressible', () => {
    const { expressible, ask, pass, exceeded } = fakeWorld('lemmy')
    const planted = expressible()
    const texts: string[] = []
    for (const term of askedTerms(planted))
      for (const page of [1, 2]) {
        pass(11_000)
        texts.push(ask(`${api}/search?q=${encoded(term)}&type_=All&sort=New&limit=50&page=${page}`).body)
      }
    expect(planted.length).toBeGreaterThan(15)
    expect(missingIn(planted, texts)).toEqual([])
    expect(exceeded).toEqual([])
  })

  it('finds parts of words and signs, and words only in their order', () => {
    const { ask, posts, pass } = fakeWorld('lemmy')
    const found = (q: string) => {
      pass(minute)
      const { posts: some, comments } = ask(`${api}/search?q=${encoded(q)}&sort=New&limit=50`).json as Record<
        string,
        unknown[]
      >
      return (some?.length ?? 0) + (comments?.length ?? 0)
    }
    expect(posts.length).toBeGreaterThan(100)
    expect(found('eighbou')).toBeGreaterThan(3)
    expect(found('Yesterday repair')).toBeGreaterThan(0)
    expect(found('repair Yesterday')).toBeLessThan(found('Yesterday repair'))
    expect(found('"Yesterday"')).toBe(0)
    expect(found('100%')).toBe(0)
  })

  it('answers 400 rate_limit_error to the 61st search in ten minutes, and to a limit above 50', () => {
    const { ask, exceeded } = fakeWorld('lemmy')
    expect(ask(`${api}/search?q=a&limit=51`)).toMatchObject({ status: 400 })
    for (let n = 0; n < 59; n++) ask(`${api}/search?q=a`)
    expect(ask(`${api}/search?q=a`)).toMatchObject({ status: 400, json: { error: 'rate_limit_error' } })
    expect(exceeded).toHaveLength(1)
  })

  it('says of a deleted post that it is deleted, without its text', () => {
    const { ask, posts, now } = fakeWorld('lemmy')
    const gone = posts.find(
      ({ kind, deletedAt }) => kind === 'comment' && (deletedAt ?? Number.POSITIVE_INFINITY) < now(),
    )
    expect(ask(`${api}/comment?id=${gone?.id}`).json).toMatchObject({
      comment_view: { comment: { deleted: true, content: '' } },
    })
  })
})

describe('Mastodon', () => {
  const server = 'https://mastodon.example'
  const token = { headers: { authorization: `Bearer ${mastodonToken}` } }

  it('a client with a token that asks for each term and each tag finds everything expressible', () => {
    const { expressible, ask, pass, exceeded } = fakeWorld('mastodon')
    const planted = expressible()
    const texts: string[] = []
    for (const term of askedTerms(planted)) {
      pass(3000)
      texts.push(ask(`${server}/api/v2/search?type=statuses&limit=40&q=${encoded(`"${term}"`)}`, token).body)
      if (/^\w+$/.test(term)) texts.push(ask(`${server}/api/v1/timelines/tag/${term}?limit=40`).body)
    }
    texts.push(ask(`${server}/api/v2/search?type=statuses&q=from:kimleehq`, token).body)
    expect(planted.length).toBeGreaterThan(20)
    expect(missingIn(planted, texts)).toEqual([])
    expect(exceeded).toEqual([])
  })

  it('pages forward without gaps by min_id and back by the Link header', () => {
    const { ask, posts, now } = fakeWorld('mastodon', { planted: 0, others: 9000 })
    const tag = posts.find(({ tags }) => tags.length > 0)?.tags[0] ?? ''
    const all = posts.filter(
      ({ tags, givenAt, deletedAt }) =>
        tags.includes(tag) && givenAt <= now() && !((deletedAt ?? Infinity) <= now()),
    )
    const idsOf = (json: unknown) => (json as { id: string }[]).map(({ id }) => id)
    const forward: string[] = []
    for (let min = '1'; ; ) {
      const ids = idsOf(ask(`${server}/api/v1/timelines/tag/${tag}?limit=10&min_id=${min}`).json)
      if (ids.length === 0) break
      forward.push(...ids.toReversed())
      min = ids[0] ?? ''
    }
    expect(forward).toHaveLength(all.length)
    expect(all.length).toBeGreaterThan(30)
    const back: string[] = []
    for (
      let next: string | undefined = `${server}/api/v1/timelines/tag/${tag}?limit=40`;
      next !== undefined;
    ) {
      const answer = ask(next)
      back.push(...idsOf(answer.json))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers?.link ?? '')?.[1]
    }
    expect(back).toEqual(forward.toReversed())
  })

  it('pages a search by its offset, the newest first, and knows no ids there', () => {
    const { ask, expressible } = fakeWorld('mastodon')
    const [term] = askedTerms(expressible())
    const search = `${server}/api/v2/search?type=statuses&q=${encoded(`"${term}"`)}`
    const found = (query: string) =>
      (ask(`${search}&${query}`, token).json as { statuses: { id: string }[] }).statuses.map(({ id }) => id)
    const all = found('limit=40')
    expect(all.length).toBeGreaterThan(1)
    expect(all).toEqual(all.toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)))
    expect([...found('limit=1'), ...found('limit=1&offset=1')]).toEqual(all.slice(0, 2))
    expect(ask(`${search}&min_id=1`, token).status).toBe(422)
  })

  it('finds no posts without a token, and none of authors who do not want to be found', () => {
    const { ask, posts } = fakeWorld('mastodon')
    const hidden = posts.find(({ planted, isIndexable }) => planted !== undefined && !isIndexable)
    const q = encoded(hidden?.planted?.marker ?? '')
    expect(ask(`${server}/api/v2/search?q=${q}`).json).toMatchObject({ statuses: [] })
    expect(ask(`${server}/api/v2/search?q=${q}`, token).json).toMatchObject({ statuses: [] })
  })

  it('streams what comes, what changes and what is deleted, to who has a token', () => {
    const { ask, network, posts, world, setTime } = fakeWorld('mastodon')
    expect(ask(`${server}/api/v1/streaming/public`).status).toBe(401)
    setTime(world.startsAt)
    const seen: string[] = []
    const end = ask(`${server}/api/v1/streaming/public`, token).stream?.((text) => seen.push(text))
    setTime(world.endsAt)
    network?.moved?.()
    end?.()
    const count = (event: string) => seen.filter((text) => text.startsWith(`event: ${event}\n`)).length
    const inDay = posts.filter(({ givenAt }) => givenAt > world.startsAt && givenAt <= world.endsAt)
    expect(count('update')).toBe(
      inDay.filter(({ deletedAt }) => !((deletedAt ?? Infinity) <= world.endsAt)).length,
    )
    expect(count('delete')).toBeGreaterThan(0)
    expect(count('status.update')).toBeGreaterThan(0)
  })

  it('streams the posts with a tag over a websocket, too, and refuses it without a token', () => {
    const { network, posts, world, setTime } = fakeWorld('mastodon')
    setTime(world.startsAt)
    const tag = posts.find(({ tags, givenAt }) => tags.length > 0 && givenAt > world.startsAt)?.tags[0] ?? ''
    const url = new URL(`wss://mastodon.example/api/v1/streaming?stream=hashtag&tag=${tag}`)
    const frames: { stream: string[]; event: string; payload: string }[] = []
    const client = {
      send: (frame: string) => void frames.push(JSON.parse(frame)),
      ping: () => undefined,
      headers: token.headers,
    }
    const open = network?.sockets?.['mastodon.example']
    expect(open?.(url, { ...client, headers: {} })).toEqual({ refuse: 401 })
    open?.(url, client)
    setTime(world.endsAt)
    network?.moved?.()
    expect(frames.length).toBeGreaterThan(0)
    for (const { stream, payload, event } of frames) {
      expect(stream).toEqual(['hashtag', tag])
      if (event === 'update') expect(JSON.parse(payload).tags).toMatchObject([{ name: tag }])
    }
  })

  it('answers 429 to the 301st request in five minutes', () => {
    const { ask } = fakeWorld('mastodon')
    const statuses = Array.from({ length: 301 }, () => ask(`${server}/api/v2/instance`).status)
    expect(statuses.slice(-2)).toEqual([undefined, 429])
  })
})

describe('SearXNG', () => {
  const server = 'https://searx.example/search?format=json'

  it('a client that asks for each term and reads the pages of the day finds everything expressible', () => {
    const { expressible, ask, pass, exceeded } = fakeWorld('searxng')
    const planted = expressible()
    const texts: string[] = []
    for (const term of askedTerms(planted))
      for (const page of [1, 2]) {
        pass(5000)
        texts.push(ask(`${server}&time_range=day&pageno=${page}&q=${encoded(`"${term}"`)}`).body)
      }
    expect(planted.length).toBeGreaterThan(10)
    expect(missingIn(planted, texts)).toEqual([])
    expect(exceeded).toEqual([])
  })

  it('refuses other formats, and a request without a query', () => {
    const { ask } = fakeWorld('searxng')
    expect(ask('https://searx.example/search?q=a&format=csv').status).toBe(403)
    expect(ask(server).status).toBe(400)
  })
})

describe('YouTube', () => {
  const api = `https://www.googleapis.com/youtube/v3`
  const key = `key=${youtubeKey}`
  const search = (q: string, more = '') =>
    `${api}/search?part=snippet&type=video&order=date&maxResults=50&${key}&q=${encoded(q)}${more}`

  it('a client that joins its terms with | and reads whole descriptions finds everything expressible with few searches', () => {
    const { expressible, ask, exceeded } = fakeWorld('youtube')
    const planted = expressible()
    const terms = askedTerms(planted).map((term) => `"${term}"`)
    const ids = new Set<string>()
    for (let from = 0; from < terms.length; from += 10) {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const { items, nextPageToken } = ask(
          search(terms.slice(from, from + 10).join('|'), token && `&pageToken=${token}`),
        ).json as {
          items: { id: { videoId: string } }[]
          nextPageToken?: string
        }
        for (const { id } of items) ids.add(id.videoId)
        token = nextPageToken
      }
    }
    const list = [...ids]
    const texts: string[] = []
    for (let from = 0; from < list.length; from += 50)
      texts.push(
        ask(`${api}/videos?part=snippet,statistics&id=${list.slice(from, from + 50).join(',')}&${key}`).body,
      )
    expect(planted.length).toBeGreaterThan(8)
    expect(missingIn(planted, texts)).toEqual([])
    expect(exceeded).toEqual([])
  })

  it('answers 403 quotaExceeded to the 101st search until midnight in Los Angeles, and still lists videos', () => {
    const { ask, setTime, exceeded } = fakeWorld('youtube')
    setTime(Date.UTC(2026, 10, 30, 20))
    for (let n = 0; n < 100; n++) ask(search('server'))
    expect(ask(search('server'))).toMatchObject({
      status: 403,
      json: { error: { errors: [{ reason: 'quotaExceeded' }] } },
    })
    expect(ask(`${api}/videos?part=snippet&id=a&${key}`).status).toBeUndefined()
    setTime(Date.UTC(2026, 11, 1, 7, 59))
    expect(ask(search('server')).status).toBe(403)
    setTime(Date.UTC(2026, 11, 1, 8))
    expect(ask(search('server')).status).toBeUndefined()
    expect(exceeded).toHaveLength(2)
  })

  it('refuses a request without a key and a wrong time, and shows descriptions only in part', () => {
    const { ask } = fakeWorld('youtube')
    expect(ask(`${api}/search?part=snippet&q=a`).status).toBe(403)
    expect(ask(search('a', '&publishedAfter=yesterday')).status).toBe(400)
    const { items } = ask(search('server|camera|garden|novel')).json as {
      items: { snippet: { description: string } }[]
    }
    expect(items.length).toBeGreaterThan(0)
    for (const { snippet } of items) expect(snippet.description.length).toBeLessThanOrEqual(120)
  })
})

describe('the news searches', () => {
  it('give headlines, of Google with the newspaper and of Bing with the own address, to who asks for each term', () => {
    const { expressible, ask, pass } = fakeWorld('news')
    const planted = expressible()
    const [google, bing]: [string[], string[]] = [[], []]
    for (const term of askedTerms(planted)) {
      pass(30_000)
      google.push(ask(`https://news.google.com/rss/search?q=${encoded(`"${term}"`)}+when:1d&hl=en-US`).body)
      bing.push(ask(`https://www.bing.com/news/search?format=rss&q=${encoded(`"${term}"`)}`).body)
    }
    expect(planted.length).toBeGreaterThan(3)
    expect(missingIn(planted, google)).toEqual([])
    expect(missingIn(planted, bing)).toEqual([])
    expect(google.join('')).toContain('<source url=')
  })
})
