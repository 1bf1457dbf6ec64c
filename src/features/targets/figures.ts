import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import type { Deadlines } from '../../cards/open-mentions.ts'
import { conditionsOf } from '../../engine/index.ts'
import { dateOf, startOf } from '../../model/calendar-date.ts'
import { type Handling, isFoundByPerson, mentionsOf, type PostedCard } from '../../model/card.ts'
import { percentile } from '../../model/quantiles.ts'
import { instantOf, wallTimeOf } from '../../model/wall-clock.ts'
import {
  nextWorkingDay,
  nextWorkingTime,
  type WorkCalendar,
  workingTimeAfter,
} from '../../people/working-time.ts'
import type { Allowed, Target } from './settings.ts'

export const targetOf = (targets: readonly Target[], mention: Mention): Target | undefined =>
  targets.find(({ when }) => conditionsOf(when).every(({ hit }) => hit(mention) !== undefined))

/**
 * Returns the end of the allowed time; undefined if there is no working time for more than a year. Working days end at the wall-clock time at
 * which they began, or when work begins after that.
 */
function endOf(calendar: WorkCalendar, from: Time, allowed: Allowed): Time | undefined {
  if ('ms' in allowed) return addWorkingTime(calendar, from, allowed.ms)
  const { timezone } = calendar
  const begin = nextWorkingTime(calendar, from)
  if (begin === undefined) return undefined
  let day: Time | undefined = begin
  for (let left = allowed.days; left > 0 && day !== undefined; left--) day = nextWorkingDay(calendar, day)
  if (day === undefined) return undefined
  const wall = wallTimeOf(begin, timezone)
  const sinceMidnight = wall - startOf(dateOf(wall))
  const same = instantOf(startOf(dateOf(day, timezone)) + sinceMidnight, timezone)
  return isWorkingTime(calendar, same) ? same : nextWorkingTime(calendar, same)
}

export function deadlinesOf(calendar: WorkCalendar, target: Target, postedAt: Time): Deadlines {
  const end = (allowed: Allowed | undefined) => allowed && endOf(calendar, postedAt, allowed)
  return defined({ claim: end(target.claim), done: end(target.done) })
}

/** How often a part of a target was kept, of how many mentions; `left` still have time. Times are working time; undefined: not yet. */
export type Kept = { kept: number; of: number; left: number; p50: Ms | undefined; p90: Ms | undefined }
export type TargetFigures = { target: Target; claim?: Kept; done?: Kept }

/** The end of what a target asks for, and when it happened. */
type Measured = { end: Time; at: Time | undefined; tookMs: Ms }

/** Returns undefined if nobody has claimed a mention or marked it as done. What was only chosen by a rule has no `claimedAt`. */
const claimedAt = (record: Handling | undefined): Time | undefined => record?.claimedAt ?? doneAt(record)

const doneAt = (record: Handling | undefined): Time | undefined =>
  record?.state === 'done' ? record.at : undefined

type Measuring = {
  now: Time
  targetsOf: (card: PostedCard) => readonly Target[]
  calendarOf: (card: PostedCard) => WorkCalendar
}

/**
 * Measures the cards that were posted from `from` to `to` (UTC, ms, both included). Leaves out what is not relevant, what people found, and our
 * own posts.
 */
export async function measureTargets(
  cards: AsyncIterable<PostedCard>,
  { from, to }: { from: Time; to: Time },
  { now, targetsOf, calendarOf }: Measuring,
): Promise<TargetFigures[]> {
  const found = new Map<string, { target: Target; claim: Measured[]; done: Measured[] }>()
  for await (const card of cards) {
    const postedAt = Number(card.ts) * 1000
    if (postedAt < from || postedAt > to || !counts(card)) continue
    const targets = targetsOf(card)
    for (const mention of mentionsOf(card.shows)) {
      const record = card.actions.find((one) => one.mention === mention.id)
      const target = record?.state === 'not-relevant' ? undefined : targetOf(targets, mention)
      if (target === undefined) continue
      const key = JSON.stringify(target)
      const own = found.get(key) ?? { target, claim: [], done: [] }
      found.set(key, own)
      const calendar = calendarOf(card)
      const ends = deadlinesOf(calendar, target, postedAt)
      const measured = (end: Time | undefined, at: Time | undefined): Measured[] =>
        end === undefined
          ? []
          : [{ end, at, tookMs: at === undefined ? 0 : workingTimeBetween(calendar, postedAt, at) }]
      own.claim.push(...measured(ends.claim, claimedAt(record)))
      own.done.push(...measured(ends.done, doneAt(record)))
    }
  }
  return [...found.values()].map(({ target, claim, done }) => ({
    target,
    ...defined({ claim: keptOf(claim, now), done: keptOf(done, now) }),
  }))
}

const counts = (card: PostedCard): boolean =>
  !isFoundByPerson(card) && !(card.shows.kind === 'card' && card.shows.isOwn === true)

function keptOf(measured: Measured[], now: Time): Kept | undefined {
  const decided = measured.filter(({ end, at }) => at !== undefined || end <= now)
  if (measured.length === 0) return undefined
  const times = decided.map(({ at, tookMs }) => (at === undefined ? Number.POSITIVE_INFINITY : tookMs))
  return {
    kept: decided.filter(({ end, at }) => at !== undefined && at <= end).length,
    of: decided.length,
    left: measured.length - decided.length,
    p50: timeOf(times, 0.5),
    p90: timeOf(times, 0.9),
  }
}

/** Returns the smallest time within which this share of the mentions was answered; undefined if too few are. */
function timeOf(times: Ms[], share: number): Ms | undefined {
  const found = percentile(times, share)
  return found === undefined || found === Number.POSITIVE_INFINITY ? undefined : found
}

/** Returns how much of the time from `from` to `to` is working time; 0 if `to` is not later. */
export function workingTimeBetween(calendar: WorkCalendar, from: Time, to: Time): Ms {
  let total = 0
  for (const { start, end } of workingTimeAfter(calendar, from)) {
    if (start >= to) break
    total += Math.min(end, to) - start
  }
  return total
}

/**
 * Returns the earliest time at which so much working time has passed since `from`; `from` itself for 0 ms. Undefined if more than a year
 * passes without working time.
 */
export function addWorkingTime(calendar: WorkCalendar, from: Time, ms: Ms): Time | undefined {
  if (ms <= 0) return from
  let left = ms
  for (const { start, end } of workingTimeAfter(calendar, from)) {
    if (left <= end - start) return start + left
    left -= end - start
  }
  return undefined
}

export const isWorkingTime = (calendar: WorkCalendar, at: Time) => nextWorkingTime(calendar, at) === at
