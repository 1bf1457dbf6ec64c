import { runningSpike } from '../../decide/storm.ts'
import { spikeEndsAfterMs } from '../../weather/storm-state.ts'
import type { SubscriptionRun } from '../watch.ts'
import { redrawEveryMs } from './storm.ts'

/** A summary that could not be drawn is drawn again after this, in ms. */
const redrawFailedMs = 2 * 60_000

/**
 * When a storm wants to be looked at again, whatever the schedule says (UTC, ms); undefined where there is none. The card has
 * to become what stands in its thread, and the summary half an hour after it was loud last: the next slot may be a day away.
 */
export function nextSpikeCheckAt(
  { checkpoint, state }: Pick<SubscriptionRun, 'checkpoint' | 'state'>,
  now: number,
): number | undefined {
  if (checkpoint.spike?.ended !== undefined) return now + redrawFailedMs
  const running = runningSpike(checkpoint)
  if (running === undefined) return undefined
  const { drawn } = state
  const isStale = running.thread !== undefined && drawn !== undefined && drawn.upTo !== checkpoint.lastTs
  return isStale ? drawn.at + redrawEveryMs : running.state.aboveBaselineAt + spikeEndsAfterMs
}
