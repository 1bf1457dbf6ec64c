import { canonicalUrl } from '../dedupe/canonical-url.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { textMessage } from '../messages/block-kit.ts'
import { type WhyFinding, whyAnswer } from '../messages/reasons.ts'
import { noSubscriptionsHere, unavailableText } from '../messages/replies.ts'
import { type CheckpointKey, isUndecided, type StoredCheckpoint } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Decide } from '../rules/rules.ts'
import type { Messages } from '../slack/posted-messages.ts'
import { describeFailure } from '../stats/failure.ts'

/** Why a mention was posted here, or was not. Never rejects. */
export type ExplainDecision = (question: WhyQuestion) => Promise<Content>

type ExplainDecisionDeps = {
  /** The verdict log from a moment on (UTC, ms). */
  entries: (since: number) => AsyncIterable<DecisionRecord>
  /** The subscriptions whose cards go to a channel. */
  subscriptionsOf: (channel: string) => Promise<Subscription[]>
  recompute: RecomputeDecision
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  messages: Pick<Messages, 'permalink'>
}

/** Reads the verdict log; for what it does not have, decides again and says so. */
export function createExplainDecision(deps: ExplainDecisionDeps): ExplainDecision {
  return async (question) => {
    try {
      const subscriptions = await deps.subscriptionsOf(question.channel)
      if (subscriptions.length === 0) return noSubscriptionsHere
      const entries = [...(await findLogEntries(deps, question, subscriptions)).values()]
      const explained = await Promise.all(entries.map((entry) => findingsOf(deps, entry)))
      const findings = explained.flat()
      const silent = subscriptions.filter(({ name }) => !findings.some((one) => one.subscription === name))
      const others = await Promise.all(silent.map((subscription) => deps.recompute(subscription, question)))
      return whyAnswer([...findings, ...others.flat()])
    } catch (error) {
      return textMessage(unavailableText(describeFailure(error).reason))
    }
  }
}

/** The last entry of each subscription about the mention. That it was settled tells more than that it waits, whichever came first. */
async function findLogEntries(
  { entries }: ExplainDecisionDeps,
  { mention, alert }: WhyQuestion,
  subscriptions: Subscription[],
): Promise<Map<string, DecisionRecord>> {
  const names = new Set(subscriptions.map(({ name }) => name))
  const found = new Map<string, DecisionRecord>()
  for await (const entry of entries(0)) {
    if (!names.has(entry.subscription)) continue
    if (entry.outcome === 'waiting' && (found.get(entry.subscription)?.outcome ?? 'waiting') !== 'waiting')
      continue
    if (alert !== undefined && entry.alert !== alert) continue
    if ('id' in mention ? entry.id === mention.id : isSameAddress(entry.url, mention.url))
      found.set(entry.subscription, entry)
  }
  return found
}

/** Nothing of what waits by the log and is settled by the bookmark: a crash took the entry that tells how, so it is worked out anew. */
async function findingsOf(
  { messages, checkpoint }: ExplainDecisionDeps,
  entry: DecisionRecord,
): Promise<WhyFinding[]> {
  if (entry.outcome === 'waiting') {
    const kept = await checkpoint(entry)
    if (kept.kind === 'kept' && !isUndecided(kept.checkpoint)(entry.id)) return []
  }
  const { subscription, at, outcome, reason, detail, channel, ts } = entry
  const link = channel && ts ? await messages.permalink({ channel, ts }) : undefined
  const parts = { ...(detail === undefined ? {} : { detail }), ...(link === undefined ? {} : { link }) }
  return [{ subscription, source: 'log', at, outcome, reason, ...parts }]
}

/** What is asked about: a mention by id or address. `alert` narrows it; `channel`: only what concerns this channel. */
type WhyQuestion = { mention: { id: Id } | { url: string }; alert?: Id; channel: string }

/** What would be decided of a mention now. Rejects as the mention service does. */
type RecomputeDecision = (subscription: Subscription, question: WhyQuestion) => Promise<WhyFinding[]>

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

/** Whether two addresses, however they were written or copied, lead to the same page. */
export function isSameAddress(a: string, b: string): boolean {
  const plain = canonicalUrl(a)
  return plain === undefined ? a === b : plain === canonicalUrl(b)
}
