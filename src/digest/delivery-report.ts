import { type CheckpointKey, isUndecided } from '../model/checkpoint.ts'
import type { DecisionRecord, DeliveryReport } from '../model/decision.ts'
import type { Id } from '../model/id.ts'
import type { DateRange } from '../model/insight.ts'
import { findSubscriptionsOfChannel } from '../rules/subscriptions-of-channel.ts'
import { timestampsOf } from '../stats/date-range.ts'
import type { StatsValue } from '../stats/request-plan.ts'
import {
  indexCardRecords,
  measureResponses,
  type ResponseState,
  type ResponseStats,
  responseStates,
} from '../stats/response-times.ts'
import type { ComposeDeps } from './digest-dependencies.ts'

/** What became until now of what was found for a channel's subscriptions within UTC dates; nothing where it has none. Never rejects. */
export async function reportDeliveries(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<StatsValue<DeliveryReport> | undefined> {
  try {
    const found = await loadFoundMentions(deps, channel, range)
    return found && { kind: 'known', value: countOutcomes(found) }
  } catch {
    return { kind: 'missing', reason: 'what was kept of it cannot be read' }
  }
}

/** Sums up what became of mentions, one entry each (see `foundIn`): every mention is in exactly one column. */
export function countOutcomes(found: DecisionRecord[]): DeliveryReport {
  const columns = found.map(reportColumnOf)
  const count = (kind: ReportColumn['kind']) => columns.filter((column) => column.kind === kind).length
  return {
    found: columns.length,
    posted: count('posted'),
    inBursts: count('burst'),
    filtered: countByRule(columns),
    muted: count('muted'),
    duplicate: count('duplicate'),
    waiting: count('waiting'),
    rejected: count('rejected'),
  }
}

/** The summand of the accounting that a mention belongs to. */
type ReportColumn =
  | { kind: 'posted' | 'burst' | 'rejected' | 'waiting' | 'muted' | 'duplicate' }
  | { kind: 'filtered'; rule: string }

/** Mutes and duplicates are told apart from filters by the name of their rule: `muted…`, `duplicate…`. */
export function reportColumnOf({
  outcome,
  reason,
}: Pick<DecisionRecord, 'outcome' | 'reason'>): ReportColumn {
  if (outcome !== 'skipped') return { kind: outcome }
  if (/^mute/i.test(reason)) return { kind: 'muted' }
  if (/^duplicate/i.test(reason)) return { kind: 'duplicate' }
  return { kind: 'filtered', rule: reason }
}

function countByRule(columns: ReportColumn[]): DeliveryReport['filtered'] {
  const counts = new Map<string, number>()
  for (const column of columns)
    if (column.kind === 'filtered') counts.set(column.rule, (counts.get(column.rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((a, b) => b.count - a.count || a.rule.localeCompare(b.rule))
}

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

/** A mention is settled again within so many ms at most: what was found before a period must be known as such. */
const recordedAgainWithinMs = 86_400_000

/** What became of one mention for one subscription. `foundAt`: UTC, ms. */
type FoundMention = { foundAt: number; last: DecisionRecord }

/**
 * The mentions that were found for the given subscriptions between two moments (UTC, ms, both included), each as the last entry that
 * settled it has it or, where none did, as it waits. A mention is found when the log has it first, waiting or settled, whenever it is
 * settled; so it belongs to one period, and what was held in one and posted in the next is told by the first. `log`: all there is of it, since a
 * hold may have begun long before the period.
 */
export async function findMentionsFound(
  log: AsyncIterable<DecisionRecord>,
  window: { from: number; to: number },
  subscriptions: string[],
): Promise<DecisionRecord[]> {
  const names = new Set(subscriptions)
  const mentions = new Map<string, FoundMention>()
  for await (const entry of log) {
    if (!names.has(entry.subscription)) continue
    const key = `${entry.alert} ${entry.id} ${entry.subscription}`
    const isOver = entry.outcome !== 'waiting' && entry.at < window.from - recordedAgainWithinMs
    if (isOver) mentions.delete(key)
    else mentions.set(key, withRecord(mentions.get(key), entry))
  }
  return [...mentions.values()]
    .filter(({ foundAt }) => foundAt >= window.from && foundAt <= window.to)
    .map(({ last }) => last)
}

function withRecord(known: FoundMention | undefined, entry: DecisionRecord): FoundMention {
  if (known === undefined) return { foundAt: entry.at, last: entry }
  const foundAt = Math.min(known.foundAt, entry.at)
  return { foundAt, last: isMoreFinal(entry, known.last) ? entry : known.last }
}

/** That it was settled tells more than that it waits, whatever came first; else the later one does. */
function isMoreFinal(entry: DecisionRecord, known: DecisionRecord): boolean {
  const [waits, waited] = [entry.outcome === 'waiting', known.outcome === 'waiting']
  return waits === waited ? entry.at >= known.at : waited
}

/** What people made of the negative mentions that were posted to a channel; `of` tells it mention by mention for one alert. */
export type DigestResponses = { handled?: ResponseStats; of(alert: Id): ReadonlyMap<Id, ResponseState> }

const unknownResponses: DigestResponses = { of: () => new Map() }

/** Looks at what was posted within UTC dates. Nothing is told where nobody has touched a card yet. Never rejects. */
export async function loadResponses(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
): Promise<DigestResponses> {
  try {
    const records = (await deps.cards?.(channel)) ?? []
    if (records.length === 0) return unknownResponses
    const subscriptions = await findSubscriptionsOfChannel(deps.channels, deps.subscriptions(), { channel })
    const names = new Set(subscriptions.map(({ name }) => name))
    const { from, to } = timestampsOf(range)
    const posted: DecisionRecord[] = []
    for await (const entry of deps.decisions.entries(from)) {
      const isOurs = names.has(entry.subscription) && entry.at <= to
      if (isOurs && entry.sentiment === 'negative') posted.push(entry)
    }
    const presses = indexCardRecords(records)
    const byAlert = Map.groupBy(posted, ({ alert }) => alert)
    return {
      handled: measureResponses(posted, presses),
      of: (alert) => responseStates(byAlert.get(alert) ?? [], presses, deps.now()),
    }
  } catch {
    return unknownResponses
  }
}
