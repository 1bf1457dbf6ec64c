import { describe, expect, it } from 'vitest'
import { firesHourly, intervalOf, nextRunOf, zoneOf } from '../../src/scheduler/cron.ts'
import { cronErrors } from '../../src/scheduler/cron-tasks.ts'

describe('a cron expression', () => {
  it.each([
    '* * * * *',
    '*/2 * * * *',
    '*/10 * * * * *',
    '0 9 * * 1',
    '0 9 * * mon-fri',
    '0 0 29 2 *',
    '5,35 8-18 * * *',
  ])('like "%s" is valid', (expression) => {
    expect(cronErrors(expression)).toEqual([])
  })

  it.each([
    '',
    'never',
    '* * * *',
    '* * * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 32 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1-2 * * * *',
  ])('like %j is invalid', (expression) => {
    expect(cronErrors(expression)).not.toEqual([])
  })
})

describe('a schedule', () => {
  it.each([
    ['* * * * *', true],
    ['0 * * * *', true],
    ['*/7 * * * * *', true],
    ['30 15 * * * *', true],
    ['0 */1 * * *', true],
    ['0 0-23 * * *', true],
    ['0 */2 * * *', false],
    ['* 8-18 * * *', false],
    ['* * * * 1-5', false],
    ['* * 1 * *', false],
    ['* * * 6 *', false],
  ])('like "%s" runs in every hour, so that its time zone does not matter: %s', (expression, hourly) => {
    expect(firesHourly(expression)).toBe(hourly)
    expect(zoneOf(expression, 'Europe/Berlin')).toBe(hourly ? 'UTC' : 'Europe/Berlin')
  })

  it.each([
    ['*/3 * * * * *', { every: 3000 }],
    ['* * * * * *', { every: 1000 }],
    ['* * * * *', { every: 60_000 }],
    ['1-59/2 * * * *', { every: 120_000 }],
    ['20 * * * *', { every: 3_600_000 }],
    ['*/7 * * * *', { next: Date.parse('2026-11-20T14:07Z') }],
    ['0,10 * * * *', { next: Date.parse('2026-11-20T14:10Z') }],
    ['*/10 */5 * * * *', { next: Date.parse('2026-11-20T14:05Z') }],
    ['*/5 8-18 * * *', { next: Date.parse('2026-11-20T14:05Z') }],
    ['0 9 * * 1', { next: Date.parse('2026-11-23T08:00Z') }],
    ['2 15 * * *', { next: Date.parse('2026-11-21T14:02Z') }],
  ])('like "%s" has, at 15:02 in Berlin, the interval or the next run %j (in ms)', (expression, rhythm) => {
    expect(intervalOf(expression, 'Europe/Berlin', Date.parse('2026-11-20T14:02Z'))).toEqual(rhythm)
  })

  it.each([
    ['clocks go ahead', '2026-03-29T00:00:00Z', 4],
    ['clocks go back', '2026-10-25T00:00:00Z', 4],
  ])('loses no run when %s if it runs every ten minutes', (_what, from, hours) => {
    const schedule = '*/10 * * * *'
    const next = nextRunOf(schedule, zoneOf(schedule, 'Europe/Berlin'))
    let at = Date.parse(from)
    for (let run = 0; run < hours * 6; run++) {
      expect(next(at)).toBe(at)
      at = next(at + 1) ?? 0
    }
    expect(at).toBe(Date.parse(from) + hours * 3_600_000)
  })

  it.each([
    ['spring', '0 9 * * *', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00Z'],
    ['autumn', '0 9 * * *', '2026-10-24T12:00:00Z', '2026-10-25T08:00:00Z'],
  ])('keeps its wall-clock time when the clocks change in %s', (_when, schedule, from, expected) => {
    const next = nextRunOf(schedule, zoneOf(schedule, 'Europe/Berlin'))
    expect(next(Date.parse(from))).toBe(Date.parse(expected))
  })
})
