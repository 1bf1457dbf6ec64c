/** How a storm begins, goes on and ends for one subscription. Pure: the state is kept by the caller. UTC, ms since the epoch. */
import type { Mention } from '../model/mention.ts'
import type { Before, StormState, StormTale } from '../model/storm.ts'
import type { StormVerdict } from './storm.ts'
import { type Choose, newTale, withHour, withMentions } from './storm-tale.ts'

/** What changed: `calm` and `goes-on` want no new message (the live card is edited), `started` and `ended` do. */
export type StormStep =
  | { change: 'calm'; state: StormState }
  | { change: 'started' | 'goes-on'; state: Extract<StormState, { kind: 'storm' }> }
  | { change: 'ended'; state: StormState; tale: StormTale; endedAt: number }

/**
 * A look: the verdict, and the mentions since the look before. `recent`: mentions before these that the caller still has; they
 * are told where a storm begins, for it began before it was noticed.
 */
type Look = { now: number; verdict: StormVerdict; found: Mention[]; recent: Mention[]; choose: Choose }

/** A storm is over after so long without being loud. */
export const quietMs = 30 * 60_000

/** No second alarm within this time, unless the hour is twice as strong as the strongest of the storm before. */
const restMs = 6 * 60 * 60_000

/** Of next to nothing, twice as much is nothing yet. Mentions an hour. */
const leastPeak = 10

/** The mood is that of 24 hours: for so long after a storm it tells of that storm again. */
const moodRestMs = 24 * 60 * 60_000

/** Nothing has happened yet. */
export const calm: StormState = { kind: 'calm' }

/** What a look changes. */
export function nextStorm(state: StormState, look: Look): StormStep {
  if (state.kind === 'calm') return mayStart(state, look)
  const { now, verdict, found, choose } = look
  const tale = withHour(withMentions(state.tale, found, choose), verdict.inLastHour, now)
  const loudAt = verdict.loud ? now : state.loudAt
  if (now - loudAt < quietMs) return { change: 'goes-on', state: { ...state, tale, loudAt } }
  const before = { toldAt: state.toldAt, endedAt: loudAt, peak: tale.peak.count }
  return { change: 'ended', state: { kind: 'calm', before }, tale, endedAt: loudAt }
}

function mayStart(state: Extract<StormState, { kind: 'calm' }>, look: Look): StormStep {
  const { now, verdict, found, recent, choose } = look
  const signs = verdict.signs.filter(
    ({ rule }) => rule !== 'mood' || isRested(state.before?.endedAt, moodRestMs, now),
  )
  if (signs.length === 0 || !mayTell(state.before, verdict.inLastHour, now)) return { change: 'calm', state }
  const mentions = [...recent, ...found]
  const startedAt = Math.min(now, ...mentions.flatMap(({ date }) => (now - date > beganAtMost ? [] : [date])))
  const tale = withHour(withMentions(newTale(startedAt), mentions, choose), verdict.inLastHour, now)
  return { change: 'started', state: { kind: 'storm', toldAt: now, loudAt: now, signs, tale } }
}

/** A storm is noticed within an hour of its beginning: what was published before, and found late, does not tell when it began. */
const beganAtMost = 60 * 60_000

function mayTell(before: Before | undefined, inLastHour: number, now: number): boolean {
  return isRested(before?.toldAt, restMs, now) || inLastHour >= 2 * Math.max(leastPeak, before?.peak ?? 0)
}

function isRested(at: number | undefined, rest: number, now: number): boolean {
  return at === undefined || now - at >= rest
}
