import { expect, it } from 'vitest'
import { announcePlanForecast } from '../../src/engine/spikes/notices.ts'
import { createPlanRecords } from '../../src/engine/spikes/stored-volume.ts'
import { live } from '../tools/live.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { createStoryWorld, minute, noon, subscriptionOf } from '../tools/story-world.ts'

const day = 86_400_000
const today = Math.floor(noon / day)

/** A plan of 1,000 mentions a month, and one subscription in each of two channels. */
async function planned() {
  const subscriptions = ['C1', 'C2'].map((channel) => subscriptionOf({ name: `in ${channel}`, channel }))
  const world = createStoryWorld({ perDay: 1, monthlyMentions: 1000, subscriptions })
  const run = world.start()
  await live(world, 3 * minute, run)
  const { keepDays } = createPlanRecords(memoryStore(world.records), world.now)
  /** The channels of the forecasts, 20 minutes after this many mentions were counted. */
  const use = async (used: number) => {
    await keepDays('8', { first: today, counts: [used] })
    await live(world, 20 * minute, run)
    const notices = world.channel
      .messages()
      .filter(({ content }) => content.text.includes('monthly mentions'))
    return notices.map(({ channel }) => channel)
  }
  return { world, use }
}

it('the quota forecast is posted once in each channel at 80 and once at 95 per cent of the month’s mentions', async () => {
  const { world, use } = await planned()
  expect(await use(790)).toEqual([])
  expect(await use(810)).toEqual(['C1', 'C2'])
  expect(await use(940)).toEqual(['C1', 'C2'])
  expect(await use(960)).toEqual(['C1', 'C2', 'C1', 'C2'])
  world.clock.at += 30 * day
  expect(await use(0)).toHaveLength(4)
})

it('the quota forecast waits for a channel that accepts no messages, and does not wait for it in other channels', async () => {
  const { world, use } = await planned()
  world.channel.refuses = ({ channel }) =>
    channel === 'C1' ? { kind: 'rejected', extent: 'channel', reason: 'is_archived' } : undefined
  expect(await use(810)).toEqual(['C2'])
  world.channel.refuses = () => undefined
  expect(await use(810)).toEqual(['C2', 'C1'])
})

it('the quota forecast is not posted after the month has ended', async () => {
  const { world, use } = await planned()
  world.channel.refuses = () => ({
    kind: 'deferred',
    extent: 'channel',
    afterMs: 30_000,
    reason: 'ratelimited',
  })
  expect(await use(810)).toEqual([])
  world.clock.at = Date.UTC(2026, 11, 1)
  world.channel.refuses = () => undefined
  expect(await use(810)).toEqual([])
})

it('the quota forecast is posted once in a channel, although another process finds it out at the same time', async () => {
  const { world, use } = await planned()
  const other = world.deps()
  const plan = other.volume?.plan
  if (plan === undefined) throw new Error('no plan')
  const before = await plan.announcedShare('C1', Date.UTC(2026, 11, 1))
  expect(await use(810)).toEqual(['C1', 'C2'])
  plan.announcedShare = async () => before
  await announcePlanForecast(other, new Set(['C1']))
  expect(await use(810)).toEqual(['C1', 'C2'])
})
