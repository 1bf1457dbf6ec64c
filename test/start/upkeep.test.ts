import { expect, it } from 'vitest'
import { createUpkeep } from '../../src/start/schedule-jobs.ts'

const month = 30 * 86_400_000

it('the upkeep removes what is old by our clock and by Slack’s, and nothing while Slack’s time is unknown', async () => {
  const clock: { now: number; slackTime: number | undefined } = { now: 7 * month, slackTime: undefined }
  const removed: number[] = []
  const upkeep = createUpkeep(
    { now: () => clock.now, slackTime: () => clock.slackTime },
    async (time) => void removed.push(time),
  )
  await upkeep()
  expect(removed).toEqual([])
  clock.slackTime = month
  await upkeep()
  expect(removed).toEqual([month])
  Object.assign(clock, { now: month, slackTime: 2 * month })
  await upkeep()
  expect(removed).toEqual([month, month])
})
