import type { Ms, Time } from '@overheard/base/time'
import { wasParentDeleted } from '@overheard/post-once/message'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { closeBurst } from '../progress/checkpoint-changes.ts'
import { runningSpike, withoutSpike, withoutSpikeCard } from '../progress/spike-progress.ts'
import { type SubscriptionRun, withState } from '../subscription-run.ts'

/** If this many parents in a row accept no reply, the subscription uses no threads for a while. */
const maxRefusedParents = 2

/**
 * A subscription uses no threads for a day if its channel allows none, and for an hour if each thread is locked, because a person may
 * unlock them.
 */
const [aDay, anHour] = [24 * 60 * 60_000, 60 * 60_000]

/** True if a subscription may post into threads. Without threads each mention gets a card, and there are no spikes. */
export function mayUseThreads({ state: { noThreads }, input }: SubscriptionRun): boolean {
  return noThreads === undefined || input.steadyStart - noThreads.since >= noThreads.forMs
}

/** Counts a refused reply, because otherwise every refused reply would get a new parent, without end. */
export function withThreadRefused(run: SubscriptionRun, code: string, steadyNow: Ms): SubscriptionRun {
  if (wasParentDeleted(code)) return run
  const refusedThreads = (run.state.refusedThreads ?? 0) + 1
  const refused = withState(run, { refusedThreads })
  if (hasNoThreads(code)) return withState(refused, { noThreads: { since: steadyNow, forMs: aDay } })
  return refusedThreads < maxRefusedParents
    ? refused
    : withState(refused, { noThreads: { since: steadyNow, forMs: anHour } })
}

export function withReplyAccepted(run: SubscriptionRun): SubscriptionRun {
  return withState({ ...run, repliesAccepted: run.repliesAccepted + 1 }, { refusedThreads: undefined })
}

export function openThread({ checkpoint }: SubscriptionRun): string | undefined {
  return checkpoint.burst?.thread ?? runningSpike(checkpoint)?.thread
}

/**
 * Removes a thread that accepts no replies from the checkpoint. The rest of a burst gets a new parent, and a spike gets a new card. If the
 * channel has no threads at all, the spike ends.
 */
export function withoutThread(run: SubscriptionRun, parent: string, now: Time): Checkpoint {
  const { checkpoint } = run
  const spike = runningSpike(checkpoint)
  if (spike?.thread !== parent) return closeBurst(checkpoint)
  if (mayUseThreads(run)) return withoutSpikeCard(checkpoint)
  const { announcedAt, summary } = spike.state
  const before = { announcedAt, endedAt: now, peak: summary.peak }
  return withoutSpike(checkpoint, { kind: 'calm', before }, { thread: parent, summary, endedAt: now })
}

function hasNoThreads(reason: string): boolean {
  return reason === 'restricted_action_non_threadable_channel'
}
