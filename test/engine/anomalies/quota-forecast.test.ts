import { describe, expect, it } from 'vitest'
import {
  calendarMonth,
  forecastPlanUse,
  shareToAnnounce,
} from '../../../src/engine/anomalies/quota-forecast.ts'

const now = Date.UTC(2026, 10, 20, 12)
const month = calendarMonth(now)
const day = (date: number) => Math.floor(Date.UTC(2026, 10, date) / 86_400_000)
const hundredADay = { first: day(1), counts: Array.from({ length: 19 }, () => 100).concat(50) }

describe('the forecast of the monthly mention quota', () => {
  it('takes a calendar month of UTC as the period of the quota', () =>
    expect(month).toEqual({ renewedAt: Date.UTC(2026, 10, 1), renewsAt: Date.UTC(2026, 11, 1) }))

  it.each([
    [
      'when the quota runs out at the pace of the last week',
      2450,
      { used: 1950, perDay: 100, runsOutAt: Date.UTC(2026, 10, 25, 12) },
    ],
    ['that the quota lasts until it is renewed', 10_000, { used: 1950, runsOutAt: undefined }],
    ['that the quota is used up', 1900, { used: 1950, runsOutAt: now }],
  ])('says %s', (_, monthlyMentions, expected) =>
    expect(forecastPlanUse({ monthlyMentions, days: [hundredADay], ...month }, now)).toMatchObject(expected),
  )

  it('counts the mentions of every alert, but none of the month before', () => {
    const october = { first: day(1) - 10, counts: Array.from({ length: 12 }, () => 7) }
    const forecast = forecastPlanUse({ monthlyMentions: 1e6, days: [hundredADay, october], ...month }, now)
    expect(forecast.used).toBe(1950 + 14)
  })

  it('takes yesterday’s count as the pace of an alert that is new since yesterday', () => {
    const fresh = { first: day(19), counts: [40, 10] }
    expect(forecastPlanUse({ monthlyMentions: 1000, days: [fresh], ...month }, now).perDay).toBe(40)
  })

  it.each([
    ['nothing while less than 80% of the quota is used', 0.79, undefined, undefined],
    ['80% when 80% of the quota is used', 0.8, undefined, 0.8],
    ['nothing at 90% of the quota if 80% was announced', 0.9, 0.8, undefined],
    ['95% at 96% of the quota if 80% was announced', 0.96, 0.8, 0.95],
    ['only 95% at 96% of the quota if nothing was announced', 0.96, undefined, 0.95],
    ['nothing at 120% of the quota if 95% was announced', 1.2, 0.95, undefined],
  ])('announces %s', (_, share, told, expected) =>
    expect(shareToAnnounce({ used: 0, share, perDay: 0, runsOutAt: undefined }, told)).toBe(expected),
  )
})
