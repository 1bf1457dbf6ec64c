import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { DigestReceipt, Receipt } from '../model/message.ts'
import type { Extent } from '../model/outcome.ts'
import { readDigestReceipt, readReceipt } from './metadata.ts'
import { outcomeOf } from './outcome.ts'

/**
 * A message of our own bot, as history shows it. `replies`: how many, none where none is ours; `mark` is the id of its first block,
 * which survives where metadata is dropped.
 */
export type Posted = {
  ts: string
  thread?: string
  replies: number
  receipt?: Receipt
  digest?: DigestReceipt
  mark?: string
}

/** Where to look: a channel's messages, or the replies to one of them; from `oldest` (a `ts`) on. */
export type Place = { channel: string; thread?: string; oldest?: string }

/** How a look ended. `bounded`: there is more than a look may read. `unreadable`: a person must act. `unreachable`: try again. */
export type Look =
  | { kind: 'seen'; messages: Posted[]; bounded: boolean }
  | { kind: 'unreadable'; reason: string; extent: Extent }
  | { kind: 'unreachable'; reason: string; afterMs: number }

/** Reads our own messages at a place; `enough` ends the reading early. Newest first in a channel, oldest first in a thread. */
export type LookAt = (place: Place, enough?: (messages: Posted[]) => boolean) => Promise<Look>

/** At most this many pages are read in one look, 20,000 messages: Slack takes 50 requests a minute, each for at most 999 messages. */
const mostPages = 20
const pageSize = 999

/** Who we are in Slack: what other apps post is never a receipt. */
export type Identity = { botId: string | undefined; userId: string | undefined }

/** Makes the look. `identity` tells whose messages count (it may ask Slack, and fail as Slack's client fails). */
export function createLook(client: WebClient, identity: () => Promise<Identity>): LookAt {
  return async (place, enough = () => false) => {
    const messages: Posted[] = []
    try {
      const self = await identity()
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const answer = await readPage(client, place, cursor)
        messages.push(
          ...(answer.messages ?? []).filter((message) => isOurs(message, self)).map(postedBy(self)),
        )
        cursor = answer.response_metadata?.next_cursor
        if (!cursor || enough(messages)) return { kind: 'seen', messages, bounded: false }
      }
      return { kind: 'seen', messages, bounded: true }
    } catch (error) {
      return failedLook(error, place)
    }
  }
}

function readPage(client: WebClient, { channel, thread, oldest }: Place, cursor: string | undefined) {
  const page = {
    channel,
    limit: pageSize,
    include_all_metadata: true,
    ...(oldest === undefined ? {} : { oldest, inclusive: true }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  return thread === undefined
    ? client.conversations.history(page)
    : client.conversations.replies({ ...page, ts: thread })
}

type Message = {
  ts?: string
  thread_ts?: string
  reply_count?: number
  reply_users?: string[]
  reply_users_count?: number
  bot_id?: string
  user?: string
  metadata?: unknown
  blocks?: { block_id?: string }[]
}

function isOurs({ bot_id, user }: Message, { botId, userId }: Identity): boolean {
  return bot_id === undefined ? user !== undefined && user === userId : bot_id === botId
}

const postedBy = (self: Identity) => (message: Message) => posted(message, self)

function posted(message: Message, self: Identity): Posted {
  const { ts = '', thread_ts, reply_count = 0, metadata, blocks } = message
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
  }
}

/** People answer below cards, and each thread costs a request: who answered is told, unless they are many. */
function mayHaveReplied({ reply_users: users, reply_users_count: count }: Message, self: Identity): boolean {
  if (users === undefined || users.length !== count || self.userId === undefined) return true
  return users.some((user) => user === self.userId || user === self.botId)
}

/** Refusals of the whole workspace that concern reading alone; all others (a dead token) end, and then the look can be made. */
const readingRefused = new Set(['missing_scope', 'not_allowed_token_type', 'no_permission', 'access_denied'])
const lookAgain = 5000

function failedLook(error: unknown, { thread }: Place): Look {
  const gone = error instanceof WebAPIPlatformError && thread !== undefined
  if (gone && error.data.error === 'thread_not_found') return { kind: 'seen', messages: [], bounded: false }
  const failed = outcomeOf(error, false)
  const { reason } = failed
  if (failed.kind === 'deferred') return { kind: 'unreachable', reason, afterMs: failed.afterMs }
  if (failed.kind === 'unknown') return { kind: 'unreachable', reason, afterMs: lookAgain }
  if (failed.extent === 'workspace' && !readingRefused.has(reason)) {
    return { kind: 'unreachable', reason, afterMs: lookAgain }
  }
  return { kind: 'unreadable', reason, extent: failed.extent }
}
