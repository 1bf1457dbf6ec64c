import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClock } from '../src/clock.ts'
import { handClock, noon } from './open.ts'

it('message timestamps of the sandbox’s Slack always grow, even if the clock is set back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 2 }), (offsets) => {
      const { now, setTimer } = handClock()
      const clock = createClock(now, setTimer)
      const tss = offsets.map((offset) => {
        clock.setOffset(offset)
        return clock.nextTs()
      })
      expect(tss).toEqual([...new Set(tss)].sort())
      for (const ts of tss) expect(ts).toMatch(/^\d{10}\.\d{6}$/)
    }),
  )
})

it('a new offset of the clock of the sandbox’s Slack replaces the earlier offset and is not added to it', () => {
  const { now, setTimer, advance } = handClock()
  const clock = createClock(now, setTimer)
  clock.setOffset(5000)
  clock.setOffset(1000)
  advance(10)
  expect(clock.now()).toBe(noon + 1010)
})
