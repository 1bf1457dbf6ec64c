import type { AlertDirectory } from '../../alerts.ts'
import { isUndecided } from '../../decide/bookmark.ts'
import type { Decide } from '../../decide/decide.ts'
import type { Checkpoint, CheckpointKey, StoredCheckpoint } from '../../model/bookmark.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Subscription } from '../../model/subscription.ts'

/** How many mentions a subscription has still to post. `more`: not every page was counted. */
type Backlog = { kind: 'counted'; count: number; more: boolean } | { kind: 'unknown' }

/** Counts what is held or not posted yet; `channel`: the id of the subscription's channel. Never rejects. */
export type CountBacklog = (subscription: Subscription, channel: string) => Promise<Backlog>

type Page = { mentions: Mention[]; last: boolean }

/**
 * So many pages are read until one has what is not settled: after its first look a subscription has a whole page settled above its
 * bookmark, for as long as something late may turn up among it.
 */
const maxPages = 3

type BacklogDeps = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  /** The pages above an id. */
  above: (alert: Id, since: Id) => AsyncIterable<Page>
  decideFor: (subscription: Subscription) => Decide
}

/** Counts by asking the service what is above the bookmark: that is right after a restart, and in a pause, too. */
export function createCountBacklog(deps: BacklogDeps): CountBacklog {
  return async (subscription, channel) => {
    try {
      const found = await deps.alerts.find(subscription.alert)
      if (found.kind !== 'found') return { kind: 'unknown' }
      const alert = found.alert.id
      const kept = await deps.checkpoint({ subscription: subscription.name, alert })
      if (kept.kind !== 'kept') return { kind: 'unknown' }
      return await countAbove(deps, kept.checkpoint, subscription, { alert, channel })
    } catch {
      return { kind: 'unknown' }
    }
  }
}

async function countAbove(
  { above, decideFor, now }: BacklogDeps,
  checkpoint: Checkpoint,
  subscription: Subscription,
  { alert, channel }: { alert: Id; channel: string },
): Promise<Backlog> {
  const isNotDone = isUndecided(checkpoint)
  const decide = decideFor(subscription)
  const isToPost = (mention: Mention) =>
    isNotDone(mention.id) && decide(mention, now(), channel).kind !== 'skip'
  let pages = 0
  for await (const { mentions, last } of above(alert, checkpoint.watermark)) {
    const count = mentions.filter(isToPost).length
    pages += 1
    if (last || count > 0 || pages === maxPages) return { kind: 'counted', count, more: !last }
  }
  return { kind: 'counted', count: 0, more: false }
}
