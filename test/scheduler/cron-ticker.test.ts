import { systemClocks } from '@overheard/base/clock'
import fc from 'fast-check'
import { createTask } from 'node-cron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCron } from '../../src/scheduler/cron-tasks.ts'
import { createTicker } from '../../src/scheduler/cron-ticker.ts'
import { createHandRuntime } from '../tools/manual-clock.ts'

/** node-cron itself rings here. Its clock and timers, and those of the watch, are moved by hand. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const noon = Date.UTC(2026, 10, 20, 12)

beforeEach(
  () => void vi.useFakeTimers({ now: noon, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }),
)
// A test replaces a faked timer. The fake must come back first, because it would otherwise come back later and stay, also in other files.
afterEach(() => void vi.unstubAllGlobals().useRealTimers())

/** Sets the clock, and timers go on as before. After a machine has slept, it is the same: timers and the steady clock stood still. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function open(now = noon) {
  vi.setSystemTime(now)
  /** How often the task of cron was started, and how often it rang. */
  const task = { starts: 0, rings: 0, expression: '' }
  // Taken now, so that a test can replace the timers of node-cron.
  const { setTimeout, clearTimeout } = globalThis
  const ticker = createTicker({
    ...systemClocks,
    setTimer(run, ms) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    startCron(expression, ring) {
      task.expression = expression
      task.starts++
      return startCron(expression, () => {
        task.rings++
        ring()
      })
    },
  })
  /** Adds a schedule; returns when it has run, by both clocks. */
  function every(cron: string, zone = 'UTC') {
    const runs: { at: number; steady: number }[] = []
    ticker.every(cron, zone, () => void runs.push({ at: Date.now(), steady: performance.now() }))
    return runs
  }
  return { ticker, task, every, start: ticker.start }
}

const timesOf = (runs: { at: number }[]) => runs.map(({ at }) => new Date(at).toISOString().slice(0, 19))

/** Counts the slots that node-cron looks at. */
function countSlots() {
  const { timeMatcher } = createTask('* * * * *', () => undefined) as unknown as {
    timeMatcher: { getNextMatch(date: Date): Date }
  }
  return vi.spyOn(Object.getPrototypeOf(timeMatcher) as typeof timeMatcher, 'getNextMatch')
}

describe('node-cron alone', () => {
  function alone(cron: string, timezone: string, start = noon) {
    vi.setSystemTime(start)
    const runs: { at: number }[] = []
    const logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const task = createTask(cron, () => void runs.push({ at: Date.now() }), { timezone, logger })
    void task.start()
    return { runs, stop: () => task.destroy() }
  }

  it('is silent for an hour in a zone whose clocks go back, so the task of the ticker is in UTC', async () => {
    const { runs, stop } = alone('*/10 * * * *', 'Europe/Berlin', Date.parse('2026-10-24T22:55Z'))
    await pass(4 * hour)
    await stop()
    const gaps = runs.map(({ at }, place) => (at - (runs[place - 1]?.at ?? at)) / minute)
    expect(Math.max(...gaps)).toBeGreaterThan(60)
  })

  it('leaves out a run whose time the clocks leave out, so the ticker decides itself what is due', async () => {
    const { runs, stop } = alone('30 2 * * *', 'Europe/Berlin', Date.parse('2026-03-28T12:00Z'))
    await pass(day)
    await stop()
    expect(timesOf(runs)).toEqual([])
  })

  it('is silent for an hour after its clock was set back by an hour, so there is a watch', async () => {
    const { runs, stop } = alone('* * * * * *', 'UTC')
    await pass(10 * second)
    setClock(-hour)
    const before = runs.length
    await pass(hour - 30 * second)
    await stop()
    expect(runs).toHaveLength(before)
  })

  it('looks at each slot that it missed while the machine slept, so the watch comes before it', async () => {
    const slots = countSlots()
    const { stop } = alone('* * * * * *', 'UTC')
    await pass(10 * second)
    slots.mockClear()
    setClock(hour)
    await pass(2 * second)
    await stop()
    expect(slots.mock.calls.length).toBeGreaterThan(3600)
  })
})

describe('the cron ticker', () => {
  it('runs schedules at their times, each in its zone, and nothing after its stop', async () => {
    const { every, start, ticker } = open()
    const runs = [every('*/2 * * * *'), every('30 17 * * *', 'Asia/Kolkata'), every('15,45 1 12 * * *')]
    start()
    await pass(6 * minute)
    expect(runs.map(timesOf)).toEqual([
      ['2026-11-20T12:02:00', '2026-11-20T12:04:00', '2026-11-20T12:06:00'],
      [],
      ['2026-11-20T12:01:15', '2026-11-20T12:01:45'],
    ])
    ticker.stop()
    await pass(10 * minute)
    expect(runs.flat()).toHaveLength(5)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('runs nothing if the timers of node-cron never fire', async () => {
    const { every, start } = open()
    const runs = [every('* * * * *'), every('* * * * * *'), every('0 9 * * *', 'Europe/Berlin')]
    vi.stubGlobal('setTimeout', () => ({ unref: () => undefined, ref: () => undefined }))
    start()
    await pass(2 * day)
    expect(runs.flat()).toEqual([])
  })

  it('runs schedules that are added later, also if they need other seconds', async () => {
    const { every, start, task } = open()
    every('*/2 * * * *')
    start()
    await pass(minute)
    const [minutes, seconds] = [every('* * * * *'), every('*/20 * * * * *')]
    await pass(2 * minute)
    expect([minutes.length, seconds.length, task.expression]).toEqual([2, 6, '0,20,40 * * * * *'])
  })

  it('has one task of cron for any number of schedules, which ticks at the minute unless a schedule has seconds', async () => {
    const { every, start, task } = open()
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
    const runs = Array.from({ length: 500 }, (_, place) =>
      every(`1-59/2 ${place % 24}-23,0-${place % 24} * * *`, zones[place % 4]),
    )
    start()
    await pass(10 * minute)
    expect(runs.every(({ length }) => length === 5)).toBe(true)
    expect(task).toEqual({ starts: 1, rings: 10, expression: '0 * * * * *' })
    // That of node-cron, and that of the watch.
    expect(vi.getTimerCount()).toBe(2)
  })

  it('rings late if this process was busy for some seconds', async () => {
    let rings = 0
    const stop = startCron('0 * * * * *', () => void rings++)
    await pass(30 * second)
    setClock(5 * second)
    await pass(30 * second)
    stop()
    expect(rings).toBe(1)
  })

  it('makes up for missed times with one run if this process stood still, also if its steady clock went on', () => {
    const clock = createHandRuntime(noon)
    let starts = 0
    const startCron = () => {
      starts++
      return () => undefined
    }
    const { every, start } = createTicker({ ...clock.runtime, startCron })
    let runs = 0
    every('* * * * * *', 'UTC', () => void runs++)
    start()
    clock.advance(hour)
    expect([starts, runs]).toEqual([2, 1])
  })
})

const jumps: [string, number][] = [
  ['back by an hour', -hour],
  ['back by two days', -2 * day],
  ['back by half a minute', -30 * second],
  ['forward by half a minute', 30 * second],
  ['forward by an hour', hour],
  ['forward by 30 days', 30 * day],
]

describe.each(jumps)('if the clock is set %s', (_what, by) => {
  it.each([17_300, 59_996])(
    'a schedule of every second, another of every minute and one of a day go on within a minute, %i ms after a minute',
    async (after) => {
      const { every, start } = open()
      const [seconds, minutes, daily] = [every('* * * * * *'), every('* * * * *'), every('0 13 * * *')]
      start()
      await pass(3 * minute + after)
      const before = [seconds.length, minutes.length]
      setClock(by)
      await pass(minute)
      const jumped = seconds.length - (before[0] ?? 0)
      expect(jumped).toBeGreaterThanOrEqual(1)
      await pass(4 * minute)
      // No slot is run a second time, and none that was jumped over is visited.
      expect(seconds.length - (before[0] ?? 0)).toBeGreaterThanOrEqual(239)
      expect(seconds.length - (before[0] ?? 0)).toBeLessThanOrEqual(301)
      expect(minutes.length - (before[1] ?? 0)).toBeGreaterThanOrEqual(4)
      expect(minutes.length - (before[1] ?? 0)).toBeLessThanOrEqual(6)
      expect(daily).toHaveLength(by >= hour ? 1 : 0)
    },
  )

  it('a schedule of every minute runs within a minute after each minute that the clock shows', async () => {
    const { every, start } = open()
    const runs = every('* * * * *')
    start()
    await pass(3 * minute + 20_000)
    setClock(by)
    const shown = Date.now() - (Date.now() % minute) + minute
    const wait = shown - Date.now()
    const steady = performance.now()
    await pass(wait + minute)
    expect(runs.some((one) => one.steady >= steady && one.at >= shown)).toBe(true)
  })
})

describe('if the machine slept for a day', () => {
  it.each(['* * * * * *', '*/10 * * * * *', '* * * * *', '0 18 * * *'])(
    'the schedule "%s" runs once for all that it missed, within a minute, and node-cron visits no missed slot',
    async (cron) => {
      const slots = countSlots()
      const { every, start } = open()
      const runs = every(cron)
      start()
      await pass(10 * minute + 1)
      const before = runs.length
      slots.mockClear()
      setClock(day + 5000)
      const woke = { at: Date.now(), steady: performance.now() }
      await pass(minute - 1)
      expect(slots.mock.calls.length).toBeLessThan(200)
      const late = runs.slice(before)
      expect((late[0]?.steady ?? Number.NaN) - woke.steady).toBeLessThan(minute)
      const isSeconds = cron.split(' ').length === 6
      if (!isSeconds) expect(late.length).toBeLessThanOrEqual(2)
      const onTime = late.filter(({ at }) => at % second < 10)
      expect(late.length - onTime.length).toBeLessThanOrEqual(1)
    },
  )
})

it('node-cron visits no missed slot if the clock is set between a timer that fired early and the tick', async () => {
  const slots = countSlots()
  const { every, start } = open()
  const runs = every('* * * * * *')
  start()
  await pass(10 * second + 500)
  // The timers for the next tick fire at 800 ms of the second before it.
  setClock(-200)
  await pass(600)
  slots.mockClear()
  setClock(hour)
  await pass(2 * second)
  expect(slots.mock.calls.length).toBeLessThan(20)
  expect(runs.length).toBeGreaterThanOrEqual(12)
})

it('node-cron visits no missed slot if the clock is set while its timers fire one or two ms early', async () => {
  const slots = countSlots()
  const { every, start } = open()
  const { setTimeout } = globalThis
  // Node rounds the time at which a timer is made and its delay to whole ms, so this happens.
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => setTimeout(run, Math.max(1, ms - 2)))
  const runs = every('* * * * * *')
  start()
  await pass(10 * second + 500)
  slots.mockClear()
  setClock(hour)
  await pass(2 * second)
  expect(slots.mock.calls.length).toBeLessThan(20)
  expect(runs.length).toBeGreaterThanOrEqual(12)
})

describe('when clocks change', () => {
  it.each([
    ['Europe/Berlin', '30 2 * * *', '2026-03-29T00:20', 2, ['2026-03-29T01:00:00']],
    ['Europe/Berlin', '30 2 * * *', '2026-10-25T00:20', 2, ['2026-10-25T00:30:00', '2026-10-25T01:30:00']],
    ['Europe/Berlin', '0 9 * * *', '2026-03-28T07:50', 24, ['2026-03-28T08:00:00', '2026-03-29T07:00:00']],
    ['Europe/Berlin', '0 9 * * *', '2026-10-25T06:50', 2, ['2026-10-25T08:00:00']],
    ['America/New_York', '30 2 * * *', '2026-03-08T06:00', 2, ['2026-03-08T07:00:00']],
    ['America/New_York', '0 9 * * 0', '2026-11-01T12:00', 3, ['2026-11-01T14:00:00']],
    ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03T15:00', 2, ['2026-10-03T15:30:00']],
    [
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2026-04-04T14:00',
      2,
      ['2026-04-04T14:45:00', '2026-04-04T15:15:00'],
    ],
    ['Pacific/Auckland', '30 2 * * *', '2026-09-26T13:00', 2, ['2026-09-26T14:00:00']],
    ['America/St_Johns', '0 9 * * *', '2026-03-08T11:00', 2, ['2026-03-08T11:30:00']],
  ])('in %s, "%s" from %s on runs within %i hours at %j', async (zone, cron, from, hours, expected) => {
    const { every, start } = open(Date.parse(`${from}Z`))
    const runs = every(cron, zone)
    start()
    await pass(hours * hour)
    expect(timesOf(runs)).toEqual(expected)
  })

  it.each([
    ['2026-03-28T23:00Z', 'ahead'],
    ['2026-10-24T23:00Z', 'back'],
  ])('a schedule of every ten minutes of the night loses none of them (%s, %s)', async (from) => {
    const { every, start } = open(Date.parse(from))
    const runs = every('*/10 0-5 * * *', 'Europe/Berlin')
    start()
    await pass(4 * hour)
    const gaps = runs.slice(1).map(({ at }, place) => at - (runs[place]?.at ?? 0))
    expect(new Set(gaps)).toEqual(new Set([10 * minute]))
  })
})

it('whatever is done to the clock, each time of a schedule of every ten minutes that it shows is run within a minute', async () => {
  const every10 = 10 * minute
  const step = fc.record({
    pass: fc.integer({ min: 1, max: 15 * minute }),
    set: fc.oneof(
      fc.constantFrom(-2 * day, -hour, -minute, minute, hour, 30 * day),
      fc.integer({ min: -12 * minute, max: 12 * minute }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const { every, start, ticker } = open()
      const runs = every('*/10 * * * *')
      start()
      const shown: { slot: number; steady: number }[] = []
      for (const { pass: ms, set } of [...steps, { pass: 2 * minute, set: 0 }]) {
        const [at, steady] = [Date.now(), performance.now()]
        for (let slot = at - (at % every10) + every10; slot <= at + ms; slot += every10)
          shown.push({ slot, steady: steady + slot - at })
        await pass(ms)
        setClock(set)
      }
      const end = performance.now()
      ticker.stop()
      for (const { steady } of shown.filter((one) => one.steady + minute <= end))
        expect(runs.some((run) => run.steady >= steady && run.steady <= steady + minute)).toBe(true)
      expect(runs.length).toBeLessThanOrEqual(shown.length + 2 * steps.length)
    }),
    { numRuns: 60 },
  )
})
