import { expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

/** Checkpoints that are rebuilt from threads while Slack accepts few calls a minute. */

const names = ['a', 'b', 'c', 'd', 'e', 'f']
const [bursts, burst] = [6, 8]

/** Six subscriptions, each with six bursts within the look-back. */
async function busyWorld() {
  const world = createStoryWorld({
    subscriptions: names.map((name) => subscriptionOf({ name, channel: name })),
  })
  const run = world.start()
  for (let id = 1; id <= bursts * burst; id++) {
    if (id % burst === 1) await live(world, 2 * minute, run)
    world.add(id)
  }
  await live(world, 2 * minute, run)
  return world
}

/** Lives on for some minutes, in each of which ten threads may be read. */
async function liveOn(world: Awaited<ReturnType<typeof busyWorld>>, minutes: number): Promise<void> {
  const run = world.start()
  for (let passed = 0; passed < minutes; passed++) {
    world.channel.threadsLeft = 10
    await live(world, minute, run)
  }
}

it('the checkpoints of a wiped store are rebuilt from the channels, even if this needs more requests for threads than Slack accepts in a minute', async () => {
  const world = await busyWorld()
  world.saved.clear()
  world.add('1000')
  await liveOn(world, 12)
  for (const name of names) {
    const ids = world.channel.ids(name)
    expect(ids).toHaveLength(bursts * burst + 1)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

it('an old copy of the store is completed from the channels, so that no mention is posted twice', async () => {
  const world = createStoryWorld({
    subscriptions: names.map((name) => subscriptionOf({ name, channel: name })),
  })
  await live(world, 2 * minute)
  const copy = new Map(world.saved)
  const run = world.start()
  for (let id = 1; id <= bursts * burst; id++) {
    if (id % burst === 1) await live(world, 2 * minute, run)
    world.add(id)
  }
  await live(world, 2 * minute, run)
  for (const [path, text] of copy) world.saved.set(path, text)
  world.add('1000')
  await liveOn(world, 12)
  for (const name of names) expect(new Set(world.channel.ids(name)).size).toBe(world.channel.ids(name).length)
  expect(world.channel.ids('a')).toHaveLength(bursts * burst + 1)
})

it('a call that is the only reply to a card is found after the store was wiped, and is not repeated', async () => {
  const quiet = { from: '11:00', to: '13:00', timezone: 'UTC' }
  const notify = { users: ['U2'], groups: [], here: false, when: {} }
  const second = subscriptionOf({ name: 'complaints', quiet, notify })
  const world = createStoryWorld({ subscriptions: [subscriptionOf(), second] })
  const run = world.start()
  await live(world, 3 * minute, run)
  world.add('1')
  await live(world, 3 * minute, run)
  world.clock.at += 60 * minute
  await live(world, 10 * minute, run)
  const replies = () => world.channel.messages().filter(({ thread }) => thread !== undefined)
  expect(replies()).toHaveLength(1)
  world.saved.clear()
  world.add('2')
  await live(world, 10 * minute)
  expect(world.channel.ids('complaints').filter((id) => id === '1')).toEqual(['1'])
})
