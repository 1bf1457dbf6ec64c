import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { DateRange } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { CorrectedMention } from '../../model/card.ts'
import { type CheckpointKey, isUndecided } from '../../model/checkpoint.ts'
import { timestampsOf } from '../../model/date-range.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { StatsValue } from '../../stats/request-plan.ts'
import type { ComposeDeps } from '../dependencies.ts'
import {
  indexCardRecords,
  measureResponses,
  type ResponseState,
  type ResponseStats,
  responseStates,
} from './response-times.ts'

/**
 * Counts the mentions that a channel's subscriptions found in a period. A mention counts once for each subscription, in
 * the period in which it was found. `found` is the sum of all other counts.
 */
export type DeliveryReport = {
  found: number
  posted: number
  /** The posted mentions that our own organisation published. */
  own: number
  inBursts: number
  filtered: { rule: string; count: number }[]
  muted: number
  duplicate: number
  /** The number of mentions that quiet hours held, or that were not posted yet when the report was made. */
  waiting: number
  rejected: number
}

/** `found` is undefined if the channel has no subscriptions. */
export async function reportDeliveries(
  found: Promise<DecisionRecord[] | undefined>,
): Promise<StatsValue<DeliveryReport> | undefined> {
  try {
    const records = await found
    return records && { kind: 'known', value: countOutcomes(records) }
  } catch {
    return { kind: 'missing', reason: 'log-unreadable' }
  }
}

/** `found` must have one entry for each mention and subscription. */
export function countOutcomes(found: DecisionRecord[]): DeliveryReport {
  const columns = found.map(reportColumnOf)
  const count = (kind: ReportColumn['kind']) => columns.filter((column) => column.kind === kind).length
  return {
    found: columns.length,
    posted: count('posted'),
    own: count('own'),
    inBursts: count('burst'),
    filtered: countByRule(columns),
    muted: count('muted'),
    duplicate: count('duplicate'),
    waiting: count('waiting'),
    rejected: count('rejected'),
  }
}

type ReportColumn =
  | { kind: 'posted' | 'own' | 'burst' | 'rejected' | 'waiting' | 'muted' | 'duplicate' }
  | { kind: 'filtered'; rule: string }

/**
 * Mutes, duplicates and filters all have the outcome `skipped`. The rule's name tells them apart: `mute…`,
 * `duplicate…`, or any other name.
 */
export function reportColumnOf({
  outcome,
  reason,
}: Pick<DecisionRecord, 'outcome' | 'reason'>): ReportColumn {
  if (outcome === 'posted' && reason === 'own') return { kind: 'own' }
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
 * Returns the mentions that a channel's subscriptions found in a range of UTC dates, with their latest outcomes.
 * Returns undefined if the channel has no subscriptions. Leaves out a mention that waits in the log but is done in the
 * checkpoint, because a crash lost its last log entry. Rejects if the store cannot be read.
 */
export async function loadFoundMentions(
  deps: Pick<ComposeDeps, 'subscriptionsOf' | 'decisions' | 'checkpoints'>,
  channel: string,
  range: DateRange,
): Promise<DecisionRecord[] | undefined> {
  const subscriptions = await deps.subscriptionsOf(channel)
  if (subscriptions.length === 0) return undefined
  const names = subscriptions.map(({ name }) => name)
  const window = timestampsOf(range)
  const log = deps.decisions.entries(window.from - heldLookBackMs)
  const found = await findMentionsFound(log, window, names)
  const waits = await createIsWaiting(deps, found)
  return found.filter((entry) => entry.outcome !== 'waiting' || waits(entry))
}

/**
 * The returned function tells if a mention is undecided in its checkpoint. If the checkpoint is damaged, the function trusts the log and
 * returns true.
 */
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

/**
 * After its final entry, a mention can get another entry within this time (ms), for example after a crash. So a final entry that is older
 * than this at the start of a period belongs to an earlier period.
 */
const recordedAgainWithinMs = 86_400_000

/**
 * The log is read from this long before a period, in ms, because reading it from its start takes much longer. A mention
 * that was held for longer counts as found when its hold ends.
 */
const heldLookBackMs = 7 * 86_400_000

type FoundMention = { foundAt: Time; last: DecisionRecord }

/**
 * Returns the mentions found for some subscriptions within `window` (UTC, ms, both ends included), each with its last
 * outcome. A mention counts as found at its first log entry, so it belongs to exactly one period. `log` must start
 * before the period, because a hold may have started earlier.
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

/** A final outcome replaces `waiting`. Otherwise the later entry replaces the earlier one. */
function isMoreFinal(entry: DecisionRecord, known: DecisionRecord): boolean {
  const [waits, waited] = [entry.outcome === 'waiting', known.outcome === 'waiting']
  return waits === waited ? entry.at >= known.at : waited
}

/** `count` of the `of` mentions that were posted in the period have a corrected sentiment now. */
export type CorrectedShare = { count: number; of: number }

export type DigestResponses = {
  /** `forgotten` means that the decision log no longer covers the period. */
  handled?: ResponseStats | 'forgotten'
  corrected?: CorrectedShare
  of(alert: Id): {
    handling: ReadonlyMap<Id, ResponseState>
    /** The addresses of tickets, by the id of the mention. */
    tickets: ReadonlyMap<Id, string>
    handled?: ResponseStats
    /** The corrected mentions that were posted in the period. */
    corrected: ReadonlyMap<Id, Mention>
  }
}

const nothing = { handling: new Map(), tickets: new Map(), corrected: new Map() }
const unknownResponses: DigestResponses = { of: () => nothing }

/**
 * Loads people's actions on the negative mentions that were posted to a channel in a range of UTC dates, and the tickets and corrected
 * sentiments of all mentions there. A corrected mention counts with the sentiment that people gave it. The result has no actions if nobody in
 * the channel has acted on a mention yet, and no counts if the log no longer has all posts of the range. It is empty if the store fails.
 */
export async function loadResponses(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
  withPeople = false,
): Promise<DigestResponses> {
  try {
    const [records = [], linked = [], corrections = []] = await Promise.all([
      deps.cards?.(channel),
      deps.ticketsIn?.(channel),
      deps.correctionsIn?.(channel),
    ])
    const ticketsByAlert = Map.groupBy(linked, ({ alert }) => alert)
    const ticketsOf = (alert: Id) =>
      new Map(ticketsByAlert.get(alert)?.map(({ mention, url }) => [mention, url]))
    if (records.length === 0 && corrections.length === 0)
      return { of: (alert) => ({ ...nothing, tickets: ticketsOf(alert) }) }
    const posted = await postedWithin(deps, channel, range, corrections)
    const negative = posted.filter(({ entry }) => entry.sentiment === 'negative').map(({ entry }) => entry)
    const presses = indexCardRecords(records)
    const byAlert = Map.groupBy(negative, ({ alert }) => alert)
    const isPressed = records.length > 0
    const corrected = posted.flatMap(({ entry, correction }) => (correction ? [{ entry, correction }] : []))
    const active = corrected.filter(({ correction }) => correction.correction.to !== undefined)
    const isWhole = !isBeyondLog(deps, range)
    return {
      ...(isPressed && {
        handled: isWhole ? measureResponses(negative, presses, withPeople) : ('forgotten' as const),
      }),
      ...(isWhole && active.length > 0 && { corrected: { count: active.length, of: posted.length } }),
      of(alert) {
        const ofAlert = byAlert.get(alert) ?? []
        const own = corrected.filter(({ entry }) => entry.alert === alert)
        return {
          handling: isPressed ? responseStates(ofAlert, presses, deps.now()) : nothing.handling,
          tickets: ticketsOf(alert),
          corrected: new Map(own.map(({ entry, correction }) => [entry.id, correction.mention])),
          ...(isPressed && isWhole && { handled: measureResponses(ofAlert, presses) }),
        }
      },
    }
  } catch {
    return unknownResponses
  }
}

/** True if the decision log no longer has all entries of a range of UTC dates. */
export function isBeyondLog(
  { now, logRetentionMs }: Pick<ComposeDeps, 'now' | 'logRetentionMs'>,
  range: DateRange,
): boolean {
  return timestampsOf(range).from < now() - logRetentionMs
}

type PostedEntry = { entry: DecisionRecord; correction: CorrectedMention | undefined }

/** Returns the log entries of posts of a channel in a range of UTC dates, with the sentiments that people gave them. */
async function postedWithin(
  deps: ComposeDeps,
  channel: string,
  range: DateRange,
  corrections: CorrectedMention[],
): Promise<PostedEntry[]> {
  const key = (alert: Id, id: Id, ts = '') => `${alert} ${id} ${ts}`
  const byPost = new Map(corrections.map((one) => [key(one.alert, one.correction.mention, one.ts), one]))
  const subscriptions = await deps.subscriptionsOf(channel)
  const names = new Set(subscriptions.map(({ name }) => name))
  const { from, to } = timestampsOf(range)
  // A crash can log a post twice.
  const posted = new Map<string, PostedEntry>()
  for await (const entry of deps.decisions.entries(from)) {
    const isPosted = entry.outcome === 'posted' || entry.outcome === 'burst'
    if (!isPosted || !names.has(entry.subscription) || entry.at > to) continue
    const correction = byPost.get(key(entry.alert, entry.id, entry.ts))
    const { sentiment: logged, ...rest } = entry
    const sentiment = correction === undefined ? logged : correction.mention.sentiment
    const place = `${entry.subscription} ${key(entry.alert, entry.id, entry.ts)}`
    posted.set(place, { entry: { ...rest, ...defined({ sentiment }) }, correction })
  }
  return [...posted.values()]
}
