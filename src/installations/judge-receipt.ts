import type { Ms, Time } from '@overheard/base/time'
import type { PostedMessage } from '../model/history.ts'
import type { Receipt } from '../model/message.ts'

/**
 * A message of our bot with a receipt of one of our subscriptions. `seenAt` is the time when this process saw it: announced by Slack, or in
 * the history of its channel (the steady clock).
 */
export type SeenReceipt = { receipt: Receipt; ts: PostedMessage['ts']; seenAt: Ms }

/** What this process knows. */
export type Knowledge = {
  /** The steady clock. */
  steady: Ms
  /** Slack's clock: now, and when this process started. Undefined until Slack has answered. */
  slack: { now: Time; startedAt: Time } | undefined
  /** Our installation id. */
  self: string
  /** The newest `ts` of the installation that posted the message, if it is known as another one. */
  knownTs: string | undefined
  /** True if this process itself posted one of the mentions, in another message, and Slack confirmed that message. */
  isRepeated: boolean
}

/**
 * `other`: another installation posted the message while this process ran. `repeat`: the message has our own id or none, and covers a mention
 * that this process posted in another message. `later`: it cannot be decided yet.
 */
export type Verdict =
  | { kind: 'other'; id: string }
  | { kind: 'repeat' }
  | { kind: 'later'; reason: 'clock-unknown' | 'settling' }
  | { kind: 'none'; reason: 'ours' | 'known' | 'before-start' | 'old' }

/**
 * Messages up to this long after our start, in ms, may come from the process before ours: one that is just being stopped, or that was
 * killed while Slack stored its last post.
 */
export const handoverMs = 30_000

/** An older message, in ms, says nothing about the present: Slack repeats events for an hour, and a history goes back for ever. */
export const freshMs = 5 * 60_000

/**
 * A younger message, in ms, is not judged yet. A process that is being stopped must not report its successor, and the answer to a post of our
 * own may come after the event.
 */
export const settlingMs = 10_000

/** Decides if a receipt shows another installation. All times of messages are compared by Slack's clock. */
export function judgeReceipt({ receipt, ts, seenAt }: SeenReceipt, knowledge: Knowledge): Verdict {
  const { steady, slack, self, knownTs, isRepeated } = knowledge
  const { installation: id } = receipt
  const isOther = id !== undefined && id !== self
  if (isOther && knownTs !== undefined)
    return ts > knownTs ? { kind: 'other', id } : { kind: 'none', reason: 'known' }
  const seenAgo = steady - seenAt
  if (slack === undefined)
    return seenAgo > freshMs ? { kind: 'none', reason: 'old' } : { kind: 'later', reason: 'clock-unknown' }
  const postedAt = Number(ts) * 1000
  const age = slack.now - postedAt
  if (postedAt <= slack.startedAt + handoverMs) return { kind: 'none', reason: 'before-start' }
  if (age - seenAgo > freshMs) return { kind: 'none', reason: 'old' }
  if (age < settlingMs) return { kind: 'later', reason: 'settling' }
  if (isOther) return { kind: 'other', id }
  return isRepeated ? { kind: 'repeat' } : { kind: 'none', reason: 'ours' }
}
