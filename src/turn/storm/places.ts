import type { SpikeSummary } from '../../model/storm.ts'
import { mentionsShown } from '../../weather/storm-tale.ts'
import type { PollDeps } from '../ports.ts'
import type { SubscriptionRun } from '../watch.ts'

/**
 * Finds where the mentions stand that the card of a storm names. Each address is asked for once; what another process posted
 * is named without one.
 */
export async function findPermalinks(
  deps: PollDeps,
  { state, channel }: SubscriptionRun,
  summary: SpikeSummary,
): Promise<void> {
  const found = new Map<string, string>()
  for (const id of new Set(mentionsShown(summary).map((mention) => mention.id))) {
    const known = state.permalinks?.get(id)
    const ts = state.recent?.find(({ mention }) => mention.id === id)?.ts
    const place = ts === undefined ? undefined : { channel, ts }
    const permalink = known ?? (place && (await deps.volume?.permalink(place)))
    if (permalink !== undefined) found.set(id, permalink)
  }
  state.permalinks = found
}
