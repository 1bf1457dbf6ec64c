/** Keeps every channel within what Slack takes. */
export type ChannelRate = {
  /** How long to wait before the next post to a channel, in ms (0: now). Up to `patience` the place is taken by asking. */
  take(channel: string, patience: number): Promise<number>
  /** Leaves a channel alone for a while, as Slack's Retry-After asks. */
  pause(channel: string, forMs: number): Promise<void>
}

/** One message a second per channel, in ms: Slack's published limit. */
export const postsEvery = 1000
/** After a rest a short burst: its size is our choice. */
export const postsAtOnce = 3

/**
 * The pace of one process: a generic cell rate algorithm per channel, forgetting channels that have been idle. A clock that goes
 * back takes the places with it, or every channel would be shut for as long as it went back.
 */
export function createChannelRate(now: () => number): ChannelRate {
  const nextFree = new Map<string, number>()
  let latest = now()
  const readClock = () => {
    const time = now()
    if (time < latest) for (const [channel, place] of nextFree) nextFree.set(channel, place - (latest - time))
    latest = time
    return time
  }
  return {
    async take(channel, patience) {
      const time = readClock()
      const earliest = time - (postsAtOnce - 1) * postsEvery
      const place = Math.max(nextFree.get(channel) ?? earliest, earliest)
      if (place - time <= patience) nextFree.set(channel, place + postsEvery)
      if (nextFree.size > 1000) forgetIdle(nextFree, earliest)
      return Math.max(0, place - time)
    },
    async pause(channel, forMs) {
      nextFree.set(channel, Math.max(nextFree.get(channel) ?? 0, readClock() + forMs))
    },
  }
}

function forgetIdle(nextFree: Map<string, number>, earliest: number): void {
  for (const [channel, place] of nextFree) if (place <= earliest) nextFree.delete(channel)
}
