import type { LookAt } from './history.ts'
import { createRest } from './rest.ts'

const limited = 'ratelimited'

/**
 * Looks, but not while Slack wants to be left alone: it counts the calls for channels and those for threads, whichever channel they
 * are of, and schedules of seconds would ask again and again. `now`: ms.
 */
export function restingLook(look: LookAt, now: () => number): LookAt {
  const rests = { channel: createRest(now), thread: createRest(now) }
  return async (place, enough) => {
    const rest = rests[place.thread === undefined ? 'channel' : 'thread']
    const afterMs = rest.left()
    if (afterMs > 0) return { kind: 'unreachable', reason: limited, afterMs }
    const found = await look(place, enough)
    if (found.kind === 'unreachable' && found.reason === limited) rest.begin(found.afterMs)
    return found
  }
}
