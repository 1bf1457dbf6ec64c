import {
  type Answer,
  type Asked,
  escapeHtml,
  type FakeNetwork,
  htmlOf,
  iso,
  type NetworkDeps,
  type SocketSite,
} from '../network.ts'
import { fits, given, isDeleted, isGiven, type Post, partsOf, textOf } from '../posts.ts'

/**
 * A server that runs Mastodon. Tag timelines with min_id, since_id, max_id and Link; search of posts only with a token, at most 40, for authors that are
 * indexable; streams with a token: mastodon/documentation methods/timelines.md, search.md, streaming.md. Operators of the search:
 * app/lib/search_query_transformer.rb. It has no pages by ids: app/services/statuses_search_service.rb turns `min_id` into a time that newer
 * versions refuse, gives the newest first from `offset` on, and takes posts of hidden authors out of each page. Limits and the body of 429: config/initializers/rack_attack.rb (no Retry-After; the reset is a time).
 * Ids have the ms of writing in their high bits, so a post that arrives late is below newer ones.
 */
export const mastodonToken = 'fakeMastodonToken'

const host = 'mastodon.example'
const fiveMinutes = 300_000

export function createMastodon({ posts, now, limits, skewMs, startsAt }: NetworkDeps): FakeNetwork {
  const idOf = ({ writtenAt, id }: Post) => (BigInt(writtenAt) << 16n) + BigInt(id % 65_536)
  const byId = new Map(posts.map((post) => [String(idOf(post)), post]))
  const listeners = new Set<{ tag: string | undefined; tell: Teller }>()
  let toldUntil = startsAt
  let nextThump = startsAt

  function site(asked: Asked): Answer {
    const { url, headers } = asked
    const token = headers.authorization?.replace(/^Bearer /, '')
    if (token !== undefined && token !== mastodonToken)
      return { status: 401, json: { error: 'The access token is invalid' } }
    const refused = takeOne(url, token)
    if (refused !== undefined) return refused
    const [, tag] = /^\/api\/v1\/timelines\/tag\/([^/]+)$/.exec(url.pathname) ?? []
    if (tag !== undefined) return timeline(url, decodeURIComponent(tag))
    if (url.pathname.startsWith('/api/v1/streaming/')) return streaming(url, token)
    switch (url.pathname) {
      case '/api/v2/search':
        return search(url, token)
      case '/api/v2/instance':
        return { json: instance }
      case '/api/v1/statuses':
        return { json: url.searchParams.getAll('id[]').flatMap((id) => shown(id)) }
      default:
        return oneOf(url)
    }
  }

  function takeOne(url: URL, token: string | undefined): Answer | undefined {
    const key = token ?? ''
    const isPaging = ['page', 'min_id', 'max_id', 'since_id'].some((name) => url.searchParams.has(name))
    const refused = limits.take(
      'mastodon',
      { name: 'requests in 5 minutes', requests: 300, windowMs: fiveMinutes, kind: 'fixed', key },
      ...(isPaging
        ? [
            {
              name: 'pages in 15 minutes',
              requests: 300,
              windowMs: 3 * fiveMinutes,
              kind: 'fixed' as const,
              key,
            },
          ]
        : []),
    )
    if (refused === undefined) return undefined
    const headers = {
      'x-ratelimit-limit': String(refused.limit.requests),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': iso(now() + refused.waitMs),
    }
    return { status: 429, headers, json: { error: 'Too many requests' } }
  }

  function oneOf({ pathname }: URL): Answer {
    const [, id = ''] = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname) ?? []
    const [status] = shown(id)
    return status === undefined ? { status: 404, json: { error: 'Record not found' } } : { json: status }
  }

  function shown(id: string): object[] {
    const post = byId.get(id)
    return post !== undefined && isGiven(post, now()) ? [statusOf(post)] : []
  }

  function timeline(url: URL, tag: string): Answer {
    const { searchParams: asked } = url
    const tags = [tag, ...asked.getAll('any[]').slice(0, 4)].map((one) => one.toLowerCase())
    const found = given(posts, now()).filter((post) => post.tags.some((one) => tags.includes(one)))
    const page = paged(asked, found, 20)
    const [first, last] = [page[0], page.at(-1)]
    const link = (name: string, post: Post, rel: string) => {
      const to = new URL(url)
      for (const id of ['min_id', 'max_id', 'since_id']) to.searchParams.delete(id)
      to.searchParams.set(name, String(idOf(post)))
      return `<${to.href}>; rel="${rel}"`
    }
    const headers: Record<string, string> =
      first === undefined || last === undefined
        ? {}
        : { link: `${link('max_id', last, 'next')}, ${link('min_id', first, 'prev')}` }
    return { headers, json: page.map(statusOf) }
  }

  /** `min_id` gives those immediately above it, `since_id` the newest above it; both the newest first. */
  function paged(asked: URLSearchParams, found: Post[], usual: number): Post[] {
    const limit = Math.min(40, Math.max(1, Number(asked.get('limit') ?? usual)))
    const [min, since, max] = ['min_id', 'since_id', 'max_id'].map((name) => idIn(asked.get(name)))
    const sorted = found
      .filter((post) => (max === undefined || idOf(post) < max) && idOf(post) > (min ?? since ?? 0n))
      .sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1))
    return min === undefined ? sorted.slice(0, limit) : sorted.slice(-limit)
  }

  function search(url: URL, token: string | undefined): Answer {
    const { searchParams: asked } = url
    if (token === undefined && (asked.has('offset') || asked.get('resolve') === 'true'))
      return {
        status: 401,
        json: { error: 'Search queries pagination is not supported without authentication' },
      }
    const wantsStatuses = (asked.get('type') ?? 'statuses') === 'statuses'
    const found = token !== undefined && wantsStatuses ? matching(asked.get('q') ?? '') : []
    if (['min_id', 'max_id'].some((name) => asked.has(name)))
      return { status: 422, json: { error: 'Invalid date' } }
    const limit = Math.min(40, Math.max(1, Number(asked.get('limit') ?? 20)))
    const offset = Number(asked.get('offset') ?? 0)
    const statuses = found.toSorted((a, b) => (idOf(a) < idOf(b) ? 1 : -1)).slice(offset, offset + limit)
    return { json: { accounts: [], hashtags: [], statuses: statuses.map(statusOf) } }
  }

  function matching(q: string): Post[] {
    const fields: Record<string, string> = {}
    const plain = q.replace(
      /\b(from|language|before|after|during|has|is|in):(\S+)/g,
      (_all, name: string, value: string) => {
        fields[name] = value
        return ' '
      },
    )
    const parts = partsOf(plain)
    const author = fields.from?.replace(/^@/, '').split('@')[0]
    const [after, before] = [Date.parse(fields.after ?? ''), Date.parse(fields.before ?? '')]
    return given(posts, now()).filter(
      (post) =>
        post.isIndexable &&
        (author === undefined || post.author === author) &&
        !(post.writtenAt <= after) &&
        !(post.writtenAt >= before) &&
        fits(textOf(post, now()), parts),
    )
  }

  function streaming(url: URL, token: string | undefined): Answer {
    if (url.pathname === '/api/v1/streaming/health') return { text: 'OK' }
    if (token === undefined) return { status: 401, json: { error: 'Missing access token' } }
    const isOfTag = url.pathname.startsWith('/api/v1/streaming/hashtag')
    const tag = isOfTag ? url.searchParams.get('tag')?.toLowerCase() : undefined
    return {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'private, no-store' },
      stream(write) {
        const tell: Teller = (event, data) =>
          write(event === 'thump' ? ':thump\n\n' : `event: ${event}\ndata: ${data}\n\n`)
        write(':)\n\n')
        return listen(tag, tell)
      },
    }
  }

  /** The same over a websocket. There a thump is a ping, which no program sees. */
  const socket: SocketSite = (url, { send, ping, headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? url.searchParams.get('access_token')
    if (!/^\/api\/v1\/streaming\/?$/.test(url.pathname)) return { refuse: 404 }
    if (token !== mastodonToken && headers['sec-websocket-protocol'] !== mastodonToken) return { refuse: 401 }
    const stream = url.searchParams.get('stream') ?? ''
    const tag = stream.startsWith('hashtag') ? url.searchParams.get('tag')?.toLowerCase() : undefined
    if (!/^(public|hashtag)/.test(stream)) {
      send(JSON.stringify({ error: 'Unknown stream type', status: 400 }))
      return () => undefined
    }
    const name = tag === undefined ? [stream] : [stream, tag]
    return listen(tag, (event, payload) => {
      if (event === 'thump') ping()
      else send(JSON.stringify({ stream: name, event, payload }))
    })
  }

  function listen(tag: string | undefined, tell: Teller): () => void {
    const listener = { tag, tell }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** Tells the listeners what has come since they were told last. A late post arrives when it is given. */
  function moved(): void {
    const [from, to] = [toldUntil, now()]
    toldUntil = to
    if (listeners.size === 0) return
    for (const post of posts) tellNews(post, from, to)
    if (to >= nextThump) {
      nextThump = to + 15_000
      for (const { tell: thump } of listeners) thump('thump', '')
    }
  }

  function tellNews(post: Post, from: number, to: number): void {
    const isNow = (at: number | undefined) => at !== undefined && at > from && at <= to
    if (isNow(post.givenAt)) tell(post, 'update', JSON.stringify(statusOf(post)))
    if (isNow(post.edit?.at)) tell(post, 'status.update', JSON.stringify(statusOf(post)))
    if (isNow(post.deletedAt)) tell(post, 'delete', String(idOf(post)))
  }

  function tell(post: Post, event: string, data: string): void {
    if (event !== 'delete' && isDeleted(post, now())) return
    for (const listener of listeners)
      if (listener.tag === undefined || post.tags.includes(listener.tag)) listener.tell(event, data)
  }

  function statusOf(post: Post): object {
    const url = `https://${host}/@${post.author}/${idOf(post)}`
    const text = textOf(post, now())
    const content = post.tags.reduce(
      (html, tag) =>
        html.replace(
          new RegExp(`#(${tag})\\b`, 'i'),
          `<a href="https://${host}/tags/${tag}" class="mention hashtag" rel="tag">#<span>$1</span></a>`,
        ),
      htmlOf(text),
    )
    return {
      ...{
        id: String(idOf(post)),
        created_at: iso(post.writtenAt + skewMs),
        in_reply_to_id: null,
        sensitive: false,
      },
      ...{
        spoiler_text: '',
        visibility: 'public',
        language: 'en',
        url,
        uri: `https://${host}/users/${post.author}/statuses/${idOf(post)}`,
      },
      ...{ replies_count: 0, reblogs_count: post.points % 5, favourites_count: post.points % 9, content },
      edited_at: post.edit !== undefined && post.edit.at <= now() ? iso(post.edit.at + skewMs) : null,
      reblog: null,
      account: {
        ...{
          id: String(1000 + post.author.length),
          username: post.author,
          acct: post.author,
          display_name: post.author,
        },
        ...{
          bot: false,
          discoverable: true,
          indexable: post.isIndexable,
          note: '<p>Hello</p>',
          url: `https://${host}/@${post.author}`,
        },
        ...{
          avatar: `https://${host}/avatars/1.png`,
          followers_count: 100 + post.points,
          statuses_count: 10,
        },
      },
      tags: post.tags.map((name) => ({ name, url: `https://${host}/tags/${name}` })),
      ...{ mentions: [], emojis: [], card: null, media_attachments: [], poll: null },
    }
  }

  function rss({ url }: Asked): Answer {
    const [, tag = ''] = /^\/tags\/([^/]+)\.rss$/.exec(url.pathname) ?? []
    const found = given(posts, now()).filter(({ tags }) =>
      tags.includes(decodeURIComponent(tag).toLowerCase()),
    )
    const items = found
      .slice(0, 20)
      .map(
        (post) =>
          `<item><guid isPermaLink="true">https://${host}/@${post.author}/${idOf(post)}</guid><link>https://${host}/@${post.author}/${idOf(post)}</link><pubDate>${new Date(post.writtenAt + skewMs).toUTCString()}</pubDate><description>${escapeHtml(htmlOf(textOf(post, now())))}</description></item>`,
      )
    return {
      headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
      text: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>#${tag}</title>${items.join('')}</channel></rss>`,
    }
  }

  const all = (asked: Asked) => (asked.url.pathname.endsWith('.rss') ? rss(asked) : site(asked))
  return { name: 'mastodon', hosts: { [host]: all }, sockets: { [host]: socket }, moved }
}

type Teller = (event: string, data: string) => void

const idIn = (text: string | null): bigint | undefined =>
  text !== null && /^\d+$/.test(text) ? BigInt(text) : undefined

const instance = {
  domain: host,
  title: 'Mastodon',
  version: '4.5.0',
  configuration: {
    urls: { streaming: `wss://${host}` },
    timelines_access: {
      live_feeds: { local: 'public', remote: 'authenticated' },
      hashtag_feeds: { local: 'public', remote: 'public' },
    },
  },
}
