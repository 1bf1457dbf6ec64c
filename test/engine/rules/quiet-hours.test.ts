import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Quiet, quietUntil } from '../../../src/engine/rules/quiet-hours.ts'

const nights: Quiet = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }

function endAt(quiet: Quiet, at: string): string | undefined {
  const end = quietUntil(quiet, Date.parse(at))
  return end === undefined ? undefined : new Date(end).toISOString().replace(':00.000', '')
}

describe('quiet hours across midnight', () => {
  it.each([
    ['have not begun one second before their start', '2026-11-20T20:59:59Z', undefined],
    ['have begun at their start', '2026-11-20T21:00:00Z', '2026-11-21T06:00Z'],
    ['continue after midnight', '2026-11-21T03:00:00Z', '2026-11-21T06:00Z'],
    ['are over at their end', '2026-11-21T06:00:00Z', undefined],
    [
      'end by the wall clock in the night in which an hour comes twice',
      '2026-10-24T22:00:00Z',
      '2026-10-25T06:00Z',
    ],
    [
      'end by the wall clock in the night in which an hour is missing',
      '2026-03-28T23:00:00Z',
      '2026-03-29T05:00Z',
    ],
  ])('%s', (_, at, end) => expect(endAt(nights, at)).toBe(end))
})

describe('quiet hours on some days', () => {
  const fridays: Quiet = { ...nights, days: ['fri'] }
  const weekend: Quiet = { from: '00:00', to: '00:00', days: ['sat', 'sun'], timezone: 'Europe/Berlin' }
  it.each([
    ['belong to the day on which they begin', fridays, '2026-11-21T03:00:00Z', '2026-11-21T06:00Z'],
    ['exclude a night that begins on another day', fridays, '2026-11-20T03:00:00Z', undefined],
    [
      'end with the last period if several periods follow each other',
      weekend,
      '2026-11-21T12:00:00Z',
      '2026-11-22T23:00Z',
    ],
    [
      'can begin and end within one day',
      { ...nights, from: '12:00', to: '13:00' },
      '2026-11-20T11:30:00Z',
      '2026-11-20T12:00Z',
    ],
  ] satisfies [string, Quiet, string, string | undefined][])('%s', (_, quiet, at, end) =>
    expect(endAt(quiet, at)).toBe(end),
  )
})

it('quiet hours that end in the skipped hour of a clock change end after it, and those that end in a repeated hour end once', () => {
  const early: Quiet = { ...nights, to: '02:30' }
  expect(endAt(early, '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:30Z')
  expect(endAt(early, '2026-10-24T23:00:00Z')).toBe('2026-10-25T01:30Z')
  expect(endAt(early, '2026-10-25T01:31:00Z')).toBeUndefined()
})

it('quiet hours that start at a time that the clocks show twice start at the first, and not again at the second', () => {
  const late: Quiet = { ...nights, from: '02:00' }
  expect(endAt(late, '2026-10-24T23:59:00Z')).toBeUndefined()
  expect(endAt(late, '2026-10-25T00:00:00Z')).toBe('2026-10-25T06:00Z')
  expect(endAt(late, '2026-10-25T00:30:00Z')).toBe('2026-10-25T06:00Z')
  const azores: Quiet = { from: '00:00', to: '06:00', timezone: 'Atlantic/Azores' }
  expect(endAt(azores, '2026-10-25T00:30:00Z')).toBe('2026-10-25T07:00Z')
})

it('quiet hours within the hour that the clocks show twice last from the first start to the second end', () => {
  const short: Quiet = { ...nights, from: '02:15', to: '02:45' }
  expect(endAt(short, '2026-10-25T00:14:00Z')).toBeUndefined()
  expect(endAt(short, '2026-10-25T00:50:00Z')).toBe('2026-10-25T01:45Z')
  const always: Quiet = { ...nights, from: '02:30', to: '02:30', days: ['sat', 'sun'] }
  expect(endAt(always, '2026-10-24T12:00:00Z')).toBe('2026-10-26T01:30Z')
})

it('quiet hours of some weekdays end within nine days and are over at their end, in several time zones', () => {
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
  )
  const written = time.map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
  const days = fc.constant<Quiet['days']>(['tue', 'wed'])
  fc.assert(
    fc.property(
      written,
      written,
      zones,
      days,
      fc.integer({ min: 0, max: 365 * 24 * 60 }),
      (from, to, timezone, on, at) => {
        const now = Date.UTC(2026, 0, 1) + at * 60_000
        const end = quietUntil({ from, to, timezone, ...(on ? { days: on } : {}) }, now)
        if (end === undefined) return
        expect(end).toBeGreaterThan(now)
        expect(end - now).toBeLessThan(9 * 86_400_000)
        expect(quietUntil({ from, to, timezone, ...(on ? { days: on } : {}) }, end)).toBeUndefined()
      },
    ),
    { numRuns: 200 },
  )
})
