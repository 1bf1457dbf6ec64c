import { startStopwatch } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import { withReceiptMark } from './mark.ts'
import type { Content, Draft, Posting, PostOutcome } from './message.ts'
import type { SendDeps } from './ports.ts'

type Rejected = Extract<PostOutcome, { kind: 'rejected' }>

/**
 * Stores the progress of one sender, which sends its messages one after the other. Every function returns the sender's new state, and each
 * throws if the store fails, or if another process sends for the sender by now: then nothing is posted.
 */
export type Journal<State, Pending> = {
  /** Stores the pending post. If Slack refused an earlier form of the message, the pending post of that form is replaced. */
  begin(state: State, pending: Pending): Promise<State>
  /** Records that Slack has the message. The write may wait for the next `begin` or `flush`; until then the stored post is unconfirmed. */
  commit(state: State, pending: Pending, posted: Posted): Promise<State>
  abandon(state: State, pending: Pending): Promise<State>
  flush(state: State): Promise<State>
}

export type Outgoing<Pending, Proof> = {
  sender: string
  draft: Draft<Proof>
  /** The content, and plainer forms of it in case Slack refuses it. */
  forms: Iterable<Content>
  /** Goes into the id of the first block (mark.ts). */
  mark: string
  /** Returns what is stored before the message is sent. It must say which message it is. */
  pending: (sent: SentAt) => Pending
}

/** When a pending post was stored: by our clock, and by Slack's if that is known. Only Slack's says where in the channel the message is. */
export type SentAt = { at: Time; slackAt?: Time }
type Posted = { kind: 'posted'; ts: string; receiptKept: boolean; form: Content }

/** After `posted` Slack has the message, after `unconfirmed` Slack may have it, and otherwise Slack does not have it. */
export type SendResult =
  | Posted
  | { kind: 'unconfirmed'; reason: string }
  /** Slack refused every form. `unclear` is the unknown code of a refusal; its cause may be the message, the channel or Slack. */
  | { kind: 'refused'; reason: string; unclear?: string }
  | { kind: 'blocked'; scope: 'thread' | 'channel' | 'workspace'; reason: string }
  | { kind: 'rate-limited'; reason: string; afterMs: Ms }
  /**
   * The channel's rate limit asks for a longer wait than `patienceMs`. `unclear` is the unknown code with which Slack refused an earlier
   * form.
   */
  | { kind: 'no-room'; afterMs: Ms; unclear?: string }
  | { kind: 'stopping'; unclear?: string }

/**
 * If it takes longer than this, in ms, to store the pending post, the message is not posted. Another process may lead by then, and post the
 * message again after `doubtSeconds`.
 */
const maxDelayBeforePostMs = 5000

/** Sends one message, form by form until Slack accepts one. `patienceMs` returns the longest wait for the channel's rate limit. */
export async function sendMessage<State, Pending extends object, Proof>(
  deps: SendDeps<Proof>,
  journal: Journal<State, Pending>,
  start: State,
  message: Outgoing<Pending, Proof>,
  patienceMs: () => Ms,
): Promise<{ state: State; result: SendResult }> {
  let state = start
  let pending: Pending | undefined
  let result: SendResult = { kind: 'refused', reason: 'there is nothing to post' }
  for (const form of message.forms) {
    const waited = await waitForChannel(deps, journal, state, message.draft.channel, patienceMs())
    state = waited.state
    if (waited.result !== undefined) {
      result = { ...waited.result, ...unclearOf(result) }
      break
    }
    const sinceBegin = startStopwatch(deps)
    const seenAt = deps.steady()
    pending = message.pending({ at: deps.now(), ...defined({ slackAt: deps.slackTime() }) })
    state = await journal.begin(state, pending)
    deps.outboxMemory.firstSeenAt(message.sender, pending, seenAt)
    // Another process may lead by now.
    const sent: SendResult =
      sinceBegin() > maxDelayBeforePostMs
        ? { kind: 'unconfirmed', reason: 'this process was held up' }
        : await postPending(deps, message, form, pending)
    if (sent.kind === 'posted') return { state: await journal.commit(state, pending, sent), result: sent }
    if (sent.kind === 'unconfirmed') return { state, result: sent }
    // An unknown code counts for the whole message, because a later refusal of a plainer form does not show the cause.
    result = sent.kind === 'refused' ? { ...unclearOf(result), ...sent } : sent
    if (sent.kind !== 'refused') break
  }
  if (pending !== undefined) state = await journal.abandon(state, pending)
  return { state, result }
}

const unclearOf = (result: SendResult) =>
  result.kind === 'refused' && result.unclear !== undefined ? { unclear: result.unclear } : {}

async function waitForChannel<State, Pending, Proof>(
  { channelRate, sleep, stopping }: SendDeps<Proof>,
  journal: Journal<State, Pending>,
  state: State,
  channel: string,
  patience: number,
): Promise<{ state: State; result?: Extract<SendResult, { kind: 'no-room' | 'stopping' }> }> {
  const wait = await channelRate.take(channel, patience).catch(async (error: unknown) => {
    // If the rate limiter fails, the last commit must still be stored.
    await journal.flush(state)
    throw error
  })
  const stored = wait > 0 ? await journal.flush(state) : state
  if (wait > patience) return { state: stored, result: { kind: 'no-room', afterMs: wait } }
  if (wait > 0) await sleep(wait)
  return stopping.aborted ? { state: stored, result: { kind: 'stopping' } } : { state: stored }
}

async function postPending<Pending extends object, Proof>(
  deps: SendDeps<Proof>,
  { sender, draft, mark }: Outgoing<Pending, Proof>,
  form: Content,
  pending: Pending,
): Promise<SendResult> {
  const posting: Posting<Proof> = { ...draft, content: withReceiptMark(form, mark) }
  const outcome = await deps.post(posting)
  switch (outcome.kind) {
    case 'delivered':
      deps.outboxMemory.addConfirmed(sender, pending, outcome.ts)
      return { kind: 'posted', ts: outcome.ts, receiptKept: outcome.receiptKept, form }
    case 'unknown':
      return { kind: 'unconfirmed', reason: outcome.reason }
    case 'deferred':
      await deps.channelRate.pause(draft.channel, outcome.afterMs)
      return { kind: 'rate-limited', reason: outcome.reason, afterMs: outcome.afterMs }
    case 'rejected':
      return refusalOf(outcome)
  }
}

function refusalOf({ extent, reason }: Rejected): SendResult {
  if (extent === 'message') return { kind: 'refused', reason }
  if (extent === 'unclear') return { kind: 'refused', reason, unclear: reason }
  return { kind: 'blocked', scope: extent, reason }
}
