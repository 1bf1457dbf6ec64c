/** How a storm begins, goes on and ends for one subscription. Pure: the state is kept by the caller. UTC, ms since the epoch. */
import type { Mention } from '../model/mention.ts'
import type { PreviousSpike, SpikeState, SpikeSummary } from '../model/storm.ts'
import type { SpikeAssessment } from './storm.ts'
import { addToSummary, type ChooseMentions, emptySummary, withPeakHour } from './storm-tale.ts'

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
