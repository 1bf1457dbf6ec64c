import { defined } from '@overheard/base/defined'
import { memoizeAsync } from '@overheard/base/memoize'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { HistoryPage, HistoryRange, PostedMessage, ReadPage } from '../history.ts'
import type { Receipts, RefusalScope } from '../message.ts'
import { outcomeOf } from './errors.ts'

/** The requested size of a page. Slack returns at most 999 messages, and at most 15 to a commercially distributed app. */
const pageSize = 999

/**
 * Identifies the bot in Slack. Messages of other apps are never receipts. After a new installation the app id stays, but the bot id and
 * user may change.
 */
type Identity = {
  botId: string | undefined
  userId: string | undefined
  /** Asks Slack for our app id. Resolves with undefined if Slack does not give it. */
  appId: () => Promise<string | undefined>
}

type ReadReceipt<Proof> = Receipts<Proof>['read']

export function createReadHistoryPage<Proof>(
  client: WebClient,
  identity: () => Promise<Identity>,
  readReceipt: ReadReceipt<Proof>,
): ReadPage<PostedMessage<Proof>> {
  return async (range, cursor) => {
    try {
      const self = await identity()
      const answer = await requestPage(client, range, cursor)
      const read = answer.messages ?? []
      const [first, last] = [read[0]?.ts, read.at(-1)?.ts]
      const next = answer.response_metadata?.next_cursor
      return {
        kind: 'page',
        messages: (await keepOwnMessages(read, self, readReceipt)).map((message) =>
          posted(message, self, readReceipt),
        ),
        size: read.length,
        ...defined({ first, last }),
        ...(next ? { next } : {}),
      }
    } catch (error) {
      const isStale = error instanceof WebAPIPlatformError && error.data.error === 'invalid_cursor'
      return isStale && cursor !== undefined ? { kind: 'stale-cursor' } : failedRead(error, range)
    }
  }
}

function requestPage(
  client: WebClient,
  { channel, thread, oldest }: HistoryRange,
  cursor: string | undefined,
) {
  const page = {
    channel,
    limit: pageSize,
    include_all_metadata: true,
    ...(oldest === undefined ? {} : { oldest, inclusive: true }),
    ...defined({ cursor }),
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
  latest_reply?: string
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
 * Keeps the bot's own messages: those with its bot id or user, and receipts by the bot of an earlier installation of the same app. Slack
 * sets the author and the app of a message, so nobody can forge them.
 */
async function keepOwnMessages(
  messages: Message[],
  self: Identity,
  readReceipt: ReadReceipt<unknown>,
): Promise<Message[]> {
  const isOfEarlierBot = (message: Message) =>
    !isOfBot(message, self) && appOf(message) !== undefined && readReceipt(message.metadata) !== undefined
  const appId = messages.some(isOfEarlierBot) ? await self.appId() : undefined
  return messages.filter(
    (message) =>
      isOfBot(message, self) || (appId !== undefined && appOf(message) === appId && isOfEarlierBot(message)),
  )
}

function isOfBot({ bot_id, user }: Message, { botId, userId }: Identity): boolean {
  return (bot_id !== undefined && bot_id === botId) || (user !== undefined && user === userId)
}

function appOf({ bot_id, app_id, bot_profile }: Message): string | undefined {
  return bot_id === undefined ? undefined : (app_id ?? bot_profile?.app_id)
}

const joins = new Set(['channel_join', 'group_join'])

function posted<Proof>(
  message: Message,
  self: Identity,
  readReceipt: ReadReceipt<Proof>,
): PostedMessage<Proof> {
  const {
    ts = '',
    thread_ts,
    reply_count = 0,
    latest_reply: lastReply,
    metadata,
    blocks,
    subtype = '',
  } = message
  const proof: Partial<Proof> = readReceipt(metadata) ?? {}
  const mark = blocks?.[0]?.block_id
  return {
    ts,
    replies: mayHaveReplied(message, self) ? reply_count : 0,
    ...(thread_ts === undefined || thread_ts === ts ? {} : { thread: thread_ts }),
    ...defined({ lastReply, mark }),
    ...proof,
    ...(joins.has(subtype) ? { joined: true } : {}),
  }
}

/**
 * Returns false if a thread certainly has no reply of ours, so threads in which only people replied cost no request. Slack lists the people
 * who replied, unless they are many. A reply by the author of the parent counts as ours, because the author may be our bot of an earlier
 * installation.
 */
function mayHaveReplied({ user: author, ...replies }: Message, self: Identity): boolean {
  const { reply_users: users, reply_users_count: count } = replies
  if (users === undefined || users.length !== count || self.userId === undefined) return true
  return users.some((user) => user === self.userId || user === author || user.startsWith('B'))
}

/**
 * With these codes Slack refuses to read any history of the workspace until a person acts. After other refusals of the workspace, such as a
 * revoked token, the history is read again later.
 */
const readingRefused = new Set(['missing_scope', 'not_allowed_token_type', 'no_permission', 'access_denied'])
const readAgainMs = 5000
const readAgainAfterUnknownMs = 30_000

function failedRead(error: unknown, { thread }: HistoryRange): HistoryPage<never> {
  const gone = error instanceof WebAPIPlatformError && thread !== undefined
  if (gone && error.data.error === 'thread_not_found') return { kind: 'page', messages: [], size: 0 }
  const failed = outcomeOf(error, false)
  const { reason } = failed
  if (failed.kind === 'deferred') return { kind: 'unreachable', reason, afterMs: failed.afterMs }
  if (failed.kind === 'unknown') return { kind: 'unreachable', reason, afterMs: readAgainMs }
  return refusedRead(reason, failed.extent)
}

function refusedRead(reason: string, extent: RefusalScope): HistoryPage<never> {
  if (extent === 'channel' || readingRefused.has(reason)) return { kind: 'unreadable', reason, extent }
  // The history can be read after the token was replaced.
  if (extent === 'workspace') return { kind: 'unreachable', reason, afterMs: readAgainMs }
  // An unknown code or a refused cursor says nothing about the channel, so it must not lead to a second post.
  return { kind: 'unreachable', reason, afterMs: readAgainAfterUnknownMs, unclear: true }
}

/** The identity is requested once, because the bot of a token never changes. */
const forever = { ttlMs: Number.POSITIVE_INFINITY, now: () => 0 }

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
 * Returns undefined if Slack refuses the id of the bot's app (without `users:read`). Rejects if Slack may answer later, because only this
 * id shows which receipts come from an earlier installation.
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
