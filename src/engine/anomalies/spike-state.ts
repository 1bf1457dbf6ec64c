import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention, Sentiment } from '@overheard/mention-client/mention'
import type { SpikeState, SpikeSummary, Tops } from '../../model/anomaly.ts'
import { type CountedCorrection, sentimentAfter, withSentiment } from '../../model/correction.ts'
import type { Corrections } from '../progress/corrections.ts'
import type { SpikeAssessment } from './spike-detector.ts'

type PreviousSpike = NonNullable<Extract<SpikeState, { kind: 'calm' }>['before']>

/**
 * These functions decide when a spike of one subscription starts, continues and ends. The caller keeps the state. Times are UTC, ms since
 * the epoch.
 */

/** `started` needs a new card, `goes-on` and `ended` update the card, and `calm` needs nothing. */
export type SpikeStep =
  | { change: 'calm'; state: SpikeState }
  | { change: 'started' | 'goes-on'; state: Extract<SpikeState, { kind: 'spike' }> }
  | { change: 'ended'; state: SpikeState; summary: SpikeSummary; endedAt: Time }

/**
 * `found` are the mentions since the previous check. `recent` are earlier mentions that the caller still has. They count for a new spike,
 * because the spike began before it was detected.
 */
type SpikeCheck = {
  now: Time
  assessment: SpikeAssessment
  found: Mention[]
  recent: Mention[]
  choose: ChooseMentions
  /** Corrected mentions in `found` and `recent` have the sentiment of people already. */
  corrections?: Corrections
}

/** A spike ends after this time without being above the baseline, in ms. */
export const spikeEndsAfterMs = 30 * 60_000

/**
 * For this time (in ms) after an announced spike, no other spike is announced, unless the last hour has twice the mentions of its peak
 * hour.
 */
const noSecondAlarmMs = 2.5 * 60 * 60_000

/** A smaller peak counts as this many mentions per hour, because twice a very small peak is still small. */
const minPeak = 10

/**
 * For this time (in ms) after a spike, no sentiment shift is announced. The sentiment share covers 24 hours, so it would report the same
 * spike again.
 */
const sentimentRestMs = 24 * 60 * 60_000

export const noSpike: SpikeState = { kind: 'calm' }

export function nextSpikeState(state: SpikeState, check: SpikeCheck): SpikeStep {
  if (state.kind === 'calm') return stepFromCalm(state, check)
  const { now, assessment, found, choose, corrections = new Map() } = check
  const counted = notingCorrected(addToSummary(state.summary, found, choose), found, corrections)
  const summary = withPeakHour(counted, assessment.inLastHour)
  // The clock may have been ahead.
  const aboveBaselineAt = assessment.aboveBaseline ? now : Math.min(state.aboveBaselineAt, now)
  if (now - aboveBaselineAt < spikeEndsAfterMs)
    return { change: 'goes-on', state: { ...state, summary, aboveBaselineAt } }
  const before = { announcedAt: state.announcedAt, endedAt: aboveBaselineAt, peak: summary.peak }
  return { change: 'ended', state: { kind: 'calm', before }, summary, endedAt: aboveBaselineAt }
}

function stepFromCalm(state: Extract<SpikeState, { kind: 'calm' }>, check: SpikeCheck): SpikeStep {
  const { now, assessment, found, recent, choose, corrections = new Map() } = check
  const signs = assessment.signs.filter(
    ({ rule }) => rule !== 'sentiment' || hasPassedSince(state.before?.endedAt, sentimentRestMs, now),
  )
  if (signs.length === 0 || !mayAlarm(state.before, assessment.inLastHour, now))
    return { change: 'calm', state }
  const mentions = [...recent, ...found]
  const startedAt = Math.min(now, ...mentions.flatMap(({ date }) => (now - date > beganAtMost ? [] : [date])))
  const counted = addToSummary(emptySummary(startedAt), mentions, choose)
  const noted = notingCorrected(counted, mentions, corrections)
  const summary = withPeakHour(noted, assessment.inLastHour)
  return {
    change: 'started',
    state: { kind: 'spike', announcedAt: now, aboveBaselineAt: now, signs, summary },
  }
}

/** A spike starts at most this long before it is detected, in ms. Older mentions that were found late do not define its start. */
const beganAtMost = 60 * 60_000

function mayAlarm(before: PreviousSpike | undefined, inLastHour: number, now: Time): boolean {
  return (
    hasPassedSince(before?.announcedAt, noSecondAlarmMs, now) ||
    inLastHour >= 2 * Math.max(minPeak, before?.peak ?? 0)
  )
}

/** A time in the future comes from a clock that was ahead, and may be long ago. */
function hasPassedSince(at: Time | undefined, rest: number, now: Time): boolean {
  return at === undefined || at > now || now - at >= rest
}

type ChooseMentions = (mentions: Mention[], count: number) => Mention[]

const maxNames = 20
const shownTop = 3

function emptySummary(startedAt: Time): SpikeSummary {
  const nothing = { total: 0, rated: 0, negative: 0, reach: 0, sources: [], countries: [], top: [] }
  return { startedAt, ...nothing, peak: 0 }
}

function addToSummary(summary: SpikeSummary, mentions: Mention[], choose: ChooseMentions): SpikeSummary {
  const counted = mentions.reduce(addOneToSummary, summary)
  return { ...counted, top: choose([...summary.top, ...mentions], shownTop) }
}

export function mentionsShown({ top, earliest, widestReach }: SpikeSummary): Mention[] {
  return [...top, earliest, widestReach].filter((mention) => mention !== undefined)
}

function withPeakHour(summary: SpikeSummary, count: number): SpikeSummary {
  return { ...summary, peak: Math.max(summary.peak, count) }
}

function addOneToSummary(summary: SpikeSummary, mention: Mention): SpikeSummary {
  const { sentiment, reach, source, location } = mention
  const { widestReach = mention } = summary
  return {
    ...summary,
    total: summary.total + 1,
    rated: summary.rated + (sentiment === undefined ? 0 : 1),
    negative: summary.negative + (sentiment === 'negative' ? 1 : 0),
    reach: summary.reach + reach,
    sources: countName(summary.sources, source),
    countries: countName(summary.countries, location?.country ?? ''),
    ...(isEarliest(mention, summary) && { earliest: mention }),
    widestReach: reach > widestReach.reach ? mention : widestReach,
  }
}

/** A mention that is far older than the spike did not start it, although it was found during the spike. */
function isEarliest({ date }: Mention, { startedAt, earliest }: SpikeSummary): boolean {
  if (date > 0 && date < startedAt - beganAtMost) return false
  return earliest === undefined || (date > 0 && (earliest.date <= 0 || date < earliest.date))
}

function countName(tops: Tops, name: string): Tops {
  if (name === '') return tops
  const count = (tops.find((top) => top.name === name)?.count ?? 0) + 1
  const others = tops.filter((top) => top.name !== name).slice(0, maxNames - 1)
  return [...others, { name, count }].sort((a, b) => b.count - a.count)
}

/** Mentions of a summary with the sentiments that people gave them. `isCounted` is true for those that the summary has counted. */
type SpikeCorrections = { corrections: Corrections; isCounted: (correction: CountedCorrection) => boolean }

/** Counts corrected mentions with their new sentiment. The summary keeps what it counts, so the same correction changes nothing the second time. */
export function withCorrections(
  summary: SpikeSummary,
  { corrections, isCounted }: SpikeCorrections,
): SpikeSummary {
  let after = summary
  for (const correction of corrections.values()) {
    const known = after.corrected?.find(({ id }) => id === correction.mention)
    if (known === undefined && !isCounted(correction)) continue
    const before = known === undefined ? correction.was : known.sentiment
    const sentiment = sentimentAfter(correction)
    if (before !== sentiment) after = withOtherSentiment(after, correction.mention, before, sentiment)
  }
  return after
}

function withOtherSentiment(
  summary: SpikeSummary,
  id: Id,
  before: Sentiment | undefined,
  sentiment: Sentiment | undefined,
): SpikeSummary {
  const shown = (mention: Mention) => (mention.id === id ? withSentiment(mention, sentiment) : mention)
  const rated = summary.rated + Number(sentiment !== undefined) - Number(before !== undefined)
  const negative = summary.negative + Number(sentiment === 'negative') - Number(before === 'negative')
  const { earliest, widestReach, corrected = [] } = summary
  return {
    ...summary,
    rated: Math.max(0, rated),
    negative: Math.max(0, negative),
    top: summary.top.map(shown),
    ...(earliest && { earliest: shown(earliest) }),
    ...(widestReach && { widestReach: shown(widestReach) }),
    corrected: [...corrected.filter((one) => one.id !== id), { id, ...defined({ sentiment }) }],
  }
}

/** Notes that mentions were counted with a corrected sentiment. */
function notingCorrected(summary: SpikeSummary, counted: Mention[], corrections: Corrections): SpikeSummary {
  const ids = new Set(counted.map(({ id }) => id).filter((id) => corrections.has(id)))
  if (ids.size === 0) return summary
  const others = (summary.corrected ?? []).filter(({ id }) => !ids.has(id))
  const added = [...ids].flatMap((id) => {
    const correction = corrections.get(id)
    return correction === undefined ? [] : [{ id, ...defined({ sentiment: sentimentAfter(correction) }) }]
  })
  return { ...summary, corrected: [...others, ...added] }
}
