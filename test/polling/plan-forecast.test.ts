import { expect, it } from 'vitest'
import { announcePlanForecast } from '../../src/polling/notices.ts'
import { createPlanRecords } from '../../src/polling/stored-volume.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { createStoryWorld, noon } from '../tools/story-world.ts'

const day = 86_400_000
const today = Math.floor(noon / day)

/** A world with a plan of 1,000 mentions a month. */
function planned() {
  const world = createStoryWorld({ perDay: 1 })
  const plan = createPlanRecords(memoryStore())
  const deps = world.deps()
  if (deps.volume === undefined) throw new Error('no volume store')
  deps.volume.plan = { ...plan, monthlyMentions: 1000 }
  return { world, plan, deps }
}

it('the quota forecast is posted once in each channel at 80 and once at 95 per cent of the month’s mentions', async () => {
  const { world, plan, deps } = planned()
  const use = async (used: number) => {
    await plan.keepDays('7', { first: today, counts: [used] })
    await announcePlanForecast(deps, new Set(['C1', 'C2']))
    await announcePlanForecast(deps, new Set(['C1', 'C2']))
    return world.channel.messages().filter(({ channel }) => channel === 'C1').length
  }
  expect(await use(790)).toBe(0)
  expect(await use(810)).toBe(1)
  expect(await use(940)).toBe(1)
  expect(await use(960)).toBe(2)
  expect(world.channel.messages().map(({ channel }) => channel)).toEqual(['C1', 'C2', 'C1', 'C2'])
  world.clock.at += 30 * day
  expect(await use(0)).toBe(2)
})

it('the quota forecast waits for a channel that is at its rate limit, and does not wait for it in other channels', async () => {
  const { world, plan, deps } = planned()
  await plan.keepDays('7', { first: today, counts: [810] })
  await deps.channelRate.pause('C1', 4000)
  const notify = () => announcePlanForecast(deps, new Set(['C1', 'C2']))
  expect(await notify()).toBe(4000)
  expect(world.channel.messages().map(({ channel }) => channel)).toEqual(['C2'])
  world.clock.at += 4000
  expect(await notify()).toBe(0)
  expect(world.channel.messages().map(({ channel }) => channel)).toEqual(['C2', 'C1'])
})
