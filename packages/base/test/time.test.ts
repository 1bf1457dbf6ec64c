import { expect, it } from 'vitest'
import type { Ms, Time } from '../src/time.ts'

it('the types keep times and durations apart', () => {
  const waitFor = (duration: Ms) => duration
  const waitUntil = (time: Time) => time
  const [now, hour]: [Time, Ms] = [0, 3_600_000]
  // @ts-expect-error A time is no duration.
  waitFor(now)
  // @ts-expect-error A duration is no time.
  waitUntil(hour)
  expect([waitFor(2 * hour), waitUntil(now + hour)]).toEqual([7_200_000, 3_600_000])
})
