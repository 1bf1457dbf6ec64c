import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import {
  defineSource,
  FetchError,
  type Item,
  type Removal,
  type Source,
  type StreamTools,
  type Tools,
} from '../source.ts'
import { type AppView, createAppView, maxAsked } from './bluesky/app-view.ts'
import { inBatches } from './bluesky/in-batches.ts'
import { readFrame, type StreamEvent, subscribeUrl } from './bluesky/jetstream.ts'
import { createPipeline } from './bluesky/pipeline.ts'
import { itemOf, type Post } from './bluesky/posts.ts'
import { type IsSearched, searchedItems } from './searched-items.ts'

/** The public servers of the stream. The last two names are new; all have the same posts. */
export const publicServers = [
  'wss://jetstream1.us-east.bsky.network/subscribe',
  'wss://jetstream2.us-east.bsky.network/subscribe',
  'wss://jetstream1.us-west.bsky.network/subscribe',
  'wss://jetstream2.us-west.bsky.network/subscribe',
  'wss://jetstream.us-east.bsky.network/subscribe',
  'wss://jetstream.us-west.bsky.network/subscribe',
]

const secondUs = 1_000_000
const hourUs = 60 * 60 * secondUs
/**
 * How far a new connection goes back. Times are not quite in order (5 s would do for that), and each connection goes to another server, which
 * saw the same posts some seconds earlier or later.
 */
const rewindUs = 30 * secondUs
/** A stream that begins later than this after its cursor has lost something. */
const toleranceUs = 60 * secondUs
/** A time this far ahead of the clock here is not believed. */
const maxAheadUs = 24 * hourUs

const silenceMs = 60_000
/** The server leaves out events of more than 500 kB. This only has to be more, so that one post cannot break every connection. */
const maxFrameBytes = 16 * 1024 * 1024
const batchLimits = { frames: 500, ms: 1000 }
/** A batch waits for its authors at most this long, in ms, and a full one less: it may be that the stream is behind then. */
const authorsMs = { usually: 3000, behind: 1500 }
/** While so many batches wait for their authors, nothing is read. */
const maxWaiting = 20

const dayMs = 24 * 60 * 60 * 1000

const settings = z.strictObject({
  /** Addresses of Jetstream servers, for those who run their own. */
  servers: z
    .array(z.url({ protocol: /^wss?$/ }))
    .min(1)
    .optional(),
})

/** `gone`: the ends of accounts that were stored lately. */
const cursorSchema = z.object({
  timeUs: z.int().positive(),
  gone: z.array(z.object({ did: z.string(), since: z.string(), timeUs: z.number() })).default([]),
})
type Cursor = z.output<typeof cursorSchema>
/** So many of them are remembered. */
const maxGone = 1000

/** Bluesky by Jetstream, a public stream of all posts, and by the public interface of its app for authors and numbers. */
export function createBluesky(): Source {
  const appView = createAppView()
  /** Whether the author of a post is worth looking up. */
  let isSearched: IsSearched = () => false
  const nextServer = createRotation()

  return defineSource({
    name: 'bluesky',
    publishes: 'web',
    settings,
    channels({ servers = publicServers }, searches) {
      isSearched = searchedItems(searches, false)
      if (searches.length === 0) return []
      return [
        {
          kind: 'stream',
          key: 'posts',
          async open(cursor, tools) {
            const from = cursorSchema.safeParse(cursor).data
            await nextServer(servers, tools, (server) =>
              follow({ server, from, appView, tools, isSearched: (item) => isSearched(item) }),
            )
          },
        },
      ]
    },
    /** Of a hundred followers about five see a post. Of ten who see it one likes or answers it, and of twenty one passes it on. */
    reach({ followers, likes, reposts, replies }) {
      if (followers === undefined && likes === undefined) return undefined
      const seen = 10 * (likes ?? 0) + 20 * (reposts ?? 0) + 10 * (replies ?? 0)
      return Math.max(Math.round(0.05 * (followers ?? 0)), seen)
    },
    // The last look finds deletions that happened while the service was off.
    recheck: {
      atAges: [dayMs, 3 * dayMs, 30 * dayMs],
      size: maxAsked,
      look: (ids, tools) => look(ids, appView, tools),
    },
  })
}

/** Takes the servers in turn, without those that have said that they are gone. */
function createRotation() {
  const gone = new Set<string>()
  let turn: number | undefined

  return async (
    servers: readonly string[],
    { random }: Tools,
    connect: (server: string) => Promise<void>,
  ): Promise<void> => {
    const left = servers.filter((server) => !gone.has(server))
    turn = turn === undefined ? Math.floor(random() * left.length) : turn + 1
    const server = left[turn % left.length] ?? servers[0] ?? ''
    try {
      await connect(server)
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      if (error.kind === 'gone') gone.add(server)
      throw left.length === 1 ? error : ofOneServer(error)
    }
  }
}

/** What one server says of itself, such as "ask later", does not hold for the others. */
function ofOneServer(error: FetchError): FetchError {
  const { status, message } = error
  const kind = error.kind === 'gone' ? 'refused' : error.kind
  return new FetchError(kind, message, { cause: error, ...defined({ status }) })
}

type Following = {
  server: string
  /** What was stored last. */
  from: Cursor | undefined
  appView: AppView
  isSearched: IsSearched
  tools: StreamTools
}

/** Stores what a server sends until the connection ends. */
async function follow(following: Following): Promise<void> {
  const { server, from, tools } = following
  const url = subscribeUrl(server, from && Math.max(1, from.timeUs - rewindUs))
  const frames = tools.socket(url, { silenceMs, maxFrameBytes })
  let cursor = from
  let begun = false
  const storing = createPipeline(maxWaiting)
  try {
    for await (const batch of inBatches(frames, batchLimits, tools.sleep)) {
      const events = batch.map(readFrame)
      sayUnreadable(events, following)
      const waitMs = authorsMs[batch.length < batchLimits.frames ? 'usually' : 'behind']
      for (const part of inOrder(events)) {
        const times = part.flatMap(({ timeUs }) => timeUs ?? [])
        const gap = begun ? undefined : gapBefore(times, from?.timeUs)
        begun ||= times.length > 0
        const fresh = part.filter((event) => !isRepeatedEnd(event, cursor))
        cursor = cursorAfter(cursor, fresh, tools.now() * 1000 + maxAheadUs)
        const progress = defined({ cursor, gap })
        const posts = postsOf(fresh, tools)
        await storing.add(loadAuthors(posts, waitMs, following), () =>
          tools.store({ items: itemsOf(posts, following), removals: removalsOf(fresh), ...progress }),
        )
      }
      const ended = events.find((event) => event.kind === 'ended')
      if (ended !== undefined)
        throw new FetchError('refused', `${new URL(server).hostname} ends the stream: ${ended.reason}`)
    }
  } finally {
    // What came before the end of the connection is stored, too.
    await storing.end()
  }
}

/** When a connection goes back, the end of an account comes again, after posts that its author wrote since the return. */
function isRepeatedEnd(event: StreamEvent, cursor: Cursor | undefined): boolean {
  if (event.kind !== 'author-gone') return false
  return cursor?.gone.some(({ did, since }) => did === event.did && since === event.since) ?? false
}

/** Does not believe times later than `latest`. */
function cursorAfter(cursor: Cursor | undefined, events: StreamEvent[], latest: number): Cursor | undefined {
  const times = events.flatMap(({ timeUs = 0 }) => (timeUs <= latest ? timeUs : []))
  const timeUs = Math.max(cursor?.timeUs ?? 0, ...times)
  if (timeUs === 0) return undefined
  const ends = events.flatMap((event) =>
    event.kind === 'author-gone'
      ? { did: event.did, since: event.since, timeUs: event.timeUs ?? timeUs }
      : [],
  )
  const gone = [...(cursor?.gone ?? []), ...ends].filter((end) => end.timeUs > timeUs - 2 * rewindUs)
  return { timeUs, gone: gone.slice(-maxGone) }
}

function sayUnreadable(events: StreamEvent[], { server, tools }: Following): void {
  const unreadable = events.filter(({ kind }) => kind === 'unreadable').length
  if (unreadable > 0)
    tools.log.warn(
      { server: new URL(server).hostname, unreadable },
      'a server of Bluesky sends events that cannot be read',
    )
}

/** The service stores the removals of a batch after its items, so a post after the return of its author begins a new batch. */
function inOrder(events: StreamEvent[]): StreamEvent[][] {
  const parts: StreamEvent[][] = [[]]
  let gone = new Set<string>()
  for (const event of events) {
    if (event.kind === 'post' && gone.has(event.did)) {
      parts.push([])
      gone = new Set()
    }
    if (event.kind === 'author-gone') gone.add(event.did)
    parts.at(-1)?.push(event)
  }
  return parts
}

/** A server begins without a word at the oldest post that it has, if it has forgotten those after the cursor. */
function gapBefore(times: number[], from: number | undefined): string | undefined {
  const first = Math.min(...times)
  if (from === undefined || !Number.isFinite(first) || first <= from + toleranceUs) return undefined
  return `Posts on Bluesky from ${iso(from)} to ${iso(first)} are lost, because the server of the stream no longer has them. The public servers keep 36 hours.`
}

const iso = (timeUs: number) => new Date(timeUs / 1000).toISOString()

function postsOf(events: StreamEvent[], { now }: StreamTools): Post[] {
  return events.flatMap((event) =>
    event.kind === 'post'
      ? { ...event, seenMs: event.timeUs === undefined ? now() : Math.floor(event.timeUs / 1000) }
      : [],
  )
}

/** Posts that an alert may want come with what is public about their authors. */
async function loadAuthors(
  posts: Post[],
  waitMs: number,
  { appView, isSearched, tools }: Following,
): Promise<void> {
  const searched = posts.filter((post) => {
    const item = itemOf(post)
    return item !== undefined && isSearched(item)
  })
  const authors = searched.map(({ did }) => did)
  await appView.tryToLoad(authors, waitMs, tools)
}

const itemsOf = (posts: Post[], { appView, tools }: Following): Item[] =>
  posts.flatMap((post) => itemOf(post, appView.profile(post.did, tools.now())) ?? [])

const removalsOf = (events: StreamEvent[]): Removal[] =>
  events.flatMap((event): Removal[] => {
    if (event.kind === 'deleted') return [{ item: event.uri }]
    return event.kind === 'author-gone' ? [{ author: event.did }] : []
  })

/** Posts that are no longer shown are removed. The others get their numbers and what is public about their authors now. */
async function look(
  ids: readonly string[],
  appView: AppView,
  tools: Tools,
): Promise<{ items: Item[]; removals: { item: string }[] }> {
  const { posts, isWhole } = await appView.posts(ids, tools)
  const found = new Map(posts.map((post) => [post.uri, post]))
  await appView.load(
    posts.flatMap(({ uri }) => partsOf(uri)?.did ?? []),
    tools,
  )
  const items: Item[] = []
  const removals: { item: string }[] = []
  for (const id of ids) {
    const post = found.get(id)
    const parts = partsOf(id)
    if (post === undefined || parts === undefined) {
      if (isWhole) removals.push({ item: id })
      continue
    }
    const profile = appView.profile(parts.did, tools.now())
    if (post.isHidden || profile?.isHidden) removals.push({ item: id })
    else {
      const item = itemOf({ seenMs: tools.now(), ...post, ...parts }, profile, post.counts)
      if (item !== undefined) items.push(item)
    }
  }
  return { items, removals }
}

function partsOf(uri: string): { did: string; rkey: string } | undefined {
  const [, did, rkey] = /^at:\/\/(did:[^/]+)\/[^/]+\/([^/]+)$/.exec(uri) ?? []
  return did === undefined || rkey === undefined ? undefined : { did, rkey }
}
