import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import { memoizeAsync } from '../async/memoize.ts'
import { createRateLimiter } from '../async/rate-limiter.ts'
import type { DigestReceipt, Receipt, RefusalScope } from '../model/message.ts'
import { outcomeOf } from './errors.ts'
import { readDigestReceipt, readReceipt } from './receipts.ts'

/**
 * A message of our own bot, as history shows it. `replies`: how many, none where none is ours; `mark` is the id of its first block,
 * which survives where metadata is dropped. `joined`: it says that our bot came into the channel.
 */
export type PostedMessage = {
  ts: string
  thread?: string
  replies: number
  receipt?: Receipt
  digest?: DigestReceipt
  mark?: string
  joined?: true
}

/** Where to look: a channel's messages, or the replies to one of them; from `oldest` (a `ts`) on. */
export type HistoryRange = { channel: string; thread?: string; oldest?: string }

/**
 * How a look ended. `bounded`: it was cut short, since there is more than a look may read, so what it has not seen may be there all the
 * same; `backTo`: the `ts` of the oldest message that it has read of a channel then. `unreadable`: a person must act. `unreachable`: try
 * again; `unclear`: Slack refuses it with a code that nobody knows.
 */
export type HistoryResult =
  | { kind: 'seen'; messages: PostedMessage[]; bounded: boolean; backTo?: string }
  | { kind: 'unreadable'; reason: string; extent: RefusalScope }
  | { kind: 'unreachable'; reason: string; afterMs: number; unclear?: true }

/** Reads our own messages at a place; `enough` ends the reading early. Newest first in a channel, oldest first in a thread. */
export type ReadHistory = (
  place: HistoryRange,
  enough?: (messages: PostedMessage[]) => boolean,
) => Promise<HistoryResult>

/** At most this many pages are read in one look, 20,000 messages: Slack takes 50 requests a minute, each for at most 999 messages. */
const mostHistoryPages = 20
const historyPageSize = 999

/**
 * Who we are in Slack: what other apps post is never a receipt. The app stays the same when it is installed again; its bot id may not, and
 * neither may its user. `appId` asks Slack, and is undefined where Slack does not tell.
 */
type Identity = {
  botId: string | undefined
  userId: string | undefined
  appId: () => Promise<string | undefined>
}

/** Makes the look. `identity` tells whose messages count (it may ask Slack, and fail as Slack's client fails). */
export function createReadHistory(client: WebClient, identity: () => Promise<Identity>): ReadHistory {
  return async (place, enough = () => false) => {
    const messages: PostedMessage[] = []
    try {
      const self = await identity()
      let cursor: string | undefined
      let backTo: string | undefined
      for (let page = 0; page < mostHistoryPages; page++) {
        const answer = await readHistoryPage(client, place, cursor)
        const read = answer.messages ?? []
        messages.push(...(await oursAmong(read, self)).map(postedBy(self)))
        cursor = answer.response_metadata?.next_cursor
        if (!cursor || enough(messages)) return { kind: 'seen', messages, bounded: false }
        if (place.thread === undefined) backTo = read.at(-1)?.ts ?? backTo
      }
      return { kind: 'seen', messages, bounded: true, ...(backTo === undefined ? {} : { backTo }) }
    } catch (error) {
      return failedRead(error, place)
    }
  }
}

function readHistoryPage(
  client: WebClient,
  { channel, thread, oldest }: HistoryRange,
  cursor: string | undefined,
) {
  const page = {
    channel,
    limit: historyPageSize,
    include_all_metadata: true,
    ...(oldest === undefined ? {} : { oldest, inclusive: true }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  return thread === undefined
    ? client.conversations.history(page)
    : client.conversations.replies({ ...page, ts: thread })
}

type Message = {
  subtype?: string
  ts?: string
  thread_ts?: string
  reply_count?: number
  reply_users?: string[]
  reply_users_count?: number
  bot_id?: string
  app_id?: string
  bot_profile?: { app_id?: string }
  user?: string
  metadata?: unknown
  blocks?: { block_id?: string }[]
}

/**
 * Our own messages: those of our bot or its user, and receipts of a bot that the same app had when it was installed before. Slack says who
 * wrote a message and by which app; nobody else can.
 */
async function oursAmong(messages: Message[], self: Identity): Promise<Message[]> {
  const isOfEarlierBot = (message: Message) =>
    !isOfBot(message, self) && appOf(message) !== undefined && hasReceipt(message)
  const appId = messages.some(isOfEarlierBot) ? await self.appId() : undefined
  return messages.filter(
    (message) =>
      isOfBot(message, self) || (appId !== undefined && appOf(message) === appId && isOfEarlierBot(message)),
  )
}

function isOfBot({ bot_id, user }: Message, { botId, userId }: Identity): boolean {
  return (bot_id !== undefined && bot_id === botId) || (user !== undefined && user === userId)
}

/** The app by which a bot wrote a message; undefined where no bot did. */
function appOf({ bot_id, app_id, bot_profile }: Message): string | undefined {
  return bot_id === undefined ? undefined : (app_id ?? bot_profile?.app_id)
}

function hasReceipt({ metadata }: Message): boolean {
  return readReceipt(metadata) !== undefined || readDigestReceipt(metadata) !== undefined
}

/** What Slack writes into a channel when somebody comes in. */
const joins = new Set(['channel_join', 'group_join'])

const postedBy = (self: Identity) => (message: Message) => posted(message, self)

function posted(message: Message, self: Identity): PostedMessage {
  const { ts = '', thread_ts, reply_count = 0, metadata, blocks, subtype = '' } = message
  const receipt = readReceipt(metadata)
  const digest = readDigestReceipt(metadata)
  const mark = blocks?.[0]?.block_id
  return {
    ts,
    replies: mayHaveReplied(message, self) ? reply_count : 0,
    ...(thread_ts === undefined || thread_ts === ts ? {} : { thread: thread_ts }),
    ...(receipt === undefined ? {} : { receipt }),
    ...(digest === undefined ? {} : { digest }),
    ...(mark === undefined ? {} : { mark }),
    ...(joins.has(subtype) ? { joined: true } : {}),
  }
}

/**
 * People answer below cards, and each thread costs a request: who answered is told, unless they are many. The author of the card is our
 * bot, perhaps of an earlier installation, and a bot that we do not know may be one, too.
 */
function mayHaveReplied({ user: author, ...replies }: Message, self: Identity): boolean {
  const { reply_users: users, reply_users_count: count } = replies
  if (users === undefined || users.length !== count || self.userId === undefined) return true
  return users.some((user) => user === self.userId || user === author || user.startsWith('B'))
}

/** Refusals of the whole workspace that concern reading alone; all others (a dead token) end, and then the look can be made. */
const readingRefused = new Set(['missing_scope', 'not_allowed_token_type', 'no_permission', 'access_denied'])
const readAgainMs = 5000
/** A look that Slack refuses with a code that nobody knows is made again after this, in ms. */
const lookAgainLater = 30_000

function failedRead(error: unknown, { thread }: HistoryRange): HistoryResult {
  const gone = error instanceof WebAPIPlatformError && thread !== undefined
  if (gone && error.data.error === 'thread_not_found') return { kind: 'seen', messages: [], bounded: false }
  const failed = outcomeOf(error, false)
  const { reason } = failed
  if (failed.kind === 'deferred') return { kind: 'unreachable', reason, afterMs: failed.afterMs }
  if (failed.kind === 'unknown') return { kind: 'unreachable', reason, afterMs: readAgainMs }
  return refusedRead(reason, failed.extent)
}

function refusedRead(reason: string, extent: RefusalScope): HistoryResult {
  if (extent === 'channel' || readingRefused.has(reason)) return { kind: 'unreadable', reason, extent }
  // A dead token ends, and then the history can be read.
  if (extent === 'workspace') return { kind: 'unreachable', reason, afterMs: readAgainMs }
  // An unknown code, or a refused cursor, says nothing of the channel: the post must not be repeated because of it.
  return { kind: 'unreachable', reason, afterMs: lookAgainLater, unclear: true }
}

/** The token's own bot does not change, so it is asked for once. */
const forever = { ttlMs: Number.POSITIVE_INFINITY, now: () => 0 }

/** Asks Slack who we are, until it answers. */
export function createIdentity(client: WebClient): () => Promise<Identity> {
  const self = memoizeAsync(() => client.auth.test(), forever)
  const appId = memoizeAsync(async () => askAppId(client, (await self()).bot_id), {
    ...forever,
    keep: (id) => id !== undefined,
  })
  return async () => {
    const { bot_id: botId, user_id: userId } = await self()
    return { botId, userId, appId: () => appId() }
  }
}

/**
 * The id of the app that a bot belongs to; undefined where Slack refuses to tell it (no `users:read`). Rejects where Slack may tell it
 * later: whose messages are ours must not be decided without it.
 */
async function askAppId(client: WebClient, bot: string | undefined): Promise<string | undefined> {
  if (bot === undefined) return undefined
  try {
    return (await client.bots.info({ bot })).bot?.app_id
  } catch (error) {
    if (outcomeOf(error, false).kind === 'rejected') return undefined
    throw error
  }
}

const limited = 'ratelimited'

/** Slack takes 50 calls a minute (tier 3). */
const historyLimit = { limit: 50, windowMs: 60_000 }

/** Between two searches that waited, in ms. */
export const retryEveryMs = historyLimit.windowMs / historyLimit.limit

/** No search is told to wait longer, in ms. */
const maxWaitMs = 10 * 60_000

/**
 * Sends no search while Slack asks for a pause. Slack counts the calls of all channels together, and those of threads apart. Searches
 * that were refused get places one after the other behind the pause, and keep them if they come too early.
 */
export function rateLimitedHistory(look: ReadHistory, now: () => number): ReadHistory {
  const limiter = createRateLimiter(historyLimit, now)
  const places = new Map<string, number>()

  async function placeOf(kind: string, range: HistoryRange): Promise<number> {
    const key = `${range.channel} ${range.thread ?? ''}`
    const time = now()
    for (const [other, at] of places) if (at <= time || at > time + maxWaitMs) places.delete(other)
    const held = places.get(key)
    if (held !== undefined) return held - time
    const waitMs = Math.min(maxWaitMs, await limiter.take(kind, maxWaitMs))
    places.set(key, time + waitMs)
    return waitMs
  }

  return async (range, enough) => {
    const kind = range.thread === undefined ? 'channel' : 'thread'
    const { pausedForMs } = await limiter.left(kind)
    if (pausedForMs > 0) return { kind: 'unreachable', reason: limited, afterMs: await placeOf(kind, range) }
    const found = await look(range, enough)
    if (found.kind !== 'unreachable' || found.reason !== limited) return found
    await limiter.pause(kind, found.afterMs)
    return { ...found, afterMs: Math.max(found.afterMs, await placeOf(kind, range)) }
  }
}
