import { gap, groupNeighbours, levelBar, sparklineWidth } from '../messages/kit/sparkline.ts'
import { addDays, mondayOf, monthEnd, monthStart } from '../model/calendar-date.ts'
import type { DateRange, Granularity, Period } from '../model/insight.ts'
import { netSentiment, type Sentiments, sumCounts } from './counts.ts'

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
  }
}

export function thinSeries(series: Period[], most: number): Period[] {
  return groupNeighbours(series, most).flatMap((group) => {
    const first = group[0]
    const last = group.at(-1)
    if (first === undefined || last === undefined) return []
    const incomplete = group.some((period) => period.incomplete)
    return [{ from: first.from, to: last.to, incomplete, value: sumCounts(group.map(({ value }) => value)) }]
  })
}

/** `lowest`, `highest` and `last` are net sentiments (−1 to 1) of what one bar shows: a period, or a group of neighbours. */
export type SentimentTrend = { bars: string; rated: number; lowest: number; highest: number; last: number }

/**
 * Draws net sentiment from its lowest value in these periods (`▁`) to its highest (`█`). If all are equal, they are in the middle (`▄`). `·`
 * means that no mention has a sentiment. `rated` counts the other bars. Returns undefined if there are none.
 */
export function sentimentTrend(values: Sentiments[], width = sparklineWidth): SentimentTrend | undefined {
  const nets = groupNeighbours(values, width).map((group) => netSentiment(sumSentiments(group)))
  const known = nets.filter((net) => net !== undefined)
  const last = known.at(-1)
  if (last === undefined) return undefined
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const barOf = (net: number) =>
    levelBar(lowest === highest ? 3 : Math.round(((net - lowest) / (highest - lowest)) * 7))
  const bars = nets.map((net) => (net === undefined ? gap : barOf(net))).join('')
  return { bars, rated: known.length, lowest, highest, last }
}

function sumSentiments(group: Sentiments[]): Sentiments {
  return group.reduce((total, one) => ({
    positive: total.positive + one.positive,
    negative: total.negative + one.negative,
    neutral: total.neutral + one.neutral,
  }))
}

function wholePeriodAround(date: string, granularity: Granularity): DateRange {
  if (granularity === 'day') return { from: date, to: date }
  if (granularity === 'month') return { from: monthStart(date), to: monthEnd(date) }
  return { from: mondayOf(date), to: addDays(mondayOf(date), 6) }
}
