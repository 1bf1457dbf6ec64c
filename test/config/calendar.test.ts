import { describe, expect, it } from 'vitest'
import { readWorkCalendar } from '../../src/config/calendar.ts'
import { readConfiguration } from '../../src/config/configuration.ts'

const errorsOf = (text: string) => readConfiguration(text).errors

async function calendarOf(text: string) {
  const read = readConfiguration(text)
  if (!('configuration' in read)) throw new Error(read.errors.join('; '))
  return readWorkCalendar(read.configuration, Date.parse('2026-11-23'))
}

describe('the calendar', () => {
  it('has no holidays if the file names none', async () => {
    expect((await calendarOf('')).isHoliday('2026-12-25')).toBe(false)
  })
  it.each([
    ['a date', "calendar: '2026-12-25'"],
    ['a date without quotes', 'calendar: 2026-12-25'],
    ['a list of dates', 'calendar: [2026-05-01, 2026-12-25]'],
    ['a range of dates, at its start', 'calendar: [2026-12-25..2027-01-01]'],
    ['a range of dates, at its end', 'calendar: 2026-12-24..2026-12-25'],
  ])('has the holidays of %s', async (_, text) => {
    const { isHoliday } = await calendarOf(text)
    expect([isHoliday('2026-12-25'), isHoliday('2026-12-23')]).toEqual([true, false])
  })
  it('has the time zone and the hours of the file', async () => {
    const text = `
timezone: Europe/Berlin
workingHours: [{ days: [sat], from: '10:00', to: '14:00' }]`
    expect(await calendarOf(text)).toMatchObject({
      timezone: 'Europe/Berlin',
      hours: [{ days: ['sat'], from: '10:00', to: '14:00' }],
    })
  })
  it.each([
    [
      'a date that does not exist',
      'timezone: UTC\ncalendar: [2026-02-30]',
      "line 2: calendar[0]: '2026-02-30' is neither a date (such as 2026-12-25) nor a range of dates (2026-12-24..2027-01-01) nor a calendar file (holidays.ics)",
    ],
    [
      'a range that ends before it begins',
      'calendar: 2027-01-01..2026-12-24',
      "line 1: calendar: '2027-01-01..2026-12-24' ends before it begins",
    ],
    ['an empty list', 'calendar: []', 'line 1: calendar: an empty list'],
    [
      'a number',
      'calendar: 2026',
      'line 1: calendar: expected a date (such as 2026-12-25) or a calendar file (holidays.ics)',
    ],
  ])('refuses %s and names the line', (_, text, error) => expect(errorsOf(text)).toEqual([error]))
})

describe('the working hours', () => {
  it.each([
    ['no entry', 'workingHours: []', 'line 1: workingHours: an empty list'],
    [
      'hours without quotes, which YAML reads as a number',
      'workingHours:\n  - { days: [mon], from: 9, to: "17:00" }',
      "line 2: workingHours[0].from: expected a time of day in quotes ('22:00')",
    ],
    [
      'an entry without days',
      'workingHours: [{ days: [], from: "09:00", to: "17:00" }]',
      'line 1: workingHours[0].days: an empty list',
    ],
  ])('refuse %s', (_, text, error) => expect(errorsOf(text)).toEqual([error]))
})
