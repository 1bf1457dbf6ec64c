import type { PreviousSpike, SpikeState, SpikeSummary, Tops } from '../model/anomaly.ts'
import type { Mention } from '../model/mention.ts'
import type { SpikeAssessment } from './spike-detector.ts'

/** How a storm begins, goes on and ends for one subscription. Pure: the state is kept by the caller. UTC, ms since the epoch. */

/** What changed: `calm` and `goes-on` want no new message (the live card is edited), `started` and `ended` do. */
export type SpikeStep =
  | { change: 'calm'; state: SpikeState }
  | { change: 'started' | 'goes-on'; state: Extract<SpikeState, { kind: 'storm' }> }
  | { change: 'ended'; state: SpikeState; summary: SpikeSummary; endedAt: number }

/**
 * A look: the verdict, and the mentions since the look before. `recent`: mentions before these that the caller still has; they
 * are told where a storm begins, for it began before it was noticed.
 */
type SpikeCheck = {
  now: number
  assessment: SpikeAssessment
  found: Mention[]
  recent: Mention[]
  choose: ChooseMentions
}

/** A storm is over after so long without being loud. */
export const spikeEndsAfterMs = 30 * 60_000

/** No second alarm within this time, unless the hour is twice as strong as the strongest of the storm before. */
const noSecondAlarmMs = 6 * 60 * 60_000

/** Of next to nothing, twice as much is nothing yet. Mentions an hour. */
const leastPeak = 10

/** The mood is that of 24 hours: for so long after a storm it tells of that storm again. */
const sentimentRestMs = 24 * 60 * 60_000

/** Nothing has happened yet. */
export const noSpike: SpikeState = { kind: 'calm' }

/** What a look changes. */
export function nextSpikeState(state: SpikeState, look: SpikeCheck): SpikeStep {
  if (state.kind === 'calm') return mayStart(state, look)
  const { now, assessment: decision, found, choose } = look
  const summary = withPeakHour(addToSummary(state.summary, found, choose), decision.inLastHour, now)
  const aboveBaselineAt = decision.aboveBaseline ? now : state.aboveBaselineAt
  if (now - aboveBaselineAt < spikeEndsAfterMs)
    return { change: 'goes-on', state: { ...state, summary, aboveBaselineAt } }
  const before = { announcedAt: state.announcedAt, endedAt: aboveBaselineAt, peak: summary.peak.count }
  return { change: 'ended', state: { kind: 'calm', before }, summary, endedAt: aboveBaselineAt }
}

function mayStart(state: Extract<SpikeState, { kind: 'calm' }>, look: SpikeCheck): SpikeStep {
  const { now, assessment: decision, found, recent, choose } = look
  const signs = decision.signs.filter(
    ({ rule }) => rule !== 'mood' || hasPassedSince(state.before?.endedAt, sentimentRestMs, now),
  )
  if (signs.length === 0 || !mayAlarm(state.before, decision.inLastHour, now))
    return { change: 'calm', state }
  const mentions = [...recent, ...found]
  const startedAt = Math.min(now, ...mentions.flatMap(({ date }) => (now - date > beganAtMost ? [] : [date])))
  const summary = withPeakHour(
    addToSummary(emptySummary(startedAt), mentions, choose),
    decision.inLastHour,
    now,
  )
  return {
    change: 'started',
    state: { kind: 'storm', announcedAt: now, aboveBaselineAt: now, signs, summary },
  }
}

/** A storm is noticed within an hour of its beginning: what was published before, and found late, does not tell when it began. */
const beganAtMost = 60 * 60_000

function mayAlarm(before: PreviousSpike | undefined, inLastHour: number, now: number): boolean {
  return (
    hasPassedSince(before?.announcedAt, noSecondAlarmMs, now) ||
    inLastHour >= 2 * Math.max(leastPeak, before?.peak ?? 0)
  )
}

function hasPassedSince(at: number | undefined, rest: number, now: number): boolean {
  return at === undefined || now - at >= rest
}

/** What is told of a storm while it lasts and when it is over. Bounded and plain JSON, so that it survives a restart. */

/** Picks the mentions that matter most. */
type ChooseMentions = (mentions: Mention[], count: number) => Mention[]

/** So many sources and countries are counted by name. */
const mostNames = 20
const shownTop = 3

/** A tale of which nothing is told yet. */
function emptySummary(startedAt: number): SpikeSummary {
  const nothing = { total: 0, rated: 0, negative: 0, reach: 0, sources: [], countries: [], top: [] }
  return { startedAt, ...nothing, peak: { count: 0, at: startedAt } }
}

/** The tale with more mentions. That each is told once is up to the caller. */
function addToSummary(summary: SpikeSummary, mentions: Mention[], choose: ChooseMentions): SpikeSummary {
  const counted = mentions.reduce(addOneToSummary, summary)
  return { ...counted, top: choose([...summary.top, ...mentions], shownTop) }
}

/** The mentions that a tale names; one may be named for several reasons. */
export function mentionsShown({ top, earliest, widestReach }: SpikeSummary): Mention[] {
  return [...top, earliest, widestReach].filter((mention) => mention !== undefined)
}

/** The tale with the mentions of the hour that ends at `at`, if these are the most so far. */
function withPeakHour(summary: SpikeSummary, count: number, at: number): SpikeSummary {
  return count > summary.peak.count ? { ...summary, peak: { count, at } } : summary
}

function addOneToSummary(summary: SpikeSummary, mention: Mention): SpikeSummary {
  const { sentiment, reach, source, location } = mention
  const { earliest = mention, widestReach = mention } = summary
  return {
    ...summary,
    total: summary.total + 1,
    rated: summary.rated + (sentiment === undefined ? 0 : 1),
    negative: summary.negative + (sentiment === 'negative' ? 1 : 0),
    reach: summary.reach + reach,
    sources: countName(summary.sources, source),
    countries: countName(summary.countries, location?.country ?? ''),
    earliest: isEarlier(mention, earliest) ? mention : earliest,
    widestReach: reach > widestReach.reach ? mention : widestReach,
  }
}

/** A mention without a sound date is not the earliest of any. */
function isEarlier(one: Mention, other: Mention): boolean {
  return one.date > 0 && (other.date <= 0 || one.date < other.date)
}

/** Greatest first. Once the list is full, a new name takes the place of the least. */
function countName(tops: Tops, name: string): Tops {
  if (name === '') return tops
  const count = (tops.find((top) => top.name === name)?.count ?? 0) + 1
  const others = tops.filter((top) => top.name !== name).slice(0, mostNames - 1)
  return [...others, { name, count }].sort((a, b) => b.count - a.count)
}
