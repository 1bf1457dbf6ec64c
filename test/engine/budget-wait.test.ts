import { expect, it } from 'vitest'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

const names = ['one', 'two', 'three']
const subscriptions = names.map((name, index) =>
  subscriptionOf({ name, channel: `C${index}`, only: { language: ['en'] } }),
)

/** A world in which many other alerts share the budget: each request waits half a minute. */
function busyWorld(pageSize = 300) {
  const world = createStoryWorld({ subscriptions, pageSize })
  const run = world.start()
  return {
    world,
    run,
    beginWaiting: () => {
      world.mentions.queue = () => {
        world.clock.at += 30_000
      }
    },
  }
}

it('a poll posts its mentions, however long its request waited for the request budget', async () => {
  const { world, run, beginWaiting } = busyWorld()
  beginWaiting()
  await run()
  world.add(1)
  const parts = await run()
  expect(parts.map(({ deferred: left }) => left)).toEqual([undefined, undefined, undefined])
  for (const name of names) expect(world.channel.ids(name)).toEqual(['1'])
})

it('a poll asks the mention service once for all subscriptions of an alert, however long the last poll waited', async () => {
  const { world, run, beginWaiting } = busyWorld()
  await run()
  beginWaiting()
  for (let poll = 0; poll < 5; poll++) {
    const before = world.mentions.pages
    await run()
    expect(world.mentions.pages - before).toBe(1)
    world.clock.at += 2 * minute
  }
})

it('subscriptions that ran out of time at the same page continue to read together', async () => {
  const { world, run, beginWaiting } = busyWorld(10)
  await run()
  for (let id = 1; id <= 100; id++) world.add(id, { language: 'de' })
  beginWaiting()
  const before = world.mentions.pages
  await run()
  const inOnePoll = world.mentions.pages - before
  expect(inOnePoll).toBe(2)
  await run()
  expect(world.mentions.pages - before).toBe(2 * inOnePoll)
})

it('a poll posts the mentions of its first page, even if the second page comes too late to post', async () => {
  const { world, run, beginWaiting } = busyWorld(10)
  await run()
  for (let id = 1; id <= 15; id++) world.add(id)
  beginWaiting()
  await run()
  expect(world.channel.ids('one').length).toBeGreaterThan(0)
})
