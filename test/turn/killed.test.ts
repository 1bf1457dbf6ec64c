import { describe, expect, it } from 'vitest'
import { live, surviveFor } from './live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from './story-world.ts'

type Story = {
  prepare: (world: StoryWorld) => Promise<void> | void
  expected: string[]
  ordered?: false
  inChannel?: number
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
const looked = async (world: StoryWorld) => void (await live(world, 3 * minute))

const stories: Record<string, Story & { world?: Parameters<typeof createStoryWorld>[0] }> = {
  'the first look': {
    prepare: (world) => {
      world.add(1)
    },
    expected: [],
  },
  'the backfill': {
    world: { subscriptions: [subscriptionOf({ backfill: 2 })] },
    prepare: (world) => {
      for (const id of upTo(4)) world.add(id)
    },
    expected: ['3', '4'],
  },
  'three cards': {
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(3)) world.add(id)
    },
    expected: upTo(3),
  },
  'a burst of thirty': {
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(30)) world.add(id, { reach: Number(id) })
    },
    expected: upTo(30),
    ordered: false,
  },
  'a burst of two pages': {
    world: { pageSize: 4 },
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(8)) world.add(id)
    },
    expected: upTo(8),
    ordered: false,
  },
  'a burst for one channel and cards for another': {
    world: { subscriptions: [subscriptionOf(), subscriptionOf({ name: 'cards', channel: 'C2', burst: 20 })] },
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(7)) world.add(id)
    },
    expected: [...upTo(7), ...upTo(7)],
    ordered: false,
  },
  'a storm': {
    world: { perDay: 24 },
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(30)) world.add(id)
      for (const id of upTo(35, 31)) world.add(id, {}, world.now() + 3 * minute)
    },
    expected: upTo(35),
    inChannel: 3,
  },
}

describe.each(Object.entries(stories))(
  'a process that is killed in %s',
  (_name, { world: options, prepare, expected, ordered, inChannel }) => {
    it('at any moment: the next one goes on without a gap or a repeat', async () => {
      for (let moments = 0; ; moments++) {
        const world = createStoryWorld(options)
        await prepare(world)
        world.life.moments = moments
        const died = await diesWithin(world, 4 * minute)
        world.life.moments = Number.POSITIVE_INFINITY
        await surviveFor(world, 6 * minute)
        const ids = world.channel.ids()
        expect(ordered === false ? ids.sort() : ids, `after ${moments} effects`).toEqual(
          ordered === false ? expected.toSorted() : expected,
        )
        const lines = world.channel.messages().filter(({ content }) => content.text.includes('Watching'))
        expect(lines, `after ${moments} effects`).toHaveLength(world.subscriptions.length)
        const high = world.channel.messages().filter(({ thread }) => thread === undefined)
        if (inChannel !== undefined) expect(high, `after ${moments} effects`).toHaveLength(inChannel)
        if (!died) return
      }
    })

    it('at any two moments, with its store wiped after the second', async () => {
      for (let moments = 0; moments < 80; moments++) {
        const wipesCounts = moments % 2 === 0
        const world = createStoryWorld(options)
        await prepare(world)
        world.life.moments = moments
        await diesWithin(world, 4 * minute)
        world.life.moments = moments
        await diesWithin(world, 4 * minute)
        world.saved.clear()
        if (wipesCounts) world.weather?.kept.clear()
        world.life.moments = Number.POSITIVE_INFINITY
        await surviveFor(world, 6 * minute)
        const ids = world.channel.ids().sort()
        const hasSpoken = world.channel.messages().length > 0
        if (hasSpoken) expect(ids, `after ${moments} effects`).toEqual(expected.toSorted())
      }
    })
  },
)

async function diesWithin(world: StoryWorld, ms: number): Promise<boolean> {
  try {
    await live(world, ms)
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}
