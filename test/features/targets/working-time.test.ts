import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkingTime, isWorkingTime, workingTimeBetween } from '../../../src/features/targets/figures.ts'
import { weekdays } from '../../../src/model/subscription.ts'
import {
  nextWorkingDay,
  nextWorkingTime,
  type WorkCalendar,
  type WorkingHours,
} from '../../../src/people/working-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const usual: WorkingHours[] = [
  { days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '17:00' },
  { days: ['fri'], from: '09:00', to: '14:00' },
]
const berlin: WorkCalendar = {
  hours: usual,
  isHoliday: (date) => ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'].includes(date),
  timezone: 'Europe/Berlin',
}

const at = (text: string) => Date.parse(text)
const iso = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString().replace(':00.000', '')

describe('working time', () => {
  it.each([
    ['counts within a day', '2026-11-23T08:00Z', '2026-11-23T10:30Z', 2.5],
    ['counts nothing before and after the hours', '2026-11-23T02:00Z', '2026-11-23T22:00Z', 8],
    ['counts the shorter hours of a Friday', '2026-11-27T08:00Z', '2026-11-28T08:00Z', 5],
    ['counts nothing on a weekend', '2026-11-27T13:00Z', '2026-11-30T08:00Z', 0],
    ['counts nothing on holidays', '2026-12-23T16:00Z', '2026-12-28T08:00Z', 0],
    ['counts nothing backwards', '2026-11-23T10:00Z', '2026-11-23T08:00Z', 0],
    [
      'begins an hour later in UTC when the clocks have gone back',
      '2026-10-23T07:00Z',
      '2026-10-26T09:00Z',
      6,
    ],
  ])('%s', (_, from, to, hours) => expect(workingTimeBetween(berlin, at(from), at(to))).toBe(hours * hour))
  it('counts hours that overlap once, and hours across midnight', () => {
    const shifts: WorkCalendar = {
      hours: [
        { days: ['mon'], from: '08:00', to: '16:00' },
        { days: ['mon'], from: '14:00', to: '20:00' },
        { days: ['mon'], from: '22:00', to: '06:00' },
      ],
      isHoliday: () => false,
      timezone: 'UTC',
    }
    expect(workingTimeBetween(shifts, at('2026-11-23'), at('2026-11-24'))).toBe(14 * hour)
    expect(workingTimeBetween(shifts, at('2026-11-24'), at('2026-11-25'))).toBe(6 * hour)
  })
  it('begins at the first and ends at the second of two equal times of the clocks', () => {
    const early: WorkCalendar = {
      hours: [{ days: ['sun'], from: '02:00', to: '06:00' }],
      isHoliday: () => false,
      timezone: 'Europe/Berlin',
    }
    expect(iso(nextWorkingTime(early, at('2026-10-24T12:00Z')))).toBe('2026-10-25T00:00Z')
    expect(workingTimeBetween(early, at('2026-10-24T12:00Z'), at('2026-10-25T12:00Z'))).toBe(5 * hour)
  })
  it('is an hour longer or shorter in a night in which the clocks change', () => {
    const nights: WorkCalendar = {
      hours: [{ days: ['sat'], from: '22:00', to: '06:00' }],
      isHoliday: () => false,
      timezone: 'Europe/Berlin',
    }
    expect(workingTimeBetween(nights, at('2026-10-24T12:00Z'), at('2026-10-25T12:00Z'))).toBe(9 * hour)
    expect(workingTimeBetween(nights, at('2026-03-28T12:00Z'), at('2026-03-29T12:00Z'))).toBe(7 * hour)
  })
})

describe('the end of some working time', () => {
  it.each([
    ['is on the same day', '2026-11-23T08:00Z', 2, '2026-11-23T10:00Z'],
    ['is the end of the day if the day is just long enough', '2026-11-23T08:00Z', 8, '2026-11-23T16:00Z'],
    ['is on the next day', '2026-11-23T15:00Z', 2, '2026-11-24T09:00Z'],
    ['is after a weekend', '2026-11-27T12:00Z', 2, '2026-11-30T09:00Z'],
    ['is after holidays and a weekend', '2026-12-23T15:00Z', 2, '2026-12-28T09:00Z'],
    ['is the beginning for no time, also outside working hours', '2026-11-22T03:00Z', 0, '2026-11-22T03:00Z'],
  ])('%s', (_, from, hours, end) => expect(iso(addWorkingTime(berlin, at(from), hours * hour))).toBe(end))
})

describe('the next working day', () => {
  it.each([
    ['is tomorrow, also early in the morning', '2026-11-23T02:00Z', '2026-11-24T08:00Z'],
    ['is Monday after a Friday', '2026-11-27T10:00Z', '2026-11-30T08:00Z'],
    ['is after holidays and a weekend', '2026-12-23T10:00Z', '2026-12-28T08:00Z'],
    ['is by the date in the zone, not in UTC', '2026-11-22T23:30Z', '2026-11-24T08:00Z'],
  ])('%s', (_, from, begin) => expect(iso(nextWorkingDay(berlin, at(from)))).toBe(begin))
})

it('working hours include their start and not their end', () => {
  expect(isWorkingTime(berlin, at('2026-11-23T08:00Z'))).toBe(true)
  expect(isWorkingTime(berlin, at('2026-11-23T16:00Z'))).toBe(false)
  expect(iso(nextWorkingTime(berlin, at('2026-11-23T16:00Z')))).toBe('2026-11-24T08:00Z')
})

it('a calendar in which every day is a holiday has no working time', () => {
  const closed = { ...berlin, isHoliday: () => true }
  expect(workingTimeBetween(closed, 0, 1000 * day)).toBe(0)
  expect([addWorkingTime(closed, 0, 1), nextWorkingTime(closed, 0), nextWorkingDay(closed, 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('a whole year of closure interrupts the working time, and does not end it', () => {
  const closed = { ...berlin, isHoliday: (date: string) => date.startsWith('2026') }
  expect(workingTimeBetween(closed, at('2025-12-31T08:00Z'), at('2027-01-04T10:00Z'))).toBe(
    (8 + 5 + 2) * hour,
  )
})

/**
 * Looks at each minute on its own: Intl tells what the clocks of the zone show, and the minute counts if that is within the hours of its
 * date, or of the date before. Knows nothing of offsets.
 */
function slowClock({ hours, isHoliday, timezone }: WorkCalendar) {
  // The form is `2026-11-23 09:00`. One text costs much less than its parts.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  const isOvernight = ({ from, to }: WorkingHours) => to <= from
  const noon = (date: string) => at(`${date}T12:00Z`)
  const beginOn = (date: string) =>
    isHoliday(date)
      ? []
      : hours.filter(({ days }) => days.some((name) => weekdays[new Date(noon(date)).getUTCDay()] === name))
  const known = new Map<string, { today: WorkingHours[]; before: WorkingHours[] }>()
  function dayOf(date: string) {
    const before = new Date(noon(date) - day).toISOString().slice(0, 10)
    const found = known.get(date) ?? { today: beginOn(date), before: beginOn(before).filter(isOvernight) }
    known.set(date, found)
    return found
  }
  return (time: number): { date: string; works: boolean } => {
    const [date = '', clock = ''] = format.format(time).split(' ')
    const { today, before } = dayOf(date)
    const works =
      today.some((one) => one.from <= clock && (isOvernight(one) || clock < one.to)) ||
      before.some(({ to }) => clock < to)
    return { date, works }
  }
}

/** Hours that begin and end while the clocks change are in `quiet-hours.test.ts`: there, a wall-clock time alone does not tell the moment. */
const clockTime = fc
  .tuple(fc.constantFrom(0, 5, 6, 8, 9, 12, 13, 17, 18, 22, 23), fc.constantFrom(0, 15, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  .filter((time) => !time.startsWith('00:') || time === '00:00')

const datesFrom = (first: string, days: readonly number[]) =>
  days.map((later) => new Date(at(first) + later * day).toISOString().slice(0, 10))

const firstDays = ['2026-03-25', '2026-10-22', '2026-03-05', '2026-10-29', '2026-06-10']

/** A calendar, and a moment near a change of the clocks or a summer's day. */
const situations = (timezone: string) =>
  fc
    .record({
      hours: fc.array(
        fc.record({ days: fc.subarray([...weekdays], { minLength: 1 }), from: clockTime, to: clockTime }),
        { minLength: 1, maxLength: 3 },
      ),
      first: fc.constantFrom(...firstDays),
      holidays: fc.array(fc.nat(9), { maxLength: 4 }),
      startMinute: fc.nat(3 * 24 * 60),
    })
    .map(({ hours, first, holidays, startMinute }) => {
      const dates = datesFrom(first, holidays)
      const calendar: WorkCalendar = { hours, timezone, isHoliday: (date) => dates.includes(date) }
      return { calendar, look: slowClock(calendar), from: at(first) + startMinute * minute }
    })

describe.each(['Europe/Berlin', 'America/New_York'])('in %s, looked at minute by minute', (timezone) => {
  const numRuns = 40
  it('working time is the number of its minutes', () => {
    fc.assert(
      fc.property(situations(timezone), fc.nat(5 * 24 * 60), ({ calendar, look, from }, length) => {
        const to = from + length * minute
        let slow = 0
        for (let time = from; time < to; time += minute) if (look(time).works) slow += minute
        expect(workingTimeBetween(calendar, from, to)).toBe(slow)
      }),
      { numRuns },
    )
  })
  it('some working time ends with its last minute', () => {
    fc.assert(
      fc.property(situations(timezone), fc.nat(30 * 60), ({ calendar, look, from }, minutes) => {
        const most = from + 12 * day
        let left = minutes
        let time = from
        for (; left > 0 && time < most; time += minute) if (look(time).works) left -= 1
        fc.pre(left === 0)
        expect(iso(addWorkingTime(calendar, from, minutes * minute))).toBe(iso(time))
      }),
      { numRuns },
    )
  })
  it('the next working time is the next minute of it', () => {
    fc.assert(
      fc.property(situations(timezone), ({ calendar, look, from }) => {
        let next = from
        while (next < from + 12 * day && !look(next).works) next += minute
        fc.pre(next < from + 12 * day)
        expect(iso(nextWorkingTime(calendar, from))).toBe(iso(next))
      }),
      { numRuns },
    )
  })
  it('the next working day is the first later date with a minute of working time', () => {
    fc.assert(
      fc.property(situations(timezone), ({ calendar: { hours, ...rest }, from }) => {
        // Hours across midnight belong to the day on which they begin, which a minute alone does not tell.
        const calendar = { ...rest, hours: hours.map((one) => ({ ...one, from: '08:30', to: '17:00' })) }
        const look = slowClock(calendar)
        const today = look(from).date
        let next = from
        while (!(look(next).works && look(next).date > today)) next += minute
        expect(iso(nextWorkingDay(calendar, from))).toBe(iso(next))
      }),
      { numRuns },
    )
  })
})
