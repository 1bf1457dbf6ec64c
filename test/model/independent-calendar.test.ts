import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dateOf,
  datesBetween,
  daysBetween,
  isDate,
  isoWeekOf,
  mondayOf,
  monthEnd,
  monthStart,
  weekdayOf,
} from '../../src/model/calendar-date.ts'
import { hoursOn, momentOf } from '../../src/model/wall-clock.ts'
import { clockIn, datesOfYears } from '../tools/civil-calendar.ts'
import { triesEverything } from '../tools/runs.ts'

/** Compares with a calendar that counts days by the rules for leap years, and with the clocks of Intl. */

const day = 86_400_000
const civil = datesOfYears(2024, 13)

it('the arithmetic on dates is that of the civil calendar', () => {
  const all = civil.map(({ date }) => date)
  expect(datesBetween('2024-01-01', '2036-12-31')).toEqual(all)
  const firsts = civil.flatMap((one, at) => (one.day === 1 ? [at] : []))
  let monday = 0
  for (const [at, { date, weekday, day: dayOfMonth }] of civil.entries()) {
    if (weekday === 1) monday = at
    const first = at + 1 - dayOfMonth
    const nextFirst = firsts[firsts.indexOf(first) + 1]
    expect(weekdayOf(date)).toBe(weekday)
    expect(mondayOf(date)).toBe(all[monday])
    expect(monthStart(date)).toBe(all[first])
    expect(daysBetween('2024-01-01', date)).toBe(at + 1)
    expect(isDate(date)).toBe(true)
    for (const days of [1, -1, 7, -30, 366])
      if (all[at + days] !== undefined) expect(addDays(date, days)).toBe(all[at + days])
    if (nextFirst === undefined) continue
    expect(monthEnd(date)).toBe(all[nextFirst - 1])
    const monthAfter = firsts[firsts.indexOf(nextFirst) + 1]
    if (monthAfter !== undefined)
      expect(addMonths(date, 1)).toBe(all[Math.min(nextFirst + dayOfMonth - 1, monthAfter - 1)])
  }
})

it('the week of a date is the week of its Thursday, counted from the first Thursday of the year', () => {
  const weeks = new Map<string, string>()
  let counted = { year: '', week: 0 }
  for (const [at, { date, weekday }] of civil.entries()) {
    if (weekday !== 4) continue
    const year = date.slice(0, 4)
    counted = { year, week: counted.year === year ? counted.week + 1 : 1 }
    for (const { date: one } of civil.slice(Math.max(0, at - 3), at + 4))
      weeks.set(one, `${year}-W${String(counted.week).padStart(2, '0')}`)
  }
  for (const [date, week] of weeks) expect(isoWeekOf(date)).toBe(week)
})

it.each(['2026-02-29', '2100-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-1-1', '', 'today'])(
  'no calendar has the date “%s”',
  (text) => expect(isDate(text)).toBe(false),
)

describe('in every time zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const start = Date.UTC(2026, 0, 1)
  // In a short run, each zone gets other days, so that together they have every day of ten years several times.
  const stepDays = triesEverything() ? 1 : 97

  it('a date and a time of the day mean what Intl shows, for ten years', () => {
    for (const [at, zone] of zones.entries())
      for (let days = at % stepDays; days < 3_653; days += stepDays) {
        const moment = start + days * day + ((days * 7 + at) % 24) * 3_600_000
        const shown = clockIn(zone, moment)
        expect(dateOf(moment, zone), zone).toBe(shown.slice(0, 10))
        const meant = momentOf(shown.slice(0, 10), shown.slice(11), zone)
        expect(clockIn(zone, meant), zone).toBe(shown)
        // If the clocks go back, by up to two hours in Antarctica, a time comes twice.
        expect(Math.abs(meant - moment)).toBeLessThanOrEqual(7_200_000)
      }
  })

  it('hours begin and end when the clocks show it, also if the clocks change in between', () => {
    for (const [at, zone] of zones.entries())
      for (let days = at % stepDays; days < 3_653; days += stepDays) {
        const date = civil[days + 731]?.date ?? ''
        const { start: from, end } = hoursOn(date, { from: '20:00', to: '12:30' }, zone)
        expect([clockIn(zone, from), clockIn(zone, end)]).toEqual([
          `${date} 20:00`,
          `${civil[days + 732]?.date} 12:30`,
        ])
      }
  })
})
