import { TZDate } from '@date-fns/tz'
import { endOfDay } from 'date-fns/endOfDay'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { endOfMonth } from 'date-fns/endOfMonth'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'
import type { Granularity } from '../../../src/model/insight.ts'
import type { Held } from '../archive/held.ts'
import type { InsightRange } from './insight-range.ts'

/** A stretch of the range in UTC ms, both ends included, with its mentions. */
type FilledPeriod = { start: number; end: number; incomplete: boolean; mentions: Held[] }

/** Days, weeks from Monday to Sunday, calendar months. */
const bounds = {
  day: [startOfDay, endOfDay],
  week: [startOfISOWeek, endOfISOWeek],
  month: [startOfMonth, endOfMonth],
} as const

/** The period around a time, cut to the range; one that is cut is incomplete. */
function periodAround(time: number, granularity: Granularity, range: InsightRange): FilledPeriod {
  const moment = new TZDate(time, 'UTC')
  const [startOf, endOf] = bounds[granularity]
  const start = startOf(moment).getTime()
  const end = endOf(moment).getTime()
  return {
    start: Math.max(start, range.start),
    end: Math.min(end, range.end),
    incomplete: start < range.start || end > range.end,
    mentions: [],
  }
}

/** Groups mentions that ascend by date into periods, ascending; periods without mentions do not appear. */
export function periodsOf(
  mentions: readonly Held[],
  granularity: Granularity,
  range: InsightRange,
): FilledPeriod[] {
  const periods: FilledPeriod[] = []
  for (const mention of mentions) {
    let period = periods.at(-1)
    if (!period || mention.date > period.end) {
      period = periodAround(mention.date, granularity, range)
      periods.push(period)
    }
    period.mentions.push(mention)
  }
  return periods
}
