import { describe, expect, it } from 'vitest'
import { shareTold } from './evaluation/series/inject-events.ts'

/** `test/engine/anomalies/generated-series.test.ts` has fewer events, because these take half a minute. */

describe('200 injected events at 5 to 5,000 mentions a day', () => {
  it.each([1, 2])(
    'with an overdispersion of %i are told within 15 minutes in nine of ten cases, and so is a second event three hours later',
    (overdispersion) => {
      const { first, second } = shareTold(overdispersion, 'normal', { injections: 200 })
      expect(first).toBeGreaterThanOrEqual(0.9)
      expect(second).toBeGreaterThanOrEqual(0.9)
    },
  )
})
