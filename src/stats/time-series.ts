import type { DateRange, Granularity, Period } from '@overheard/mention-client/insight'
import { groupNeighbours, levelBar } from '../messages/kit/sparkline.ts'
import { addDays, mondayOf, monthEnd, monthStart } from '../model/calendar-date.ts'
import { countRated, netSentiment, sentimentsOf, sumCounts } from './counts.ts'

/**
 * Returns one period for every day, week or month that touches the range, in order. Missing periods are zero. The first and the last period
 * are cut to the range. If several periods of the service begin in the same day, week or month, they are added, because the service may
 * ignore the granularity.
 */
export function fillSeries(
  answered: Period[],
  range: DateRange,
  granularity: Granularity,
  today: string,
): Period[] {
  const bySlot = new Map<string, Period[]>()
  for (const period of answered) {
    if (period.from > range.to || period.to < range.from) continue
    const begins = period.from < range.from ? range.from : period.from
    const slot = wholePeriodAround(begins, granularity).from
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), period])
  }
  return slotsOf(range, granularity).map((slot) => fillSlot(slot, bySlot.get(slot.from) ?? [], range, today))
}

function slotsOf(range: DateRange, granularity: Granularity): DateRange[] {
  const slots: DateRange[] = []
  let slot = wholePeriodAround(range.from, granularity)
  while (slot.from <= range.to) {
    slots.push(slot)
    slot = wholePeriodAround(addDays(slot.to, 1), granularity)
  }
  return slots
}

/** A period is incomplete if the service says so, if the range cuts it, or if its last date is not over. */
function fillSlot(slot: DateRange, answered: Period[], range: DateRange, today: string): Period {
  const cut = slot.from < range.from || slot.to > range.to
  return {
    from: slot.from < range.from ? range.from : slot.from,
    to: slot.to > range.to ? range.to : slot.to,
    incomplete: cut || slot.to >= today || answered.some((period) => period.incomplete),
    value: sumCounts(answered.map((period) => period.value)),
    ...newMethodIn(answered),
  }
}

const newMethodIn = (periods: readonly Period[]) =>
  periods.some(({ isNewMethod }) => isNewMethod) && { isNewMethod: true as const }

export function thinSeries(series: Period[], most: number): Period[] {
  return groupNeighbours(series, most).flatMap((group) => {
    const first = group[0]
    const last = group.at(-1)
    if (first === undefined || last === undefined) return []
    const incomplete = group.some((period) => period.incomplete)
    const value = sumCounts(group.map((period) => period.value))
    return [{ from: first.from, to: last.to, incomplete, value, ...newMethodIn(group) }]
  })
}

/** The sentiments of some dates, at least `leastRated` of them. `net` is from −1 to 1. */
export type Mood = DateRange & { net: number; rated: number }

/** `positive` and `negative` are sparklines of the shares of rated mentions, both from zero (`▁`) and in one scale. */
export type SentimentTrend = { positive: string; negative: string; moods: Mood[] }

/** So many bars and their word fit a line of a phone. */
const barsOfMood = 20
/** Stands before the first bar of a newer method. */
export const newMethod = '\u250a'
/** A share of fewer mentions says nothing: one mention would be all or none. */
const leastRated = 5
/** The largest share in a sparkline is at least this, so that few negative mentions do not look like many. */
const leastScale = 0.2

/**
 * Draws the shares of positive and negative mentions in some periods. Periods with few rated mentions are joined with their
 * neighbours, and each of them shows the share of all of them. Returns undefined if there are too few rated mentions.
 */
export function sentimentTrend(series: Period[], width = barsOfMood): SentimentTrend | undefined {
  const joined = joinUnrated(thinSeries(series, width))
  const shares = joined.map(({ periods, value }) => {
    const { positive, negative } = sentimentsOf(value)
    const rated = countRated(sentimentsOf(value))
    const isNewMethod = newMethodIn(periods) !== false
    return { periods: periods.length, positive: positive / rated, negative: negative / rated, isNewMethod }
  })
  if (joined.length === 0) return undefined
  const scale = Math.max(leastScale, ...shares.flatMap(({ positive, negative }) => [positive, negative]))
  const draw = (side: 'positive' | 'negative') =>
    shares
      .map(
        (one) =>
          `${one.isNewMethod ? newMethod : ''}${levelBar(Math.ceil((one[side] / scale) * 7)).repeat(one.periods)}`,
      )
      .join('')
  const moods = joined.map(({ from, to, value }) => {
    const sentiments = sentimentsOf(value)
    return { from, to, net: netSentiment(sentiments) ?? 0, rated: countRated(sentiments) }
  })
  return { positive: draw('positive'), negative: draw('negative'), moods }
}

type Joined = DateRange & { periods: Period[]; value: Period['value'] }

/** The last periods join those before them if they have too few. */
function joinUnrated(series: readonly Period[]): Joined[] {
  const enough = (periods: readonly Period[]) => countRated(sentimentsOf(sumOf(periods))) >= leastRated
  const groups: Period[][] = []
  let open: Period[] = []
  for (const period of series) {
    open.push(period)
    if (!enough(open)) continue
    groups.push(open)
    open = []
  }
  const last = groups.pop()
  if (last === undefined) return []
  return [...groups, [...last, ...open]].map((periods) => ({
    ...{ from: periods[0]?.from ?? '', to: periods.at(-1)?.to ?? '' },
    ...{ periods, value: sumOf(periods) },
  }))
}

const sumOf = (periods: readonly Period[]) => sumCounts(periods.map(({ value }) => value))

function wholePeriodAround(date: string, granularity: Granularity): DateRange {
  if (granularity === 'day') return { from: date, to: date }
  if (granularity === 'month') return { from: monthStart(date), to: monthEnd(date) }
  return { from: mondayOf(date), to: addDays(mondayOf(date), 6) }
}
