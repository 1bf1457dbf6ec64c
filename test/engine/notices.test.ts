import type { PostFailure } from '@overheard/post-once/errors'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../../src/engine/anomalies/volume-counts.ts'
import { createPlanRecords } from '../../src/engine/spikes/stored-volume.ts'
import type { PostFault } from '../tools/fake-channel.ts'
import { live, surviveFor } from '../tools/live.ts'
import { memoryStore } from '../tools/memory-store.ts'
import {
  createStoryWorld,
  Killed,
  minute,
  noon,
  type StoryWorld,
  subscriptionOf,
} from '../tools/story-world.ts'
import { rhythm } from './anomalies/evaluation/a-rhythm.ts'

/** The notices of a silence, of the plan's limit and of the plan's forecast reach each channel once. */

const dayMs = 24 * hourMs

/** In the next poll two channels get three notices each: the alert is silent, and the plan is used up, as 81 per cent of it were before. */
async function withNews() {
  const subscriptions = ['C1', 'C2'].map((channel) => subscriptionOf({ name: `in ${channel}`, channel }))
  const world = createStoryWorld({ perDay: 144, monthlyMentions: 1000, subscriptions })
  const seen = { watermark: '0', origin: '0', done: [] }
  world.volume?.kept.set('7', JSON.stringify({ counts: rhythm(noon, 6), seen, announced: [] }))
  await live(world, 3 * minute)
  world.clock.at = noon + 12 * hourMs
  await createPlanRecords(memoryStore(world.records), world.now).keepDays('8', {
    first: Math.floor(world.now() / dayMs),
    counts: [810],
  })
  world.mentions.limits = [{ name: 'monthly_mentions', reached: true }]
  return world
}

const notices = ['No mention of', "The plan's monthly mentions are used up", '81% of the plan']

function noticesIn({ channel }: StoryWorld): string[] {
  const texts = channel.messages().map(({ channel: id, content }) => {
    const notice = notices.find((start) => content.text.startsWith(start))
    return notice === undefined ? undefined : `${id} ${notice}`
  })
  return texts.filter((text) => text !== undefined).sort()
}

const once = ['C1', 'C2'].flatMap((channel) => notices.map((notice) => `${channel} ${notice}`)).sort()

describe('each notice about a silence or the plan is posted exactly once in each channel', () => {
  it('if the process is killed at any moment', async () => {
    for (let moments = 0; ; moments++) {
      const world = await withNews()
      world.life.moments = moments
      const died = await live(world, minute).then(
        () => false,
        (error) => error instanceof Killed,
      )
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 20 * minute)
      expect(noticesIn(world), `after ${moments} effects`).toEqual(once)
      expect([...world.records.keys()].filter((path) => path.startsWith('reminders '))).toEqual([])
      if (!died) return
    }
  })

  it.each<[string, PostFailure]>([
    ['asks to wait', { kind: 'deferred', extent: 'channel', afterMs: 30_000, reason: 'ratelimited' }],
    ['cannot be reached', { kind: 'deferred', extent: 'workspace', afterMs: 1000, reason: 'ECONNREFUSED' }],
    ['refuses the channel', { kind: 'rejected', extent: 'channel', reason: 'is_archived' }],
    ['refuses the token', { kind: 'rejected', extent: 'workspace', reason: 'token_revoked' }],
    ['refuses with an unknown code', { kind: 'rejected', extent: 'unclear', reason: 'something_new' }],
  ])('if Slack %s for three days', async (_what, refusal) => {
    const world = await withNews()
    const run = world.start()
    world.channel.refuses = () => refusal
    await live(world, 3 * dayMs, run, 10 * minute)
    expect(noticesIn(world)).toEqual([])
    world.channel.refuses = () => undefined
    await live(world, 40 * minute, run)
    expect(noticesIn(world)).toEqual(once)
  })

  it.each<[string, PostFault]>([
    ['the message is there', { kind: 'answer lost' }],
    ['the message becomes readable after 20 s', { kind: 'answer lost', readableAfter: 20_000 }],
    ['the message was never stored', { kind: 'never stored' }],
  ])('if Slack gives no answer and %s', async (_what, fault) => {
    for (let post = 0; post < once.length; post++) {
      const world = await withNews()
      const { post: real } = world.channel
      const before = world.channel.posts
      world.channel.post = (posting, pass) => {
        world.channel.faults = world.channel.posts === before + post ? [fault] : []
        return real(posting, pass)
      }
      await live(world, 20 * minute)
      expect(noticesIn(world), `post ${post}`).toEqual(once)
    }
  })
})

it('a notice waits while its channel may not read about the alert, or while nobody knows if it may, and is posted once afterwards', async () => {
  const world = await withNews()
  world.mayPostNotices = false
  const run = world.start()
  await live(world, 20 * minute, run)
  expect(noticesIn(world)).toEqual([])
  world.mayPostNotices = true
  await live(world, 20 * minute, run)
  expect(noticesIn(world)).toEqual(once)
})

it('a notice is retried at most every half hour in the end, while its channel accepts no messages', async () => {
  const world = await withNews()
  world.channel.refuses = () => ({ kind: 'rejected', extent: 'channel', reason: 'is_archived' })
  const run = world.start()
  await live(world, dayMs, run)
  const before = world.channel.posts
  await live(world, dayMs, run)
  expect(world.channel.posts - before).toBeGreaterThan(0)
  expect(world.channel.posts - before).toBeLessThanOrEqual(once.length * 48)
})

it('a notice that Slack refuses as a message is given up, because it would be refused for ever', async () => {
  const world = await withNews()
  world.channel.refuses = () => ({ kind: 'rejected', extent: 'message', reason: 'invalid_blocks' })
  const before = world.channel.posts
  const run = world.start()
  await live(world, 20 * minute, run)
  expect(world.channel.posts - before).toBe(once.length)
  world.channel.refuses = () => undefined
  await live(world, 20 * minute, run)
  expect(noticesIn(world)).toEqual([])
})
