import { expect, it } from 'vitest'
import { createTemporaryFlag } from '../src/clock.ts'

it('a temporary flag is lowered after its time, or at once if the clock is set back to before the flag was raised', () => {
  let now = 5000
  const flag = createTemporaryFlag(() => now, 1000)
  expect(flag.isRaised()).toBe(false)
  flag.raise()
  now += 999
  expect(flag.isRaised()).toBe(true)
  now += 1
  expect(flag.isRaised()).toBe(false)
  flag.raise()
  now -= 1
  expect(flag.isRaised()).toBe(false)
})
