import type { PostFailure } from '@overheard/post-once/errors'
import { describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

const limit = (reached: boolean) => [{ name: 'monthly_mentions', reached, renewsAt: Date.UTC(2026, 11, 1) }]

/** Three subscriptions in two channels, whose initial syncs are over. */
async function lookedAround() {
  const channels = { acme: 'C1', same: 'C1', other: 'C2' }
  const subscriptions = Object.entries(channels).map(([name, channel]) => subscriptionOf({ name, channel }))
  const world = createStoryWorld({ subscriptions })
  const run = world.start()
  await live(world, 3 * minute, run)
  const notices = (channel: string) =>
    world.channel.messages().filter((message) => message.channel === channel && message.receipt === undefined)
  return { world, run, notices }
}

describe('the message about the plan limit', () => {
  it('is posted once in each channel when the limit is reached, and once when it is over', async () => {
    const { world, run, notices } = await lookedAround()
    world.mentions.limits = limit(true)
    await live(world, 10 * minute, run)
    expect([notices('C1').length, notices('C2').length]).toEqual([1, 1])
    world.mentions.limits = limit(false)
    await live(world, 10 * minute, run)
    expect([notices('C1').length, notices('C2').length]).toEqual([2, 2])
  })

  it('is not repeated after an update from a version that stored no ids of notices, and its end is posted', async () => {
    const { world, run, notices } = await lookedAround()
    world.records.set('plan-limits C1', 'true')
    world.mentions.limits = limit(true)
    await live(world, 10 * minute, run)
    expect([notices('C1').length, notices('C2').length]).toEqual([0, 1])
    world.mentions.limits = limit(false)
    await live(world, 10 * minute, run)
    expect([notices('C1').length, notices('C2').length]).toEqual([1, 2])
  })

  it('is posted once, although another process learns a few seconds later that it was announced', async () => {
    const { world, run, notices } = await lookedAround()
    const other = world.start()
    world.mentions.limits = limit(false)
    await other()
    world.mentions.limits = limit(true)
    await run()
    world.clock.at += 2000
    await other()
    await live(world, 10 * minute, run)
    expect([notices('C1').length, notices('C2').length]).toEqual([1, 1])
  })

  it.each<[string, PostFailure]>([
    [
      'for which Slack asks to wait',
      { kind: 'deferred', extent: 'channel', afterMs: 5 * minute, reason: 'ratelimited' },
    ],
    ['that accepts no messages', { kind: 'rejected', extent: 'channel', reason: 'is_archived' }],
  ])(
    'is posted later in a channel %s, and is not retried for every page of mentions',
    async (_what, outcome) => {
      const { world, run, notices } = await lookedAround()
      world.mentions.limits = limit(true)
      world.channel.refuses = ({ channel }) => (channel === 'C1' ? outcome : undefined)
      const posts = world.channel.posts
      await live(world, 4 * minute, run)
      expect([notices('C1').length, notices('C2').length]).toEqual([0, 1])
      expect(world.channel.posts - posts).toBeLessThan(6)
      world.channel.refuses = () => undefined
      await live(world, 8 * minute, run)
      expect(notices('C1')).toHaveLength(1)
    },
  )

  it('is tried once in each of two channels, and not again, if Slack refuses it', async () => {
    const { world, run } = await lookedAround()
    world.mentions.limits = limit(true)
    world.channel.refuses = () => ({ kind: 'rejected', extent: 'message', reason: 'odd' })
    const posts = world.channel.posts
    await live(world, 10 * minute, run)
    expect(world.channel.posts - posts).toBe(2)
  })
})
