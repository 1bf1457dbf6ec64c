import { isDeepStrictEqual } from 'node:util'
import { type CheckpointKey, commitPost, type PendingPost, withoutPending } from '../model/checkpoint.ts'
import type { HistoryResult, PostedMessage } from '../slack/history.ts'
import { type PostedReason, postedReason, rememberOriginal } from './duplicates.ts'
import type { PollDeps } from './poll-deps.ts'
import { receiptMarkOf } from './posting.ts'
import { saveCheckpoint } from './save-checkpoint.ts'
import { reportHistory } from './slack-problems.ts'
import { type Deferral, defer, type SubscriptionRun } from './subscription-run.ts'

/** Where Slack's clock has told nothing yet, a look begins so much before the intent, in ms: ours may be wrong. */
const clockSkewMs = 86_400_000

/**
 * Ends the doubt about the intent of a bookmark: what Slack answered this process, or else the channel, tells whether it was posted. If
 * it was, it is settled. If not, the subscription waits until `doubtMs` have passed since the sending (Slack may store late), and is
 * then free to post again.
 */
export async function resolveUnconfirmed(
  deps: PollDeps,
  run: SubscriptionRun,
): Promise<Deferral | undefined> {
  const { pending } = run.checkpoint
  if (pending === undefined) return undefined
  const answered = deps.confirmedPosts.tsOf(run.key, pending)
  if (answered !== undefined) return commitFound(deps, run, pending, answered)
  const lookedAt = deps.now()
  const isIt = (message: PostedMessage) => covers(run, pending, message)
  const look = reachingBack(
    await deps.readHistory(searchRange(run, pending), (messages) => messages.some(isIt)),
    {
      isIt,
      intent: pending,
    },
  )
  reportHistory(deps, run, look)
  if (look.kind === 'unreachable') return defer(`in doubt, and ${look.reason}`, deps.now() + look.afterMs)
  const found = look.kind === 'seen' ? look.messages.find(isIt) : undefined
  if (found !== undefined) return commitFound(deps, run, pending, found.ts)
  const end = unconfirmedSince(run, pending, lookedAt) + deps.doubtMs
  if (lookedAt < end) return defer('in doubt', end)
  if (look.kind === 'unreadable') run.unverified = pending
  run.checkpoint = withoutPending(run.checkpoint)
  return undefined
}

/**
 * A look that was cut short before it came to the time of the post, and has not found it, tells nothing: as one that could not be made. Our
 * clock may differ from Slack's.
 */
function reachingBack(
  look: HistoryResult,
  { isIt, intent: pending }: { isIt: (message: PostedMessage) => boolean; intent: PendingPost },
): HistoryResult {
  if (look.kind !== 'seen' || !look.bounded || look.messages.some(isIt)) return look
  const isBehind = look.backTo !== undefined && Number(look.backTo) * 1000 < pending.at - clockSkewMs
  return isBehind ? look : { kind: 'unreadable', reason: 'history_too_long', extent: 'message' }
}

/** When a doubt began. Where the clock was set back since, that is its first look: it must not last for as long as the clock went back. */
function unconfirmedSince({ state }: SubscriptionRun, { at: sentAt }: PendingPost, now: number): number {
  const seenAt = state.unconfirmed?.sentAt === sentAt ? Math.min(state.unconfirmed.seenAt, now) : now
  state.unconfirmed = { sentAt, seenAt }
  return Math.min(sentAt, seenAt)
}

/** Settles a post that has arrived. Where that cannot be written it throws, and nothing else is posted before it can. */
async function commitFound(
  deps: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  ts: string,
): Promise<undefined> {
  const first = await rememberOriginal(deps, run, pending, ts)
  recordFound(deps, run, pending, { ts, ...postedReason(first, pending) })
  await saveCheckpoint(
    deps,
    run,
    commitPost(run.checkpoint, { intent: pending, ts }, deps.now(), run.pollStart),
  )
  deps.log.info({ subscription: run.subscription.name, ts }, 'a post in doubt has arrived')
}

/** What a mention's address is, only the turn in which it was posted knows: where that is over, the entry has none. */
function recordFound(
  deps: PollDeps,
  run: SubscriptionRun,
  pending: PendingPost,
  told: PostedReason & { ts: string },
): void {
  const outcome = pending.thread === undefined && pending.burstIds === undefined ? 'posted' : 'burst'
  const urls = new Map(run.waiting.map(({ id, url }) => [id, url]))
  for (const id of pending.ids) {
    const url = urls.get(id) ?? pending.fingerprint?.url ?? ''
    const { channel } = pending
    run.decisions.push({ at: deps.now(), ...run.key, id, url, outcome, channel, ...told })
  }
}

/** From the message before on, by Slack's own clock: ours may have jumped. */
function searchRange({ checkpoint }: SubscriptionRun, { channel, thread, at }: PendingPost) {
  const oldest = checkpoint.lastTs ?? ((at - clockSkewMs) / 1000).toFixed(6)
  return thread === undefined ? { channel, oldest } : { channel, thread, oldest }
}

/** A receipt, or (where Slack dropped the metadata) the mark in the first block; never of a message that was settled before. */
function covers(
  { key, checkpoint }: SubscriptionRun,
  pending: PendingPost,
  { ts, receipt, mark }: PostedMessage,
): boolean {
  if (ts === checkpoint.lastTs) return false
  if (receipt === undefined) return mark === receiptMarkOf(key, pending)
  const same = receipt.subscription === key.subscription && receipt.alert === key.alert
  return same && pending.spike !== 'call' && receipt.ids.join() === pending.ids.join()
}

/**
 * What Slack has answered and no write has settled yet. A process knows that such a post has arrived, whatever its store and the
 * channel's history say, for as long as it lives. One a subscription and alert: nothing is posted before the last one is settled.
 */
export type ConfirmedPosts = {
  /** Slack has answered the post of an intent with this `ts`. */
  note(key: CheckpointKey, answer: { intent: PendingPost; ts: string }): void
  /** The `ts` with which the post of exactly this intent was answered. */
  tsOf(key: CheckpointKey, pending: PendingPost): string | undefined
  /** Whether an answer waits for its settling. */
  waits(key: CheckpointKey): boolean
  /** It is settled durably. */
  settled(key: CheckpointKey): void
}

/** No answer waits yet. */
export function createConfirmedPosts(): ConfirmedPosts {
  const confirmedPosts = new Map<string, { intent: PendingPost; ts: string }>()
  const nameOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`
  return {
    note: (key, answer) => void confirmedPosts.set(nameOf(key), answer),
    tsOf(key, pending) {
      const answer = confirmedPosts.get(nameOf(key))
      return isDeepStrictEqual(answer?.intent, pending) ? answer?.ts : undefined
    },
    waits: (key) => confirmedPosts.has(nameOf(key)),
    settled: (key) => void confirmedPosts.delete(nameOf(key)),
  }
}
