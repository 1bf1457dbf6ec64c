import { subscriptionsOf } from '../channel-subscriptions.ts'
import { isOpen } from '../decide/bookmark.ts'
import { momentsOf } from '../insights/range.ts'
import type { BookmarkKey } from '../model/bookmark.ts'
import type { Id } from '../model/id.ts'
import type { DateRange } from '../model/insight.ts'
import type { VerdictEntry } from '../model/verdict.ts'
import { foundIn } from './fates.ts'
import type { ComposeDeps } from './ports.ts'

/**
 * What was found for a channel's subscriptions within UTC dates, as it is now; nothing where it has none. What waits by the log and is
 * settled by the bookmark is left out: a crash took the entry that tells how. Rejects where the store does.
 */
export async function foundFor(
  deps: Pick<ComposeDeps, 'channels' | 'subscriptions' | 'verdicts' | 'bookmarks'>,
  channel: string,
  range: DateRange,
): Promise<VerdictEntry[] | undefined> {
  const subscriptions = await subscriptionsOf(deps.channels, deps.subscriptions(), { channel })
  if (subscriptions.length === 0) return undefined
  const names = subscriptions.map(({ name }) => name)
  const found = await foundIn(deps.verdicts.entries(0), momentsOf(range), names)
  const waits = await stillWaits(deps, found)
  return found.filter((entry) => entry.became !== 'waiting' || waits(entry))
}

/** Whether what the log has as waiting is open by its bookmark. One that is damaged cannot tell: then the log counts. */
async function stillWaits(
  { bookmarks }: Pick<ComposeDeps, 'bookmarks'>,
  found: VerdictEntry[],
): Promise<(entry: VerdictEntry) => boolean> {
  const keyOf = ({ subscription, alert }: BookmarkKey) => `${alert} ${subscription}`
  const waiting = found.filter(({ became }) => became === 'waiting')
  const keys = new Map(waiting.map((entry) => [keyOf(entry), entry]))
  const opens = new Map<string, (id: Id) => boolean>()
  for (const [key, { subscription, alert }] of keys) {
    const kept = await bookmarks.bookmark({ subscription, alert })
    opens.set(key, kept.kind === 'kept' ? isOpen(kept.bookmark) : () => kept.kind === 'damaged')
  }
  return (entry) => opens.get(keyOf(entry))?.(entry.id) ?? false
}
