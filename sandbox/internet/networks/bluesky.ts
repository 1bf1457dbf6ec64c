import {
  type Answer,
  type Asked,
  type FakeNetwork,
  iso,
  type NetworkDeps,
  type SocketSite,
  wholeOf,
} from '../network.ts'
import { fits, given, isDeleted, type Post, partsOf, textOf } from '../posts.ts'

/**
 * Bluesky: Jetstream in both of its dialects (bluesky-social/jetstream docs/README.md section 5, internal/subscribe), `getPosts` and `getProfiles` without a
 * key at public.api.bsky.app, where a search is a 403 (social-app#8608), and the search with a session at bsky.social. The cursor is inclusive, goes back 36
 * hours, and identity and account events come whatever is wanted. 3,000 requests in five minutes.
 */
const collection = 'app.bsky.feed.post'
const hourMs = 3_600_000
const streams = [1, 2].flatMap((n) =>
  ['us-east', 'us-west'].map((place) => `jetstream${n}.${place}.bsky.network`),
)
const newStreams = ['us-east', 'us-west'].map((place) => `jetstream.${place}.bsky.network`)

type Event = { at: number; post: Post; operation: 'create' | 'update' | 'delete' }
type Client = { url: URL; send: (frame: string) => void }

export function createBluesky({ posts, now, limits, startsAt }: NetworkDeps): FakeNetwork {
  const events: Event[] = posts
    .flatMap((post): Event[] => [
      { at: post.givenAt, post, operation: 'create' },
      ...(post.edit === undefined ? [] : [{ at: post.edit.at, post, operation: 'update' as const }]),
      ...(post.deletedAt === undefined ? [] : [{ at: post.deletedAt, post, operation: 'delete' as const }]),
    ])
    .sort((a, b) => a.at - b.at)
  const clients = new Set<Client>()
  let toldUntil = startsAt
  let quietUntil = startsAt
  let next = events.findIndex(({ at }) => at > startsAt)

  const socket: SocketSite = (url, { send }) => {
    if (!isUnderstood(url)) return { refuse: 400 }
    const cursor = url.searchParams.get('cursor')
    const client = { url, send }
    if (cursor !== null && Number(cursor) <= now() * 1000) {
      const from = Math.max(Number(cursor) / 1000, now() - 36 * hourMs)
      for (const event of events) if (event.at >= from && event.at <= toldUntil) tell(client, event)
    }
    clients.add(client)
    return () => void clients.delete(client)
  }

  /** Sends what has come since. There is always something on the network, so a client that hears nothing for a minute is right to leave. */
  function moved(): void {
    toldUntil = now()
    for (let event = events[next]; event !== undefined && event.at <= toldUntil; event = events[++next])
      for (const client of clients) tell(client, event)
    if (toldUntil < quietUntil) return
    quietUntil = toldUntil + 20_000
    for (const client of clients) client.send(identityFrame(client.url))
  }

  function tell({ url, send }: Client, { at, post, operation }: Event): void {
    const isNew = isNewDialect(url)
    const wanted = url.searchParams.getAll(isNew ? 'collections' : 'wantedCollections')
    if (wanted.length > 0 && !wanted.includes(collection)) return
    const timeUs = at * 1000 + (post.id % 1000)
    const commit = {
      ...{ rev: '3mmoojpaqkn2z', operation, collection, rkey: rkeyOf(post) },
      ...(operation !== 'delete' && {
        record: recordOf(post, at),
        cid: 'bafyreicl7ag3wzqyvukxqkmq4j5zvcdtqk6pzxrjc5yxm2xgc6u6w3m7ha',
      }),
    }
    send(
      JSON.stringify(
        isNew
          ? newFrame('commit', didOf(post), timeUs, commit)
          : { did: didOf(post), time_us: timeUs, kind: 'commit', commit },
      ),
    )
  }

  function identityFrame(url: URL): string {
    const [did, timeUs] = ['did:plc:quiet', now() * 1000]
    const identity = { did, seq: 30340180350, time: iso(now()) }
    return JSON.stringify(
      isNewDialect(url)
        ? newFrame('identity', did, timeUs, { identity })
        : { did, time_us: timeUs, kind: 'identity', identity },
    )
  }

  const recordOf = (post: Post, at: number) => ({
    ...{
      $type: collection,
      createdAt: iso(post.writtenAt),
      langs: /[\p{Script=Han}\p{Script=Katakana}]/u.test(post.text) ? ['ja'] : ['en'],
    },
    ...{ text: textOf(post, at), facets: facetsOf(textOf(post, at)) },
  })

  const viewOf = (post: Post) => ({
    ...{
      uri: `at://${didOf(post)}/${collection}/${rkeyOf(post)}`,
      cid: 'bafyreicl7ag',
      author: profileOf(post.author),
    },
    ...{
      record: recordOf(post, now()),
      indexedAt: iso(post.givenAt),
      likeCount: post.points,
      repostCount: 1,
      replyCount: 0,
      quoteCount: 0,
      labels: [],
    },
  })

  function xrpc(asked: Asked): Answer {
    const limit = { name: 'requests in 5 minutes', requests: 3000, windowMs: 300_000 }
    if (limits.take('bluesky', limit) !== undefined)
      return {
        status: 429,
        headers: { 'ratelimit-remaining': '0' },
        json: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      }
    const { url, headers } = asked
    switch (url.pathname.replace('/xrpc/', '')) {
      case 'app.bsky.feed.getPosts': {
        const uris = url.searchParams.getAll('uris')
        if (uris.length > 25)
          return { status: 400, json: { error: 'InvalidRequest', message: 'too many uris' } }
        const found = posts.filter(
          (post) => uris.includes(viewOf(post).uri) && post.givenAt <= now() && !isDeleted(post, now()),
        )
        return { json: { posts: found.map(viewOf) } }
      }
      case 'app.bsky.actor.getProfiles':
        return {
          json: {
            profiles: url.searchParams.getAll('actors').map((did) => profileOf(did.replace('did:plc:', ''))),
          },
        }
      case 'com.atproto.server.createSession':
        return {
          json: {
            accessJwt: 'fakeBlueskyJwt',
            refreshJwt: 'fakeRefresh',
            handle: 'me.bsky.social',
            did: 'did:plc:me',
          },
        }
      case 'app.bsky.feed.searchPosts':
        if (url.hostname === 'public.api.bsky.app')
          return { status: 403, headers: { 'content-type': 'text/html' }, text: '<html>403 Forbidden</html>' }
        return headers.authorization === 'Bearer fakeBlueskyJwt'
          ? search(url)
          : { status: 401, json: { error: 'AuthMissing', message: 'Authentication Required' } }
      default:
        return { status: 501, json: { error: 'MethodNotImplemented', message: 'Method Not Implemented' } }
    }
  }

  function search(url: URL): Answer {
    const parts = partsOf(url.searchParams.get('q') ?? '')
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const limit = wholeOf(url, 'limit', 25)
    const found = given(posts, now()).filter((post) => fits(textOf(post, now()), parts))
    const shown = found.slice(from, from + limit)
    return {
      json: {
        posts: shown.map(viewOf),
        ...(from + limit < found.length && { cursor: String(from + limit) }),
      },
    }
  }

  return {
    name: 'bluesky',
    hosts: { 'public.api.bsky.app': xrpc, 'bsky.social': xrpc, 'api.bsky.app': xrpc },
    sockets: Object.fromEntries([...streams, ...newStreams].map((host) => [host, socket])),
    moved,
  }
}

const newParameters = ['cursor', 'kinds', 'collections', 'dids', 'maxMessageSizeBytes']
const oldParameters = [
  'cursor',
  'wantedCollections',
  'wantedDids',
  'maxMessageSizeBytes',
  'compress',
  'requireHello',
]
const isNewDialect = ({ pathname }: URL) => pathname.endsWith('/network.bsky.jetstream.subscribeEvents')
function isUnderstood(url: URL): boolean {
  const isNew = isNewDialect(url)
  const known = isNew ? newParameters : oldParameters
  return (
    (isNew || url.pathname === '/subscribe') &&
    [...url.searchParams.keys()].every((name) => known.includes(name))
  )
}
const didOf = ({ author }: Post) => `did:plc:${author}`
const rkeyOf = ({ id }: Post) => `3mmo${id.toString(36).padStart(9, '2')}`

const newFrame = (kind: string, did: string, timeUs: number, more: object) => ({
  $type: 'message',
  payload: {
    ...{ $type: `network.bsky.jetstream.subscribeEvents#${kind}`, seq: timeUs, did },
    ...{
      time: `${new Date(timeUs / 1000).toISOString().slice(0, -1)}${String(timeUs % 1000).padStart(3, '0')}Z`,
      ...more,
    },
  },
})

const profileOf = (author: string) => ({
  ...{
    did: `did:plc:${author}`,
    handle: `${author}.bsky.social`,
    displayName: author,
    followersCount: 120,
    labels: [],
  },
  createdAt: '2024-01-01T00:00:00.000Z',
})

/** Links of a text, as places in its UTF-8. */
const facetsOf = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s)\]]+/g)].map(({ 0: uri, index }) => ({
    index: {
      byteStart: Buffer.byteLength(text.slice(0, index)),
      byteEnd: Buffer.byteLength(text.slice(0, index) + uri),
    },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
  }))
