import type { AlertBook } from '../alerts.ts'
import { isOpen } from '../decide/bookmark.ts'
import type { Decide } from '../decide/decide.ts'
import type { WhyFinding } from '../messages/why.ts'
import type { Bookmark, KeptBookmark } from '../model/bookmark.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import { isSameAddress } from './same-address.ts'
import type { WhyQuestion } from './why.ts'

/** What would be decided of a mention now. Rejects as the mention service does. */
export type Recompute = (subscription: Subscription, question: WhyQuestion) => Promise<WhyFinding[]>

type RecomputeDeps = {
  now: () => number
  alerts: Pick<AlertBook, 'find'>
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  /** The newest mentions of an alert, among which an address is looked for. */
  newest: (alert: Id) => Promise<Mention[]>
  decideFor: (subscription: Subscription) => Decide
  bookmark: (key: { subscription: string; alert: Id }) => Promise<KeptBookmark>
}

/** Decides again, and tells from the bookmark whether a mention lies before the first look. */
export function createRecompute(deps: RecomputeDeps): Recompute {
  return async (subscription, { mention: asked, alert: wanted, channel }) => {
    const { name } = subscription
    const found = await deps.alerts.find(subscription.alert)
    if (found.kind !== 'found')
      return [
        { subscription: name, source: 'unknown', reason: `its alert ${subscription.alert} is not there` },
      ]
    const { id: alert } = found.alert
    if (wanted !== undefined && wanted !== alert) return []
    const mention = await mentionOf(deps, alert, asked)
    if (mention === undefined)
      return [{ subscription: name, source: 'unknown', reason: 'the alert does not have this mention' }]
    const kept = await deps.bookmark({ subscription: name, alert })
    const { kind, reason, detail } = deps.decideFor(subscription)(mention, deps.now(), channel)
    const more = detail === undefined ? {} : { detail }
    const isBefore = kept.kind === 'kept' && liesBefore(kept.bookmark, mention.id)
    if (kind !== 'skip' && isBefore)
      return [
        {
          subscription: name,
          source: 'computed',
          kind: 'before',
          reason: 'the first look posts nothing old',
        },
      ]
    return [{ subscription: name, source: 'computed', kind, reason, ...more }]
  }
}

/** Whether a mention was there before the subscription looked for the first time. */
function liesBefore(bookmark: Bookmark, id: Id): boolean {
  return compareIds(id, bookmark.start) <= 0 && !isOpen(bookmark)(id)
}

async function mentionOf(
  deps: RecomputeDeps,
  alert: Id,
  asked: WhyQuestion['mention'],
): Promise<Mention | undefined> {
  if ('id' in asked) return deps.mention(alert, asked.id)
  const newest = await deps.newest(alert)
  return newest.find(({ url }) => isSameAddress(url, asked.url))
}
