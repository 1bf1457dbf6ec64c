import fc from 'fast-check'
import { createTask } from 'node-cron'
import { expect, it } from 'vitest'
import { nextRunOf } from '../../src/scheduler/cron.ts'

const at = (text: string) => Date.parse(text)

it.each([
  ['*/2 * * * *', 'UTC', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
  ['*/2 * * * *', 'UTC', '2026-11-20T10:00:01Z', '2026-11-20T10:02:00Z'],
  ['*/10 * * * * *', 'UTC', '2026-11-20T10:00:51Z', '2026-11-20T10:01:00Z'],
  ['0 9 * * 1', 'Europe/Berlin', '2026-11-20T10:00:00Z', '2026-11-23T08:00:00Z'],
  ['30 8 * * *', 'Asia/Kolkata', '2026-11-20T03:30:00Z', '2026-11-21T03:00:00Z'],
  ['0 0 29 2 *', 'UTC', '2026-11-20T10:00:00Z', '2028-02-29T00:00:00Z'],
  // If clocks skip the time of a run, it comes right after the gap, once.
  ['30 2 * * 0', 'America/New_York', '2026-03-07T12:00:00Z', '2026-03-08T07:00:00Z'],
  ['30 2 * * 0', 'America/New_York', '2026-03-08T07:00:00.001Z', '2026-03-15T06:30:00Z'],
  ['30 2 * * 1', 'America/New_York', '2026-03-07T12:00:00Z', '2026-03-09T06:30:00Z'],
  ['15 2 * * 0', 'Australia/Lord_Howe', '2026-10-02T00:00:00Z', '2026-10-03T15:30:00Z'],
  // The day of a year in which there was no 30 December.
  ['0 9 30 12 *', 'Pacific/Apia', '2011-12-01T00:00:00Z', '2011-12-30T10:00:00Z'],
])('schedule "%s" in zone %s, asked at %s, next runs at %s', (expression, zone, from, run) => {
  expect(nextRunOf(expression, zone)(at(from))).toBe(at(run))
})

it('the next run time of a schedule is the first time that node-cron accepts for it', () => {
  const expressions = ['*/7 * * * *', '15 */3 * * *', '20,40 5 10 * * *', '0 9 * * 1-5']
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
  const year = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-20T00:00:00Z') })
  fc.assert(
    fc.property(
      fc.constantFrom(...expressions),
      fc.constantFrom(...zones),
      year,
      (expression, timezone, from) => {
        const run = nextRunOf(expression, timezone)(from)
        const task = createTask(expression, () => undefined, { timezone })
        const matches = (moment: number) => task.match(new Date(moment))
        expect(run !== undefined && run >= from && matches(run)).toBe(true)
        const seconds = Math.min(3000, Math.floor(((run ?? from) - from - 1) / 1000))
        const between = Array.from(
          { length: Math.max(0, seconds) },
          (_, index) => (run ?? from) - (index + 1) * 1000,
        )
        expect(between.filter(matches)).toEqual([])
        void task.destroy()
      },
    ),
    { numRuns: 40 },
  )
})

it('the next run time of a schedule is not searched beyond the given limit', () => {
  const next = nextRunOf('0 9 * * 1', 'UTC')
  const [from, run] = [at('2026-11-20T10:00:00Z'), at('2026-11-23T09:00:00Z')]
  expect(next(from, run)).toBe(undefined)
  expect(next(from, run + 1)).toBe(run)
  expect(next(from, run)).toBe(undefined)
})

it('the next run time of a schedule is the same in whatever order times are asked for', () => {
  const asked = nextRunOf('*/5 * * * *', 'UTC')
  const moments = ['10:00:01', '10:04:59', '10:05:01', '10:01:00'].map((time) => at(`2026-11-20T${time}Z`))
  expect(moments.map((moment) => asked(moment))).toEqual(
    ['10:05', '10:05', '10:10', '10:05'].map((time) => at(`2026-11-20T${time}:00Z`)),
  )
})
