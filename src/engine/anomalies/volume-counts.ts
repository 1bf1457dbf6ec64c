import type { Time } from '@overheard/base/time'
import type { Period } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { PartCounts, Timeline, Timelines, VolumeCounts } from './alert-volume.ts'

export const emptyTimeline: Timeline = { first: 0, counts: [] }

export function addCount(timeline: Timeline, period: number, by: number, most: number): Timeline {
  const last = timeline.first + timeline.counts.length - 1
  if (period >= timeline.first && period <= last)
    return {
      ...timeline,
      counts: timeline.counts.with(period - timeline.first, countAt(timeline, period) + by),
    }
  if (timeline.counts.length === 0 || period - last >= most) return { first: period, counts: [by] }
  if (last - period >= most) return timeline
  const between = zeros(period < timeline.first ? timeline.first - period - 1 : period - last - 1)
  if (period < timeline.first) return { first: period, counts: [by, ...between, ...timeline.counts] }
  const counts = [...timeline.counts, ...between, by].slice(-most)
  return { first: period - counts.length + 1, counts }
}

export function countAt({ first, counts }: Timeline, period: number): number {
  return counts[period - first] ?? 0
}

export function countBetween(timeline: Timeline, from: number, to: number): number {
  let sum = 0
  const last = timeline.first + timeline.counts.length - 1
  for (let period = Math.max(from, timeline.first); period <= Math.min(to, last); period += 1)
    sum += countAt(timeline, period)
  return sum
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0)
}

/**
 * Counts by minute show the start of a spike, counts by hour show the rhythm of days and weeks, and counts by day show the use of the plan.
 * These lengths are in ms.
 */
export const minuteMs = 60_000
export const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

export const maxMinutes = 120
export const maxHours = 16 * 24
export const maxDays = 45

/** A mention that is found this long after it was published, in ms, counts at its own date. */
const lateMs = hourMs

export type DailySeries = { mentions: Period[]; sentiment: Period[] }

const emptyTimelines: Timelines = { total: emptyTimeline, rated: emptyTimeline, negative: emptyTimeline }

export function initialCounts(now: Time, { mentions, sentiment }: DailySeries): VolumeCounts {
  const today = Math.floor(now / dayMs)
  const fill = (periods: Period[], count: (period: Period) => number) =>
    periods
      .map((period) => ({ day: Math.floor(Date.parse(period.from) / dayMs), count: count(period) }))
      .filter(({ day }) => day < today)
      .reduce((days, { day, count: by }) => addCount(days, day, by, maxDays), emptyTimeline)
  const days = {
    total: fill(mentions, ({ value }) => value.total),
    rated: fill(sentiment, ({ value }) => value.total),
    negative: fill(sentiment, ({ value }) => value.parts.find(({ name }) => name === 'negative')?.count ?? 0),
  }
  return {
    since: now,
    lastAt: now,
    minutes: emptyTimelines,
    hours: emptyTimelines,
    days,
    daysFrom: firstToldDay(mentions, today),
    parts: [],
  }
}

/** Within a week, as many missing days as a weekend has may be days without mentions that the mention service leaves out. */
const mostMissing = 2

/**
 * Returns the first day with mentions from which on the mention service told the totals; today if there is none. Some services leave out days
 * without mentions, and some tell zeros for days on which the alert did not exist yet. So days before the first mention are not known, and
 * neither are those before a week in which more than `mostMissing` days are missing: a few old mentions do not show that the alert existed.
 * Yesterday may be missing in addition, because its total may come late.
 */
function firstToldDay(mentions: Period[], today: number): number {
  const totals = new Map(
    mentions.flatMap(({ from, incomplete, value }) =>
      incomplete ? [] : [[Math.floor(Date.parse(from) / dayMs), value.total]],
    ),
  )
  let first = today
  let missing: number[] = []
  for (let day = totals.has(today - 1) ? today - 1 : today - 2; ; day -= 1) {
    const total = totals.get(day)
    if (total === undefined) missing = [...missing.filter((later) => later < day + 7), day]
    else if (total > 0) first = day
    if (missing.length > mostMissing) return first
  }
}

/**
 * Returns the first UTC day (days since the epoch) whose count is known, as those of all later days. Days before it may have counts, too: of
 * mentions that were found late. The day itself may be counted in part.
 */
export function firstKnownDay({ since, days: { total }, daysFrom }: VolumeCounts): number {
  const { first, counts } = total
  const told = daysFrom ?? (counts.length > 0 ? first : Number.POSITIVE_INFINITY)
  return Math.min(told, Math.floor(since / dayMs))
}

/** Counts the mentions that a poll found at `at`. */
export const countMentions = (
  counts: VolumeCounts,
  mentions: readonly Mention[],
  at: Time,
  isOwn: (mention: Mention) => boolean,
): VolumeCounts =>
  mentions.reduce((sum, mention) => countMention(sum, mention, at, isOwn(mention)), withoutFuture(counts, at))

/**
 * What was counted while the clock was ahead counts as of this hour and this day. Otherwise nothing could be counted by minute until that time
 * comes, and no spike would be found. Its minutes are forgotten: many of them in the present one would be a spike.
 */
function withoutFuture(counts: VolumeCounts, now: Time): VolumeCounts {
  if (counts.lastAt <= now) return counts
  const endingNow = ({ total, rated, negative }: Timelines, length: number): Timelines => {
    const period = Math.floor(now / length)
    return { total: endAt(total, period), rated: endAt(rated, period), negative: endAt(negative, period) }
  }
  const parts = counts.parts.map((part) => ({
    ...part,
    hours: endAt(part.hours, Math.floor(now / hourMs)),
    lastAt: Math.min(part.lastAt, now),
  }))
  return {
    ...counts,
    since: Math.min(counts.since, now),
    lastAt: now,
    minutes: withoutLater(counts.minutes, Math.floor(now / minuteMs)),
    hours: endingNow(counts.hours, hourMs),
    days: endingNow(counts.days, dayMs),
    parts,
  }
}

const withoutLater = ({ total, rated, negative }: Timelines, period: number): Timelines => {
  const until = ({ first, counts }: Timeline) =>
    first > period ? emptyTimeline : { first, counts: counts.slice(0, period - first + 1) }
  return { total: until(total), rated: until(rated), negative: until(negative) }
}

/** Adds the counts of later periods to the count of `period`. */
function endAt(timeline: Timeline, period: number): Timeline {
  const { first, counts } = timeline
  const last = first + counts.length - 1
  if (counts.length === 0 || last <= period) return timeline
  const until = Math.max(0, period - first)
  return {
    first: Math.min(first, period),
    counts: [...counts.slice(0, until), countBetween(timeline, period, last)],
  }
}

/**
 * Counts one mention that was found at `at`. The caller must count each mention only once. A mention that our own organisation
 * published counts only for the use of the plan, because it is no news.
 */
export function countMention(counts: VolumeCounts, mention: Mention, at: Time, isOwn = false): VolumeCounts {
  const when = countedAt(mention, at)
  const add = (tally: Timelines, length: number, most: number) =>
    withMention(tally, mention, Math.floor(when / length), most)
  if (isOwn) return { ...counts, days: add(counts.days, dayMs, maxDays) }
  return {
    ...counts,
    lastAt: Math.max(counts.lastAt, at),
    minutes: add(counts.minutes, minuteMs, maxMinutes),
    hours: add(counts.hours, hourMs, maxHours),
    days: add(counts.days, dayMs, maxDays),
    parts: countPart(counts.parts, mention, { hour: Math.floor(when / hourMs), at, maxHours }),
  }
}

export function countOfLast(counts: VolumeCounts, now: Time, length: number): number {
  const slot = Math.floor(now / minuteMs)
  return countBetween(counts.minutes.total, slot - length / minuteMs + 1, slot)
}

/** A mention counts when it was found, or at its own date if it was found late. Future or invalid dates are ignored. */
export function countedAt({ date }: Pick<Mention, 'date'>, at: Time): number {
  return date > 0 && at - date > lateMs ? date : at
}

function withMention(tally: Timelines, { sentiment }: Mention, period: number, most: number): Timelines {
  const total = addCount(tally.total, period, 1, most)
  if (sentiment === undefined) return { ...tally, total }
  const rated = addCount(tally.rated, period, 1, most)
  return sentiment === 'negative'
    ? { total, rated, negative: addCount(tally.negative, period, 1, most) }
    : { ...tally, total, rated }
}

export function lastHours({ hours }: VolumeCounts, now: Time, length: number): number[] {
  const hour = Math.floor(now / hourMs)
  return Array.from({ length }, (_, index) => countAt(hours.total, hour - length + 1 + index))
}

const maxNames = 12
const maxNameLength = 60

function countPart(
  parts: PartCounts[],
  { source, language }: Mention,
  when: { hour: number; at: Time; maxHours: number },
): PartCounts[] {
  const withSource = source === '' ? parts : countOnePart(parts, 'source', source, when)
  return language === '' ? withSource : countOnePart(withSource, 'language', language, when)
}

function countOnePart(
  parts: PartCounts[],
  kind: PartCounts['kind'],
  wanted: string,
  { hour, at, maxHours }: { hour: number; at: Time; maxHours: number },
): PartCounts[] {
  const name = wanted.slice(0, maxNameLength).toLowerCase()
  const known = parts.find((part) => part.kind === kind && part.name === name)
  const part: PartCounts = {
    kind,
    name,
    hours: addCount(known?.hours ?? emptyTimeline, hour, 1, maxHours),
    lastAt: Math.max(known?.lastAt ?? at, at),
  }
  if (known !== undefined) return parts.map((one) => (one === known ? part : one))
  return [...withRoom(parts, kind), part]
}

function withRoom(parts: PartCounts[], kind: PartCounts['kind']): PartCounts[] {
  const ofKind = parts.filter((part) => part.kind === kind)
  if (ofKind.length < maxNames) return parts
  const silent = ofKind.reduce((longest, part) => (part.lastAt < longest.lastAt ? part : longest))
  return parts.filter((part) => part !== silent)
}
