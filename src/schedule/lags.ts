/**
 * How far a member got. `behindMs`: how long ago it became due without having read to the end since, in ms; absent where it is not
 * behind. `caughtUpAt`: when it had read to the end last, UTC, ms; absent where that is not known.
 */
export type Progress = { member: string; behindMs?: number; caughtUpAt?: number }

/** Who is behind in one process: what could not go on, runs, or waits. */
type LagTracker = {
  /** Notes that a member is due since then (UTC, ms; now by default); while it is behind, it counts since the first time. */
  due(member: string, since?: number): void
  /** It has read to the end and settled or held everything. */
  caughtUp(member: string): void
  /** It is not watched any more. */
  forget(member: string): void
  /** `waiting`: who is due and waits for its turn, and for how long (ms). */
  howFar(waiting: { member: string; ms: number }[]): Progress[]
}

/** Keeps the lags. `now`: UTC, ms. */
export function createLagTracker(now: () => number): LagTracker {
  const since = new Map<string, number>()
  const caughtUpAt = new Map<string, number>()
  return {
    due(member, at = now()) {
      if (!since.has(member)) since.set(member, at)
    },
    caughtUp(member) {
      since.delete(member)
      caughtUpAt.set(member, now())
    },
    forget(member) {
      since.delete(member)
      caughtUpAt.delete(member)
    },
    howFar(waiting) {
      const longest = new Map([...since].map(([member, at]) => [member, Math.max(0, now() - at)]))
      for (const { member, ms } of waiting) longest.set(member, Math.max(ms, longest.get(member) ?? 0))
      return [...new Set([...longest.keys(), ...caughtUpAt.keys()])].map((member) => {
        const [behindMs, at] = [longest.get(member), caughtUpAt.get(member)]
        return {
          member,
          ...(behindMs === undefined ? {} : { behindMs }),
          ...(at === undefined ? {} : { caughtUpAt: at }),
        }
      })
    },
  }
}
