import { expect, it } from 'vitest'
import { torture } from '../../tools/e2e/torture.ts'

it('a bot that is killed at random moments posts each mention exactly once, in order, for a subscription with a cron expression and an automatic one', async () => {
  const toll = await torture({ kills: 8, seed: 1, perSecond: 4, latestMs: 5000 })
  expect(toll.made).toBeGreaterThan(20)
  expect(toll).toMatchObject({ lost: [], twice: [], outOfOrder: [], secrets: [], refused: [] })
})
