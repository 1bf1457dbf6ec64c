import { longestHostWaitMs } from './fetch/cache-hints.ts'
import type { Store } from './store/store.ts'

export const maintenanceEveryMs = 60 * 60 * 1000

/** Items that became no mention stay this long after a source gave them last, for new alerts and previews. */
const unmatchedMs = 7 * 24 * 60 * 60 * 1000

/** Channels that are silent for longer may have been taken out of the configuration. */
const silentMs = 30 * 24 * 60 * 60 * 1000

/** What one run removes at most, so that a clock that is wrong for an hour destroys little, and no run blocks for long. */
const mostMentions = 5000
const mostItems = 20_000

/** Removes what is older than `keepMs`. `now` is UTC ms. Returns how many mentions were removed. */
export function maintain({ store, keepMs, now }: { store: Store; keepMs: number; now: number }): number {
  const removed = store.mentions.removeStoredBefore(now - keepMs, mostMentions)
  store.items.forgetUnseen({
    unmatchedBefore: now - unmatchedMs,
    removedBefore: now - keepMs,
    unseenMs: unmatchedMs,
    silentBefore: now - silentMs,
    most: mostItems,
  })
  store.removals.prune(now)
  store.hosts.tidy(now, longestHostWaitMs)
  store.pruneCopies(now - keepMs)
  return removed
}
