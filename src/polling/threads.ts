import {
  type Checkpoint,
  closeBurst,
  runningSpike,
  withoutSpike,
  withoutSpikeCard,
} from '../model/checkpoint.ts'
import { hasNoThreads, wasParentDeleted } from '../model/message.ts'
import type { SubscriptionRun } from './subscription-run.ts'

/** After so many parents in a row that took no reply, a subscription does without threads for a while. */
const mostParents = 2

/** For how long, in ms: a channel without threads stays so; whoever locks each thread may stop. */
const [aDay, anHour] = [24 * 60 * 60_000, 60 * 60_000]

/** Whether a subscription may post into threads. Without them mentions get cards of their own, and nothing is called a storm. */
export function mayUseThreads({ state, pollStart }: Pick<SubscriptionRun, 'state' | 'pollStart'>): boolean {
  const { noThreads } = state
  // A clock that was set back far must not make it last longer.
  return noThreads === undefined || Math.abs(pollStart - noThreads.since) >= noThreads.forMs
}

/** Notes that a thread has refused a reply, and why (Slack's code). A new parent for each would never end. */
export function recordThreadRefused({ state }: SubscriptionRun, reason: string, now: number): void {
  if (wasParentDeleted(reason)) return
  state.refusedThreads = (state.refusedThreads ?? 0) + 1
  if (hasNoThreads(reason)) state.noThreads = { since: now, forMs: aDay }
  else if (state.refusedThreads >= mostParents) state.noThreads = { since: now, forMs: anHour }
}

/** Notes that a thread has taken a reply. */
export function recordReplyAccepted(run: SubscriptionRun): void {
  run.repliesTaken += 1
  delete run.state.refusedThreads
}

/** The `ts` of the parent of the thread that is open: that of a burst, or of the card of a storm. */
export function openThread({ checkpoint }: SubscriptionRun): string | undefined {
  return checkpoint.burst?.thread ?? runningSpike(checkpoint)?.thread
}

/**
 * The bookmark without a thread that takes no replies. What is left gets a new parent: the live card of a storm, or that of a burst.
 * Where there are no threads, the storm is over, and mentions go up as ever.
 */
export function withoutThread(run: SubscriptionRun, parent: string, now: number): Checkpoint {
  const { checkpoint } = run
  const spike = runningSpike(checkpoint)
  if (spike?.thread !== parent) return closeBurst(checkpoint)
  if (mayUseThreads(run)) return withoutSpikeCard(checkpoint)
  const { announcedAt, summary } = spike.state
  const before = { announcedAt, endedAt: now, peak: summary.peak.count }
  return withoutSpike(checkpoint, { kind: 'calm', before }, { thread: parent, summary, endedAt: now })
}
