import type { AlertDirectory } from '../../alerts.ts'
import { isUndecided } from '../../decide/bookmark.ts'
import type { Decide } from '../../decide/decide.ts'
import type { WhyFinding } from '../../messages/why.ts'
import type { StoredCheckpoint } from '../../model/bookmark.ts'
import { compareIds, type Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Subscription } from '../../model/subscription.ts'
import { isSameAddress } from './same-address.ts'

/** What is asked about: a mention by id or address. `alert` narrows it; `channel`: only what concerns this channel. */
export type WhyQuestion = { mention: { id: Id } | { url: string }; alert?: Id; channel: string }

/** What would be decided of a mention now. Rejects as the mention service does. */
export type RecomputeDecision = (subscription: Subscription, question: WhyQuestion) => Promise<WhyFinding[]>

type RecomputeDeps = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  /** The newest mentions of an alert, among which an address is looked for. */
  newest: (alert: Id) => Promise<Mention[]>
  decideFor: (subscription: Subscription) => Decide
  checkpoint: (key: { subscription: string; alert: Id }) => Promise<StoredCheckpoint>
}

/** Decides again, and tells from the bookmark whether a mention lies before the first look, or is not read yet. */
export function createRecomputeDecision(deps: RecomputeDeps): RecomputeDecision {
  return async (subscription, { mention: asked, alert: wanted, channel }) => {
    const { name, alert: written } = subscription
    const unknown = (reason: string) => [{ subscription: name, source: 'unknown' as const, reason }]
    const found = await deps.alerts.find(written)
    if (found.kind !== 'found') return unknown(`its alert ${written} is not there`)
    const { id: alert } = found.alert
    if (wanted !== undefined && wanted !== alert) return []
    const mention = await mentionOf(deps, alert, asked)
    if (mention === undefined) return unknown('the alert does not have this mention')
    const kept = await deps.checkpoint({ subscription: name, alert })
    const decision = deps.decideFor(subscription)(mention, deps.now(), channel)
    return [findingOf(name, decision, positionOf(kept, mention.id))]
  }
}

/** Where a mention lies for a subscription: there before its first look, not read yet, or neither. */
function positionOf(kept: StoredCheckpoint, id: Id): 'before' | 'ahead' | undefined {
  if (kept.kind !== 'kept') return undefined
  if (isUndecided(kept.checkpoint)(id)) return 'ahead'
  return compareIds(id, kept.checkpoint.origin) <= 0 ? 'before' : undefined
}

function findingOf(
  subscription: string,
  { kind, reason, detail }: ReturnType<Decide>,
  place: ReturnType<typeof positionOf>,
): WhyFinding {
  const explained = { subscription, reason, ...(detail === undefined ? {} : { detail }) }
  if (place === 'ahead') return { ...explained, source: 'ahead', kind }
  if (place === 'before' && kind !== 'skip')
    return { subscription, source: 'computed', kind: 'before', reason: 'the first look posts nothing old' }
  return { ...explained, source: 'computed', kind }
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
