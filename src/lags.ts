/** How far a subscription is behind: how long ago it became due without having read to the end since, in ms. */
export type Lag = { subscription: string; ms: number }

/** Who is behind: what is due and waits, runs, or could not go on. */
export type Lags = {
  /** Notes that a subscription is due; while it is behind, from then on it counts since the first time. */
  due(subscription: string): void
  /** It has read to the end and settled or held everything. */
  caughtUp(subscription: string): void
  /** When it caught up last: UTC, ms; undefined where it has not since this process began to watch it. */
  caughtUpAt(subscription: string): number | undefined
  /** It is not watched any more. */
  forget(subscription: string): void
  /** All that are behind, furthest first. */
  behind(): Lag[]
}

/** Keeps the lags. `now`: UTC, ms. `waiting`: who is due and waits for its turn, and for how long (ms). */
export function createLags(now: () => number, waiting: () => { member: string; ms: number }[]): Lags {
  const since = new Map<string, number>()
  const caughtUpAt = new Map<string, number>()
  return {
    due(subscription) {
      if (!since.has(subscription)) since.set(subscription, now())
    },
    caughtUp(subscription) {
      since.delete(subscription)
      caughtUpAt.set(subscription, now())
    },
    caughtUpAt: (subscription) => caughtUpAt.get(subscription),
    forget(subscription) {
      since.delete(subscription)
      caughtUpAt.delete(subscription)
    },
    behind() {
      const longest = new Map([...since].map(([subscription, at]) => [subscription, Math.max(0, now() - at)]))
      for (const { member, ms } of waiting()) longest.set(member, Math.max(ms, longest.get(member) ?? 0))
      return [...longest].map(([subscription, ms]) => ({ subscription, ms })).sort((a, b) => b.ms - a.ms)
    },
  }
}
