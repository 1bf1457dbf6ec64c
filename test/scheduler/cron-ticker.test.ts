import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCronTicker } from '../../src/scheduler/cron-ticker.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(run: (slot: number) => Promise<void>, cron = '*/2 * * * *', zone = 'UTC') {
  const warnings: string[] = []
  const engine = createCronTicker({ warn: (_fields, sentence) => void warnings.push(sentence) })
  engine.every('polls', cron, zone, run)
  await engine.start()
  return { engine, warnings }
}

describe('the cron ticker', () => {
  it('runs at its times, and not after the stop', async () => {
    const slots: number[] = []
    const { engine } = await open(async (slot) => void slots.push(slot))
    await vi.advanceTimersByTimeAsync(6 * minute + 500)
    expect(slots.map((slot) => (slot - noon) / minute)).toEqual([2, 4, 6])
    await engine.stop()
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(slots).toHaveLength(3)
  })

  it('runs a schedule that is added later', async () => {
    const { engine } = await open(async () => undefined)
    let runs = 0
    engine.every('later', '* * * * *', 'UTC', async () => void runs++)
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(runs).toBe(3)
    await engine.stop()
  })

  it('does not overlap the runs of a schedule whose run takes long', async () => {
    let running = 0
    let most = 0
    const { engine } = await open(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5 * minute))
      running -= 1
    })
    await vi.advanceTimersByTimeAsync(30 * minute)
    expect(most).toBe(1)
    await engine.stop()
  })

  it('starts the next run after ten minutes if a run never ends', async () => {
    let runs = 0
    const { engine, warnings } = await open(async () => {
      runs += 1
      if (runs === 1) await new Promise(() => undefined)
    })
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(runs).toBeGreaterThan(1)
    expect(warnings).toContain('a scheduled run failed with an error; it runs again at its next time')
    await engine.stop()
  })

  it('continues a schedule after a failed run, with a warning', async () => {
    let runs = 0
    const { engine, warnings } = await open(async () => {
      runs += 1
      throw new Error('no')
    })
    await vi.advanceTimersByTimeAsync(6 * minute + 500)
    expect(runs).toBe(3)
    expect(warnings).toHaveLength(3)
    await engine.stop()
  })

  it.each([2000, 30_000, 10 * minute, 8 * 60 * minute])(
    'makes up the run at once if its timer is %i ms late (blocked loop or suspended machine)',
    async (late) => {
      let runs = 0
      const { engine } = await open(async () => void runs++)
      await vi.advanceTimersByTimeAsync(minute)
      vi.setSystemTime(Date.now() + late)
      await vi.advanceTimersByTimeAsync(minute + 2000)
      expect(runs).toBeGreaterThanOrEqual(1)
      const before = runs
      await vi.advanceTimersByTimeAsync(4 * minute)
      expect(runs).toBeGreaterThanOrEqual(before + 2)
      await engine.stop()
    },
  )

  it('makes up many missed runs by one', async () => {
    let runs = 0
    const { engine } = await open(async () => void runs++, '* * * * *')
    await vi.advanceTimersByTimeAsync(30_000)
    vi.setSystemTime(Date.now() + 500 * minute)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(runs).toBe(1)
    await engine.stop()
  })

  it('makes up a schedule of seconds at once after a week of sleep, without visiting each slot', async () => {
    const slots: number[] = []
    const { engine } = await open(async (slot) => void slots.push(slot), '* * * * * *')
    await vi.advanceTimersByTimeAsync(1500)
    vi.setSystemTime(Date.now() + 7 * 24 * 60 * minute)
    await vi.advanceTimersByTimeAsync(600)
    expect(slots.map((slot) => slot - noon)).toEqual([1000, 2000])
    await vi.advanceTimersByTimeAsync(2000)
    expect(slots).toHaveLength(4)
    await engine.stop()
  })

  it('soon continues after the clock went back an hour', async () => {
    let runs = 0
    const { engine } = await open(async () => void runs++)
    await vi.advanceTimersByTimeAsync(3 * minute)
    const before = runs
    vi.setSystemTime(Date.now() - 60 * minute)
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(runs).toBeGreaterThanOrEqual(before + 2)
    await engine.stop()
  })
})
