import type { Time } from '@overheard/base/time'
import { addMonths, dateOf, monthStart, startOf } from '../../model/calendar-date.ts'
import type { Timeline } from './alert-volume.ts'
import type { PlanForecast } from './silence.ts'
import { countBetween, dayMs } from './volume-counts.ts'

/**
 * Forecasts from the stored counts of all alerts when the plan's monthly mentions run out. Days and months are UTC; times are ms since the
 * epoch.
 */

type PlanHistory = { monthlyMentions: number; days: Timeline[]; renewedAt: Time; renewsAt: Time }

const announcedShares = [0.8, 0.95] as const

const daysOfPace = 7

export function forecastPlanUse(
  { monthlyMentions, days, renewedAt, renewsAt }: PlanHistory,
  now: Time,
): PlanForecast {
  const today = Math.floor(now / dayMs)
  const used = sumBetween(days, Math.floor(renewedAt / dayMs), today)
  const perDay = sumBetween(days, today - daysOfPace, today - 1) / knownDays(days, today)
  const left = Math.max(0, monthlyMentions - used)
  const runsOutAt = left === 0 ? now : perDay > 0 ? now + (left / perDay) * dayMs : undefined
  return {
    used,
    share: used / monthlyMentions,
    perDay,
    runsOutAt: runsOutAt !== undefined && runsOutAt < renewsAt ? runsOutAt : undefined,
  }
}

export function calendarMonth(now: Time): { renewedAt: Time; renewsAt: Time } {
  const first = monthStart(dateOf(now))
  return { renewedAt: startOf(first), renewsAt: startOf(addMonths(first, 1)) }
}

/** Returns the largest share that is reached and was not announced in this month of the plan. `told` is the largest announced share. */
export function shareToAnnounce({ share }: PlanForecast, told: number | undefined): number | undefined {
  return announcedShares.findLast((one) => share >= one && one > (told ?? 0))
}

function sumBetween(days: Timeline[], from: number, to: number): number {
  return days.reduce((sum, timeline) => sum + countBetween(timeline, from, to), 0)
}

function knownDays(days: Timeline[], today: number): number {
  const first = Math.min(
    today - 1,
    ...days.filter(({ counts }) => counts.length > 0).map(({ first }) => first),
  )
  return Math.min(daysOfPace, Math.max(1, today - first))
}
