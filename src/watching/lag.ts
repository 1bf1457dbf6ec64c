import type { Progress } from '../schedule/lags.ts'

/** How far a subscription is behind: how long ago it became due without having read to the end since, in ms. */
export type Lag = { subscription: string; ms: number }

/** The watched subscriptions that are behind, furthest first. */
export function lagsOf(members: Progress[], isWatched: (subscription: string) => boolean): Lag[] {
  return members
    .filter(({ member }) => isWatched(member))
    .flatMap(({ member, behindMs: ms }) => (ms === undefined ? [] : [{ subscription: member, ms }]))
    .sort((a, b) => b.ms - a.ms)
}
