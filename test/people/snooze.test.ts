import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wallTimeOf } from '../../src/model/wall-clock.ts'
import { snoozeUntil } from '../../src/people/snooze.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

const calendar = {
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '08:30', to: '17:00' }],
  isHoliday: (date: string) => date === '2026-12-25',
}

it.each([
  ['1h', '2026-11-20T15:30', 'Europe/Berlin', '2026-11-20T16:30'],
  ['4h', '2026-11-20T15:30', 'Europe/Berlin', '2026-11-20T19:30'],
  ['tomorrow', '2026-11-20T15:30', 'Europe/Berlin', '2026-11-21T08:00'],
  // It is still Thursday in New York.
  ['tomorrow', '2026-11-20T03:00', 'America/New_York', '2026-11-20T14:00'],
  ['monday', '2026-11-20T15:30', 'UTC', '2026-11-23T09:00'],
  // On a Monday, `monday` means the next one, even before nine o'clock.
  ['monday', '2026-11-23T05:00', 'UTC', '2026-11-30T09:00'],
  ['monday', '2026-11-22T23:30', 'UTC', '2026-11-23T09:00'],
  ['working-day', '2026-11-20T15:30', 'Europe/Berlin', '2026-11-23T07:30'],
  ['working-day', '2026-11-23T05:00', 'Europe/Berlin', '2026-11-24T07:30'],
  ['working-day', '2026-12-24T12:00', 'Europe/Berlin', '2026-12-28T07:30'],
  // It is still Thursday in New York.
  ['working-day', '2026-11-20T03:00', 'America/New_York', '2026-11-20T13:30'],
  // The night in which the clocks go back.
  ['tomorrow', '2026-10-24T12:00', 'Europe/Berlin', '2026-10-25T08:00'],
] as const)(
  'a snooze for “%s” that begins at %s UTC ends, for a person in %s, at %s UTC',
  (term, now, timezone, end) => {
    expect(iso(snoozeUntil(term, Date.parse(`${now}Z`), timezone, calendar))).toBe(end)
  },
)

it('a snooze until tomorrow or Monday ends within eight days, at nine o’clock in the time zone', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia')
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(
      zone,
      moment,
      fc.constantFrom('tomorrow' as const, 'monday' as const),
      (timezone, now, term) => {
        const end = snoozeUntil(term, now, timezone, calendar)
        expect(end).toBeGreaterThan(now)
        expect(end - now).toBeLessThan(8 * 86_400_000)
        const wall = new Date(wallTimeOf(end, timezone))
        expect(wall.toISOString().slice(11, 16)).toBe('09:00')
        if (term === 'monday') expect(wall.getUTCDay()).toBe(1)
      },
    ),
  )
})

it('a snooze until the next working day ends next Monday if the calendar has no working day', () => {
  const closed = { ...calendar, isHoliday: () => true }
  const now = Date.parse('2026-11-20T15:30Z')
  expect(iso(snoozeUntil('working-day', now, 'UTC', closed))).toBe('2026-11-23T09:00')
})
