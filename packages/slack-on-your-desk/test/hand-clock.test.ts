import { describe, expect, it } from 'vitest'
import { createHandClock } from '../src/hand-clock.ts'

describe('a clock that moves by hand', () => {
  it('runs timers at their times, in order, also those that timers set', () => {
    const clock = createHandClock(1000)
    const ran: number[] = []
    const repeat = () => {
      ran.push(clock.now())
      clock.setTimer(repeat, 10)
    }
    clock.setTimer(repeat, 10)
    clock.setTimer(() => ran.push(-clock.now()), 15)
    clock.advance(30)
    expect(ran).toEqual([1010, -1015, 1020, 1030])
    expect(clock.now()).toBe(1030)
  })

  it('does not run a cancelled timer', () => {
    const clock = createHandClock(0)
    const ran: string[] = []
    const cancel = clock.setTimer(() => ran.push('first'), 5)
    clock.setTimer(() => ran.push('second'), 6)
    cancel()
    clock.advance(100)
    expect(ran).toEqual(['second'])
  })
})
