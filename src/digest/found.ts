import { findSubscriptionsOfChannel } from '../channel-subscriptions.ts'
import { isUndecided } from '../decide/bookmark.ts'
import { timestampsOf } from '../insights/range.ts'
import type { CheckpointKey } from '../model/bookmark.ts'
import type { Id } from '../model/id.ts'
import type { DateRange } from '../model/insight.ts'
import type { DecisionRecord } from '../model/verdict.ts'
import { findMentionsFound } from './fates.ts'
import type { ComposeDeps } from './ports.ts'

/**
 * What was found for a channel's subscriptions within UTC dates, as it is now; nothing where it has none. What waits by the log and is
 * settled by the bookmark is left out: a crash took the entry that tells how. Rejects where the store does.
 */
export async function loadFoundMentions(
  deps: Pick<ComposeDeps, 'channels' | 'subscriptions' | 'decisions' | 'checkpoints'>,
  channel: string,
  range: DateRange,
): Promise<DecisionRecord[] | undefined> {
  const subscriptions = await findSubscriptionsOfChannel(deps.channels, deps.subscriptions(), { channel })
  if (subscriptions.length === 0) return undefined
  const names = subscriptions.map(({ name }) => name)
  const found = await findMentionsFound(deps.decisions.entries(0), timestampsOf(range), names)
  const waits = await createIsWaiting(deps, found)
  return found.filter((entry) => entry.outcome !== 'waiting' || waits(entry))
}

/** Whether what the log has as waiting is open by its bookmark. One that is damaged cannot tell: then the log counts. */
async function createIsWaiting(
  { checkpoints }: Pick<ComposeDeps, 'checkpoints'>,
  found: DecisionRecord[],
): Promise<(entry: DecisionRecord) => boolean> {
  const keyOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`
  const waiting = found.filter(({ outcome }) => outcome === 'waiting')
  const keys = new Map(waiting.map((entry) => [keyOf(entry), entry]))
  const opens = new Map<string, (id: Id) => boolean>()
  for (const [key, { subscription, alert }] of keys) {
    const kept = await checkpoints.load({ subscription, alert })
    opens.set(key, kept.kind === 'kept' ? isUndecided(kept.checkpoint) : () => kept.kind === 'damaged')
  }
  return (entry) => opens.get(keyOf(entry))?.(entry.id) ?? false
}
