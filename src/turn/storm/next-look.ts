import { runningStorm } from '../../decide/storm.ts'
import { quietMs } from '../../weather/storm-state.ts'
import type { Watch } from '../watch.ts'
import { drawnEvery } from './storm.ts'

/** A summary that could not be drawn is drawn again after this, in ms. */
const drawAgainAfter = 2 * 60_000

/**
 * When a storm wants to be looked at again, whatever the schedule says (UTC, ms); undefined where there is none. The card has
 * to become what stands in its thread, and the summary half an hour after it was loud last: the next slot may be a day away.
 */
export function nextLookAtStorm(
  { bookmark, memory }: Pick<Watch, 'bookmark' | 'memory'>,
  now: number,
): number | undefined {
  if (bookmark.storm?.over !== undefined) return now + drawAgainAfter
  const running = runningStorm(bookmark)
  if (running === undefined) return undefined
  const { drawn } = memory
  const isStale = running.thread !== undefined && drawn !== undefined && drawn.upTo !== bookmark.lastTs
  return isStale ? drawn.at + drawnEvery : running.state.loudAt + quietMs
}
