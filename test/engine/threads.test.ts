import type { PostFailure } from '@overheard/post-once/errors'
import { describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld } from '../tools/story-world.ts'

const hostile = (reason: string): PostFailure => ({ kind: 'rejected', extent: 'thread', reason })

const locked = hostile('restricted_action_thread_locked')

const noThreads = hostile('restricted_action_non_threadable_channel')

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

const hour = 60 * minute

async function lookedAround(perDay?: number) {
  const world = createStoryWorld(perDay === undefined ? {} : { perDay })
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

const inChannel = ({ channel }: StoryWorld) => channel.messages().filter(({ thread }) => thread === undefined)

const parents = (world: StoryWorld) => inChannel(world).filter(({ receipt }) => receipt?.ids.length === 3)

/** The cards of a spike. */
const saidOfStorm = (world: StoryWorld, start = 'Spike') =>
  inChannel(world).filter(({ content }) => content.text.startsWith(start))

/** Refuses replies to the first `count` parents. */
function refuseReplies(world: StoryWorld, count: number, refusal = locked) {
  const seen = new Set<string>()
  world.channel.refuses = ({ thread }) => {
    if (thread === undefined || (!seen.has(thread) && seen.size >= count)) return undefined
    seen.add(thread)
    return refusal
  }
}

describe('a burst', () => {
  it.each([
    ['continues in the thread of a new message if Slack has locked its thread', 1, 2],
    ['is continued with cards if Slack has locked every thread', Number.POSITIVE_INFINITY, 2],
  ])('%s', async (_what, count, expected) => {
    const { world, run } = await lookedAround()
    refuseReplies(world, count)
    for (const id of upTo(40)) world.add(id)
    await live(world, 10 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(40).toSorted())
    expect(parents(world)).toHaveLength(expected)
    expect(world.told).toEqual([])
  })

  it('gets a first message with a thread again an hour after Slack locked every thread', async () => {
    const { world, run } = await lookedAround()
    refuseReplies(world, 2)
    for (const id of upTo(20)) world.add(id)
    await live(world, 10 * minute, run)
    for (const id of upTo(30, 21)) world.add(id)
    await live(world, 10 * minute, run)
    expect(parents(world)).toHaveLength(2)
    await live(world, hour, run)
    for (const id of upTo(40, 31)) world.add(id)
    await live(world, 10 * minute, run)
    expect(parents(world)).toHaveLength(3)
    expect(world.channel.ids().toSorted()).toEqual(upTo(40).toSorted())
  })

  it('tries only one thread a day in a channel without threads, and all its mentions are posted', async () => {
    const { world, run } = await lookedAround()
    refuseReplies(world, Number.POSITIVE_INFINITY, noThreads)
    for (const id of upTo(20)) world.add(id)
    await live(world, 20 * hour, run)
    for (const id of upTo(40, 21)) world.add(id)
    await live(world, 3 * hour, run)
    expect(parents(world)).toHaveLength(1)
    await live(world, 2 * hour, run)
    for (const id of upTo(60, 41)) world.add(id)
    await live(world, hour, run)
    expect(parents(world)).toHaveLength(2)
    expect(world.channel.ids().toSorted()).toEqual(upTo(60).toSorted())
  })
})

describe('a spike', () => {
  function brew(world: StoryWorld, many: number) {
    const begin = world.clock.at
    for (let id = 1; id <= many; id++) {
      const at = begin + Math.floor((id * hour) / many)
      world.add(id, { date: at }, at)
    }
  }

  it('gets a new card if its thread is locked, and continues in the thread of that card', async () => {
    const { world, run } = await lookedAround(24)
    refuseReplies(world, 1)
    brew(world, 300)
    await live(world, 2 * hour, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(300).toSorted())
    expect(saidOfStorm(world)).toHaveLength(2)
    expect(saidOfStorm(world, 'Spike over')).toHaveLength(1)
  })

  it.each([
    ['a channel without threads', noThreads, 1],
    ['a channel in which every thread is locked', locked, 2],
  ])('ends on its card in %s, and its remaining mentions get cards', async (_where, refusal, cards) => {
    const { world, run } = await lookedAround(24)
    refuseReplies(world, Number.POSITIVE_INFINITY, refusal)
    brew(world, 300)
    await live(world, 10 * hour, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(300).toSorted())
    expect(world.checkpoint().spike?.state.kind).toBe('calm')
    expect(saidOfStorm(world)).toHaveLength(cards)
    expect(saidOfStorm(world, 'Spike over')).toHaveLength(1)
  })
})
