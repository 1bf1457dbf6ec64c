import type { PostFailure } from '@overheard/post-once/errors'
import { expect, it } from 'vitest'
import { hourMs } from '../../src/engine/anomalies/volume-counts.ts'
import { createStoryWorld, noon, subscriptionOf } from '../tools/story-world.ts'
import { rhythm } from './anomalies/evaluation/a-rhythm.ts'

const start = noon

const minute = 60_000

const down: PostFailure = { kind: 'deferred', extent: 'channel', afterMs: 30_000, reason: 'ratelimited' }

/** An alert that brought six an hour for two weeks, and whose counting is known; then nothing. */
function quietWorld(names = ['acme']) {
  const subscriptions = names.map((name) => subscriptionOf({ name }))
  const world = createStoryWorld({ perDay: 144, subscriptions })
  const counts = rhythm(start, 6)
  const seen = { watermark: '0', origin: '0', done: [] }
  world.volume?.kept.set('7', JSON.stringify({ counts, seen, announced: [] }))
  return world
}

const said = (world: ReturnType<typeof createStoryWorld>) =>
  world.channel
    .messages()
    .flatMap(({ content }) => (content.text.startsWith('No mention of') ? [content.text] : []))

it('a silence that chance does not explain is reported once with what to do, and again after a mention came', async () => {
  const world = quietWorld()
  const run = world.start()
  await run()
  expect(said(world)).toEqual([])
  for (const hours of [6, 12, 24, 25]) {
    world.clock.at = start + hours * hourMs
    await run()
  }
  expect(said(world)).toHaveLength(1)
  expect(said(world)[0]).toContain('The mention service answers')
  await world.start()()
  expect(said(world)).toHaveLength(1)
  world.add(1, { date: world.now() })
  await run()
  world.clock.at += 30 * hourMs
  await run()
  expect(said(world)).toHaveLength(2)
})

it('a silence is reported when its channel has room, and no poll is made for that', async () => {
  const names = ['a', 'b', 'c', 'd']
  const world = quietWorld(names)
  world.clock.at = start + 24 * hourMs
  const run = world.start()
  // Four initial syncs in one channel: more posts than it accepts at once.
  expect(await run()).toEqual(names.map((subscription) => ({ subscription })))
  expect(said(world)).toEqual([])
  world.clock.at += 5000
  await run([])
  expect(said(world)).toHaveLength(1)
})

it('a silence that ends before Slack accepts its report is not reported', async () => {
  const world = quietWorld()
  const run = world.start()
  await run()
  world.channel.refuses = () => down
  world.clock.at = start + 12 * hourMs
  await run()
  world.add(1, { date: world.now() })
  world.channel.refuses = ({ receipt }) => (receipt === undefined ? down : undefined)
  world.clock.at += hourMs
  await run()
  world.channel.refuses = () => undefined
  for (let minutes = 0; minutes < 60; minutes++) {
    world.clock.at += minute
    await run()
  }
  expect(world.channel.ids()).toEqual(['1'])
  expect(said(world)).toEqual([])
})

it('a silence message names the plan limit as the cause if the limit is reached', async () => {
  const world = quietWorld()
  world.mentions.limits = [{ name: 'monthly_mentions', reached: true }]
  const run = world.start()
  await run()
  world.clock.at = start + 24 * hourMs
  await run()
  expect(said(world).join()).toContain('used up, so no mentions come')
})

it('a silence message says that the mention service does not answer, instead of reassuring people', async () => {
  const world = quietWorld()
  const run = world.start()
  await run()
  world.faults.service = new Error('down')
  world.clock.at = start + 24 * hourMs
  await run()
  expect(said(world).join()).toContain('The mention service does not answer')
})

it.each([
  ['that the connection works if the bot checks on time', { lag: 9 * minute }, 'The mention service answers'],
  ['that the bot is behind with its checks', { lag: 11 * minute }, 'Overheard is behind with its checks'],
  [
    'that the connection works if other alerts get mentions',
    { lag: 0, newestOfOthers: start },
    'The mention service answers',
  ],
  [
    'that no other alert gets mentions',
    { lag: 0, newestOfOthers: start - 24 * hourMs },
    'No other alert gets mentions either',
  ],
])('a silence message says %s', async (_, around, words) => {
  const world = quietWorld()
  Object.assign(world.volume?.around ?? {}, around)
  const run = world.start()
  await run()
  world.clock.at = start + 12 * hourMs
  await run()
  expect(said(world)).toEqual([expect.stringContaining(words)])
})
