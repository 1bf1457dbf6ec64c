import type { HistoryRange, ReadHistory } from './history.ts'
import { createCooldown } from './rest.ts'

const limited = 'ratelimited'

/** Whoever has to wait is told to come so long after the one before, in ms: Slack takes 50 looks a minute (tier 3). */
export const retryEveryMs = 1200

/** Nobody is told to come later than that, in ms: a clock that is set back must not keep anybody for long. */
const longestQueueMs = 10 * 60_000

/**
 * Looks, but not while Slack wants to be left alone: it counts the calls for channels and those for threads, whichever channel they
 * are of, and schedules of seconds would ask again and again. Hundreds that were refused come back one after the other. `now`: ms.
 */
export function rateLimitedHistory(look: ReadHistory, now: () => number): ReadHistory {
  const counted = () => ({ rest: createCooldown(now), placeIn: createRetryQueue(now) })
  const counts = { channel: counted(), thread: counted() }
  return async (place, enough) => {
    const { rest, placeIn } = counts[place.thread === undefined ? 'channel' : 'thread']
    const left = rest.left()
    if (left > 0) return { kind: 'unreachable', reason: limited, afterMs: placeIn(keyOf(place), left) }
    const found = await look(place, enough)
    if (found.kind !== 'unreachable' || found.reason !== limited) return found
    rest.begin(found.afterMs)
    return { ...found, afterMs: placeIn(keyOf(place), found.afterMs) }
  }
}

const keyOf = ({ channel, thread = '' }: HistoryRange) => `${channel} ${thread}`

/** Those who wait, each with when it is to come: the next place, not sooner than after so many ms. Who comes too early keeps its place. */
function createRetryQueue(now: () => number): (key: string, afterMs: number) => number {
  const places = new Map<string, number>()
  let last = 0
  return (key, afterMs) => {
    const [time, earliest] = [now(), now() + afterMs]
    const held = places.get(key)
    if (held !== undefined && held > time && held <= time + longestQueueMs)
      return Math.max(held - time, afterMs)
    last = Math.min(Math.max(earliest, last + retryEveryMs), time + longestQueueMs)
    places.delete(key)
    places.set(key, last)
    forgetPast(places, time)
    return Math.max(last - time, afterMs)
  }
}

/** The places are in the order of their times. */
function forgetPast(places: Map<string, number>, time: number): void {
  for (const [key, at] of places) {
    if (at > time) return
    places.delete(key)
  }
}
