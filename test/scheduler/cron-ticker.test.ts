import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClocks, systemTimer } from '../../src/async/clock.ts'
import { createCronTicker, createScheduler } from '../../src/scheduler/cron-ticker.ts'
import { alwaysLead, type Leadership } from '../../src/scheduler/leadership.ts'
import { createPollQueue } from '../../src/scheduler/poll-queue.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

function open(run: (slot: number) => void, cron = '*/2 * * * *', zone = 'UTC') {
  const engine = createCronTicker({ now: Date.now, setTimer: systemTimer })
  engine.every(cron, zone, run)
  engine.start()
  return { engine }
}

type Work = Parameters<Leadership['attach']>[0]

function openScheduler(run: () => Promise<void>) {
  const leadership = alwaysLead()
  const lease = { isFresh: true }
  let work: Work | undefined
  const warnings: string[] = []
  const scheduler = createScheduler(
    createCronTicker({ now: Date.now, setTimer: systemTimer }),
    (runDue) =>
      createPollQueue({ ...systemClocks, setTimer: systemTimer, leads: () => lease.isFresh }, runDue),
    {
      attach(given) {
        work = given
        leadership.attach(given)
      },
    },
    { warn: (_fields, sentence) => void warnings.push(sentence) },
  )
  // Without a first run of everything.
  leadership.start()
  scheduler.every('digest', '*/2 * * * *', 'UTC', run)
  scheduler.start()
  return { scheduler, warnings, lease, resume: () => work?.resume?.() }
}

describe('the cron ticker', () => {
  it('runs a schedule at its times, and not after the stop', async () => {
    const slots: number[] = []
    const { engine } = open((slot) => void slots.push(slot))
    await vi.advanceTimersByTimeAsync(6 * minute + 500)
    expect(slots.map((slot) => (slot - noon) / minute)).toEqual([2, 4, 6])
    engine.stop()
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(slots).toHaveLength(3)
  })

  it('runs a schedule that is added later', async () => {
    const { engine } = open(() => undefined)
    let runs = 0
    engine.every('* * * * *', 'UTC', () => void runs++)
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(runs).toBe(3)
    engine.stop()
  })

  it.each([2000, 30_000, 10 * minute, 8 * 60 * minute])(
    'soon makes up for missed runs and continues if the clock jumps %i ms ahead, as after a suspended machine',
    async (late) => {
      let runs = 0
      const { engine } = open(() => void runs++)
      await vi.advanceTimersByTimeAsync(minute)
      vi.setSystemTime(Date.now() + late)
      await vi.advanceTimersByTimeAsync(minute + 2000)
      expect(runs).toBeGreaterThanOrEqual(1)
      const before = runs
      await vi.advanceTimersByTimeAsync(4 * minute)
      expect(runs).toBeGreaterThanOrEqual(before + 2)
      engine.stop()
    },
  )

  it('makes up for many missed runs with one run', async () => {
    let runs = 0
    const { engine } = open(() => void runs++, '* * * * *')
    await vi.advanceTimersByTimeAsync(30_000)
    vi.setSystemTime(Date.now() + 500 * minute)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(runs).toBe(1)
    engine.stop()
  })

  it('makes up for a week of missed runs, one for each second, with one run at once', async () => {
    const slots: number[] = []
    const { engine } = open((slot) => void slots.push(slot), '* * * * * *')
    await vi.advanceTimersByTimeAsync(1500)
    vi.setSystemTime(Date.now() + 7 * 24 * 60 * minute)
    await vi.advanceTimersByTimeAsync(600)
    expect(slots.map((slot) => slot - noon)).toEqual([1000, 2000])
    await vi.advanceTimersByTimeAsync(2000)
    expect(slots).toHaveLength(4)
    engine.stop()
  })

  it('soon continues after the clock went back an hour', async () => {
    let runs = 0
    const { engine } = open(() => void runs++)
    await vi.advanceTimersByTimeAsync(3 * minute)
    const before = runs
    vi.setSystemTime(Date.now() - 60 * minute)
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(runs).toBeGreaterThanOrEqual(before + 2)
    engine.stop()
  })
})

describe('a scheduled run', () => {
  it('does not overlap the next one if it takes long, and the schedule continues', async () => {
    let [running, most, runs] = [0, 0, 0]
    const { scheduler } = openScheduler(async () => {
      runs += 1
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5 * minute))
      running -= 1
    })
    await vi.advanceTimersByTimeAsync(30 * minute)
    expect(most).toBe(1)
    expect(runs).toBeGreaterThan(4)
    const stopped = scheduler.stop()
    await vi.advanceTimersByTimeAsync(5 * minute)
    await stopped
  })

  it('waits while the lease was not renewed in time, and then comes once', async () => {
    let runs = 0
    const { scheduler, lease, resume } = openScheduler(async () => void runs++)
    lease.isFresh = false
    await vi.advanceTimersByTimeAsync(6 * minute + 500)
    expect(runs).toBe(0)
    lease.isFresh = true
    for (let renewals = 0; renewals < 3; renewals++) resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toBe(1)
    await scheduler.stop()
  })

  it('may have several schedules, but no two runs may have one name', async () => {
    const run = async () => undefined
    const { scheduler } = openScheduler(run)
    expect(() => scheduler.every('digest', '0 9 * * 1', 'Europe/Berlin', run)).not.toThrow()
    expect(() => scheduler.every('digest', '0 9 * * 1', 'UTC', async () => undefined)).toThrow(
      'two jobs have the name digest',
    )
    await scheduler.stop()
  })

  it('is logged if it fails, and the schedule continues', async () => {
    let runs = 0
    const { scheduler, warnings } = openScheduler(async () => {
      runs += 1
      throw new Error('no')
    })
    await vi.advanceTimersByTimeAsync(6 * minute + 500)
    expect(runs).toBe(3)
    expect(warnings).toEqual(
      Array(3).fill('a scheduled run failed with an error; it runs again at its next time'),
    )
    await scheduler.stop()
  })

  it('is repeated once, at the latest of the times that it asks for', async () => {
    const times: number[] = []
    const { scheduler } = openScheduler(async () => {
      times.push((Date.now() - noon) / 1000)
      if (times.length > 1) return
      scheduler.runAgain('digest', Date.now() + 10_000)
      scheduler.runAgain('digest', Date.now() + 30_000)
    })
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(times).toEqual([120, 150])
    await scheduler.stop()
  })

  it('is repeated at the time that it asks for, although other schedules run before that', async () => {
    const times: number[] = []
    const { scheduler } = openScheduler(async () => {
      times.push((Date.now() - noon) / 1000)
      if (times.length === 1) scheduler.runAgain('digest', Date.now() + 30_000)
    })
    scheduler.every('reminders', '*/2 * * * * *', 'UTC', async () => undefined)
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(times).toEqual([120, 150])
    await scheduler.stop()
  })

  it('ends before the scheduler has stopped, and no run begins after the stop', async () => {
    let ended = 0
    const { scheduler } = openScheduler(async () => {
      await new Promise((resolve) => setTimeout(resolve, minute))
      ended += 1
    })
    scheduler.runAgain('digest')
    await vi.advanceTimersByTimeAsync(0)
    const stopped = scheduler.stop()
    scheduler.runAgain('digest')
    await vi.advanceTimersByTimeAsync(10 * minute)
    await stopped
    expect(ended).toBe(1)
  })
})
