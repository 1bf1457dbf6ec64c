import { tzOffset } from '@date-fns/tz'
import fc from 'fast-check'
import { createTask } from 'node-cron'
import { describe, expect, it } from 'vitest'
import { lastRun } from '../../src/scheduler/cron.ts'

const minute = 60_000
const day = 1440 * minute
const offsetAt = (timezone: string, moment: number) => tzOffset(timezone, new Date(moment))
const at = (text: string) => Date.parse(text)

describe('the latest run time of a schedule within the last day', () => {
  it.each([
    [
      'found at the moment of the run time',
      '0 9 * * 1',
      'Europe/Berlin',
      '2026-11-23T08:00:00Z',
      '2026-11-23T08:00:00Z',
    ],
    [
      'not found a moment before the run time',
      '0 9 * * 1',
      'Europe/Berlin',
      '2026-11-23T07:59:59.999Z',
      undefined,
    ],
    [
      'found a day after the run time',
      '0 9 * * 1',
      'Europe/Berlin',
      '2026-11-24T08:00:00Z',
      '2026-11-23T08:00:00Z',
    ],
    [
      'not found more than a day after the run time',
      '0 9 * * 1',
      'Europe/Berlin',
      '2026-11-24T08:00:00.001Z',
      undefined,
    ],
    ['found in summer time', '0 9 * * 1', 'America/New_York', '2026-07-06T20:00:00Z', '2026-07-06T13:00:00Z'],
    [
      'found after the clocks went forward',
      '0 9 * * *',
      'Europe/Berlin',
      '2026-03-29T12:00:00Z',
      '2026-03-29T07:00:00Z',
    ],
    [
      'found in the hour that comes twice',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T06:00:00Z',
      '2026-10-25T01:30:00Z',
    ],
    [
      'found after the clocks skipped the run time',
      '30 2 * * 0',
      'Europe/Berlin',
      '2026-03-29T08:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'found for a schedule of every second',
      '* * * * * *',
      'UTC',
      '2026-11-23T09:00:44.5Z',
      '2026-11-23T09:00:44Z',
    ],
    [
      'found for a schedule of several seconds',
      '15,45 0 9 * * *',
      'UTC',
      '2026-11-23T09:00:44Z',
      '2026-11-23T09:00:15Z',
    ],
    [
      'found in a time zone with half hours',
      '0 9 * * *',
      'Asia/Kolkata',
      '2026-11-23T06:00:00Z',
      '2026-11-23T03:30:00Z',
    ],
  ])('is %s', (_, expression, timezone, now, expected) => {
    expect(lastRun(expression, timezone, at(now), day)).toBe(expected && at(expected))
  })

  it('is the one that a search minute by minute finds', () => {
    const part = (most: number) => fc.oneof(fc.constant('*'), fc.integer({ min: 0, max: most }).map(String))
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe')
    const now = fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') })
    fc.assert(
      fc.property(part(59), part(23), part(6), zone, now, (minutes, hours, weekday, timezone, moment) => {
        // Runs in the hour that clocks skip are tested above.
        fc.pre(offsetAt(timezone, moment) <= offsetAt(timezone, moment - day / 2))
        const expression = `${minutes} ${hours} * * ${weekday}`
        const task = createTask(expression, () => undefined, { timezone })
        const whole = moment - (moment % minute)
        const asked = Array.from({ length: 361 }, (_, ago) => whole - ago * minute)
        const found = asked.find((one) => one >= moment - 360 * minute && task.match(new Date(one)))
        task.destroy()
        expect(lastRun(expression, timezone, moment, 360 * minute)).toBe(found)
      }),
      { numRuns: 40 },
    )
  })
})
