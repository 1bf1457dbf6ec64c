import { subscriptionsOf } from '../channel-subscriptions.ts'
import type { Answer } from '../insights/needs.ts'
import { momentsOf } from '../insights/range.ts'
import type { Accounting } from '../model/accounting.ts'
import type { Bookmark } from '../model/bookmark.ts'
import type { DateRange } from '../model/insight.ts'
import type { Subscription } from '../model/subscription.ts'
import type { VerdictEntry } from '../model/verdict.ts'
import { accountFor } from './accounting.ts'
import type { ComposeDeps } from './ports.ts'

/** A mention is settled again within so many ms at most: what was found before the period must be known as such. */
const dayBefore = 86_400_000

/** What became of what was found for a channel's subscriptions within UTC dates; nothing where it has none. Never rejects. */
export async function accountOf(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<Answer<Accounting> | undefined> {
  try {
    const subscriptions = await subscriptionsOf(deps.channels, deps.subscriptions(), { channel })
    if (subscriptions.length === 0) return undefined
    const names = subscriptions.map(({ name }) => name)
    const window = momentsOf(range)
    const entries: VerdictEntry[] = []
    for await (const entry of deps.verdicts.entries(window.from - dayBefore))
      if (entry.at <= window.to && names.includes(entry.subscription)) entries.push(entry)
    const waiting = await Promise.all(subscriptions.map((subscription) => waitingOf(deps, subscription)))
    return { kind: 'known', value: accountFor(entries, window, names, sum(waiting)) }
  } catch {
    return { kind: 'missing', reason: 'what was kept of it cannot be read' }
  }
}

/** How many mentions a subscription has decided to post and not yet posted. */
async function waitingOf({ alerts, bookmarks }: ComposeDeps, subscription: Subscription): Promise<number> {
  const found = await alerts.find(subscription.alert)
  if (found.kind !== 'found') return 0
  const kept = await bookmarks.bookmark({ subscription: subscription.name, alert: found.alert.id })
  return kept.kind === 'kept' ? open(kept.bookmark).size : 0
}

function open({ burst, intent }: Bookmark): Set<string> {
  return new Set([...(burst?.ids ?? []), ...(intent?.ids ?? []), ...(intent?.opens ?? [])])
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
