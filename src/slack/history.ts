import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { DigestReceipt, Receipt, RefusalScope } from '../model/message.ts'
import { createCooldown } from './cooldown.ts'
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
  // Nobody knows what it means: above all not that nothing is there.
  if (failed.extent === 'unclear')
    return { kind: 'unreachable', reason, afterMs: lookAgainLater, unclear: true }
  if (failed.extent === 'workspace' && !readingRefused.has(reason)) {
    return { kind: 'unreachable', reason, afterMs: readAgainMs }
  }
  return { kind: 'unreadable', reason, extent: failed.extent }
}

/** Makes the question who our token says we are: asked until Slack tells, and then remembered. */
export function createIdentity(client: WebClient): () => Promise<Identity> {
  const self = untilKnown(() => client.auth.test())
  const appId = untilKnown(async () => askAppId(client, (await self())?.bot_id))
  return async () => {
    const { bot_id: botId, user_id: userId } = (await self()) ?? {}
    return { botId, userId, appId }
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

/** Asks once for all who ask at the same time, and remembers the first answer that tells something. */
function untilKnown<Answer>(ask: () => Promise<Answer | undefined>): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined
  const forget = () => {
    asked = undefined
  }
  return () => {
    if (asked === undefined) {
      asked = ask()
      asked.then((answer) => answer === undefined && forget(), forget)
    }
    return asked
  }
}

const limited = 'ratelimited'

/** Whoever has to wait is told to come so long after the one before, in ms: Slack takes 50 looks a minute (tier 3). */
export const retryEveryMs = 1200

/** Nobody is told to come later than that, in ms: a clock that is set back must not keep anybody for long. */
const longestQueueMs = 10 * 60_000

/**
 * Looks, but not while Slack wants to be left alone: it counts the calls for channels and those for threads, whichever channel they
 * are of, and schedules of seconds would ask again and again. Hundreds that were refused come back one after the other. `now`: ms.
 */
export function rateLimitedHistory(look: ReadHistory, now: () => number): ReadHistory {
  const counted = () => ({ rest: createCooldown(now), placeIn: createRetryQueue(now) })
  const counts = { channel: counted(), thread: counted() }
  return async (place, enough) => {
    const { rest, placeIn } = counts[place.thread === undefined ? 'channel' : 'thread']
    const left = rest.left()
    if (left > 0) return { kind: 'unreachable', reason: limited, afterMs: placeIn(keyOf(place), left) }
    const found = await look(place, enough)
    if (found.kind !== 'unreachable' || found.reason !== limited) return found
    rest.begin(found.afterMs)
    return { ...found, afterMs: placeIn(keyOf(place), found.afterMs) }
  }
}

const keyOf = ({ channel, thread = '' }: HistoryRange) => `${channel} ${thread}`

/** Those who wait, each with when it is to come: the next place, not sooner than after so many ms. Who comes too early keeps its place. */
function createRetryQueue(now: () => number): (key: string, afterMs: number) => number {
  const places = new Map<string, number>()
  let last = 0
  return (key, afterMs) => {
    const [time, earliest] = [now(), now() + afterMs]
    const held = places.get(key)
    if (held !== undefined && held > time && held <= time + longestQueueMs)
      return Math.max(held - time, afterMs)
    last = Math.min(Math.max(earliest, last + retryEveryMs), time + longestQueueMs)
    places.delete(key)
    places.set(key, last)
    forgetPast(places, time)
    return Math.max(last - time, afterMs)
  }
}

/** The places are in the order of their times. */
function forgetPast(places: Map<string, number>, time: number): void {
  for (const [key, at] of places) {
    if (at > time) return
    places.delete(key)
  }
}
