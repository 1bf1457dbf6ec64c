import { defined } from '@overheard/base/defined'
import type { PostFailure } from '@overheard/post-once/errors'
import { type HistoryRange, rateLimitedReason } from '@overheard/post-once/history'
import type { PostOutcome } from '@overheard/post-once/message'
import type { HistoryPage, HistoryResult, PostedMessage } from '../../src/model/history.ts'
import type { Posting, Receipt } from '../../src/model/message.ts'
import type { SearchReceipts } from '../../src/model/outbox.ts'
import type { Updated } from '../../src/slack/posted-messages.ts'

/** Slack's channels in memory. On demand they lose answers, refuse messages and show them late. */

/** A message of a subscription; digests have their own world. */
export type Sent = Omit<Posting, 'receipt'> & { receipt?: Receipt }

/** A stored message. `at`: when it was stored; `readableAt`: when history shows it (UTC, ms). */
export type Kept = Sent & {
  ts: string
  at: number
  readableAt: number
  foreign: boolean
  bare: boolean
}

/** A fault of one post. Times in ms. */
export type PostFault =
  | { kind: 'answer lost'; readableAfter?: number; bare?: true }
  | { kind: 'never stored' }
  | { kind: 'stored late'; after: number }
  | { kind: 'metadata dropped' }
  | { kind: 'outcome'; outcome: PostFailure }

export type FakeChannel = ReturnType<typeof createFakeChannel>

type Enough = Parameters<SearchReceipts>[1]

/** The timeout of a post, in ms. */
const timeout = 5000

/** The cursor of pages that have only messages of others. */
const othersOnly = 'messages of others'

export function createFakeChannel(now: () => number) {
  let messages: Kept[] = []
  let last = 0
  const isThere = ({ at }: Kept) => at <= now()
  const channel = {
    /** The faults of the next posts, one for each. */
    faults: [] as PostFault[],
    /** Refuses a message for good, as `invalid_blocks` would. */
    refuses: (_posting: Sent): PostFailure | undefined => undefined,
    /** A result that every history search returns instead. */
    blind: undefined as Exclude<HistoryResult, { kind: 'seen' }> | undefined,
    /** How far the header `Date` of Slack's answers is ahead of its clock (ms). */
    dateAhead: 0,
    posts: 0,
    /** The number of message updates. */
    updates: 0,
    /** The channel has more messages than a history search may read. */
    isTooLong: false,
    /** A search reads this many of the newest messages of a channel, including those of others (which are not stored here). */
    reads: Number.POSITIVE_INFINITY,
    /** A page of a channel has this many messages. */
    pageSize: Number.POSITIVE_INFINITY,
    /** History omits the number of replies of messages. */
    hidesReplies: false,
    /** This many more threads may be read; then Slack asks for a pause of a minute. */
    threadsLeft: Number.POSITIVE_INFINITY,
    searches: [] as HistoryRange[],
    joined: [] as string[],
    join: (id: string) => void channel.joined.push(id),
    /** The present messages in the order of `ts`. */
    messages: () => messages.filter(isThere).sort((a, b) => (a.ts < b.ts ? -1 : 1)),
    /** The ids of all receipts, in the order in which their messages were stored. */
    ids: (name?: string) =>
      channel
        .messages()
        .filter(
          ({ receipt, foreign }) => !foreign && (name ?? receipt?.subscription) === receipt?.subscription,
        )
        .flatMap(({ receipt }) => receipt?.ids ?? []),
    delete(ts: string) {
      messages = messages.filter((message) => message.ts !== ts)
    },
    /** Adds a message of another app. */
    forge: (posting: Sent) => void keep(posting, { foreign: true }),
    update(ts: string, content: Sent['content']): Updated {
      const message = channel.messages().find((one) => one.ts === ts)
      if (message === undefined) return { kind: 'gone' }
      const refusal = channel.refuses({ ...message, content })
      if (refusal !== undefined) {
        const isUnclear = refusal.kind === 'rejected' && refusal.extent === 'unclear'
        return { kind: 'failed', reason: refusal.reason, refused: true, ...(isUnclear && { unclear: true }) }
      }
      channel.updates += 1
      message.content = content
      return { kind: 'updated' }
    },
    async post(posting: Sent, pass: (ms: number) => void): Promise<PostOutcome> {
      channel.posts += 1
      const fault = channel.faults.shift()
      const refusal = fault === undefined ? refusalOf(posting) : undefined
      if (refusal !== undefined) return refusal
      if (fault?.kind === 'outcome') return fault.outcome
      if (fault === undefined || fault.kind === 'metadata dropped') {
        const { ts } = keep(posting, { bare: fault !== undefined })
        return { kind: 'delivered', ts, receiptKept: fault === undefined }
      }
      if (fault.kind === 'answer lost')
        keep(posting, { bare: fault.bare === true, readableAt: now() + (fault.readableAfter ?? 0) })
      if (fault.kind === 'stored late')
        keep(posting, { at: now() + fault.after, readableAt: now() + fault.after })
      pass(timeout)
      return { kind: 'unknown', reason: 'timeout' }
    },
    /** Searches as a process does that reads with `read`. */
    async search(
      place: HistoryRange,
      enough: Enough | undefined,
      read: SearchReceipts,
    ): Promise<HistoryResult> {
      channel.searches.push(place)
      return read(place, enough)
    },
    /** A page of a channel or a thread, as Slack answers. The messages of others, which are not stored here, are on pages of their own. */
    async page(place: HistoryRange, cursor?: string): Promise<HistoryPage> {
      if (channel.blind) return channel.blind
      if (place.thread !== undefined && cursor === undefined && channel.threadsLeft-- <= 0)
        return { kind: 'unreachable', reason: rateLimitedReason, afterMs: 60_000 }
      const inChannel = place.thread === undefined
      const [all, most] = [cursor === othersOnly ? [] : at(place), inChannel ? channel.reads : Infinity]
      return pageOf(all, most, { cursor, inChannel })
    },
  }

  function pageOf(
    all: PostedMessage[],
    most: number,
    { cursor, inChannel }: { cursor: string | undefined; inChannel: boolean },
  ): HistoryPage {
    const read = cursor === undefined || cursor === othersOnly ? 0 : Number(cursor)
    const messages = all.slice(read, Math.min(most, read + channel.pageSize))
    const [first, last] = inChannel ? [messages[0]?.ts, messages.at(-1)?.ts] : []
    const page = { kind: 'page' as const, messages, size: messages.length, ...defined({ first, last }) }
    if (read + messages.length < Math.min(most, all.length))
      return { ...page, next: String(read + messages.length) }
    const goesOn = cursor === othersOnly || channel.isTooLong || most < all.length
    return goesOn ? { ...page, next: othersOnly } : page
  }

  function keep(posting: Sent, how: Partial<Kept>): Kept {
    const at = how.at ?? now()
    last = Math.max(at * 1000, last + 1)
    const ts = `${Math.floor(last / 1e6)}.${String(last % 1e6).padStart(6, '0')}`
    const kept: Kept = { readableAt: at, foreign: false, bare: false, ...posting, ...how, ts, at }
    messages.push(kept)
    return kept
  }

  function refusalOf(posting: Sent): PostFailure | undefined {
    const isParentThere = messages.some(
      ({ ts, channel: at }) => ts === posting.thread && at === posting.channel,
    )
    if (posting.thread !== undefined && !isParentThere)
      return { kind: 'rejected', extent: 'thread', reason: 'thread_not_found' }
    return channel.refuses(posting)
  }

  function repliesTo(message: Kept, here: Kept[]): Pick<PostedMessage, 'replies' | 'lastReply'> {
    const replies = channel.hidesReplies ? [] : here.filter((reply) => reply.thread === message.ts)
    const lastReply = replies
      .map(({ ts }) => ts)
      .toSorted()
      .at(-1)
    return { replies: replies.length, ...(lastReply === undefined ? {} : { lastReply }) }
  }

  function at({ channel: id, thread, oldest }: HistoryRange): PostedMessage[] {
    const here = messages.filter(
      (kept) => isThere(kept) && kept.channel === id && !kept.foreign && kept.readableAt <= now(),
    )
    const within = here.filter(({ ts }) => oldest === undefined || ts >= oldest)
    const chosen = within.filter((message) => message.thread === thread || (thread && message.ts === thread))
    const shown = chosen.map((message) => {
      const mark = message.content.blocks[0]?.block_id
      return {
        ts: message.ts,
        ...repliesTo(message, here),
        ...(message.thread === undefined ? {} : { thread: message.thread }),
        ...(message.receipt === undefined || message.bare ? {} : { receipt: message.receipt }),
        ...(mark === undefined ? {} : { mark }),
      }
    })
    return shown.sort((a, b) => (a.ts < b.ts ? -1 : 1) * (thread === undefined ? -1 : 1))
  }
  return channel
}
