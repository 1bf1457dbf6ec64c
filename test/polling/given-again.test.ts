import { describe, expect, it } from 'vitest'
import type { Mention } from '../../src/model/mention.ts'
import { live, surviveFor } from '../tools/live.ts'
import { triesEverything } from '../tools/runs.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** The identity that our own mention service gives to the mention with this number. */
const identityOf = (number: number) => {
  const digits = String(number).padStart(8, '0')
  return `1:item${digits.slice(4)}page${digits.slice(4)}feed${digits.slice(2)}`
}

function add(world: StoryWorld, numbers: number[], changes: Partial<Mention> = {}) {
  for (const number of numbers)
    world.add(number, { identities: [identityOf(number)], date: world.now() - minute, ...changes })
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The mentions that receipts show, by their numbers, as often as they are shown. */
const postedIn = ({ channel }: StoryWorld) =>
  channel
    .messages()
    .flatMap(({ receipt, channel: id }) =>
      (receipt?.identities ?? []).map((one) => `${id} ${Number(one.slice(6, 10))}`),
    )
    .sort()

const inChannel = (numbers: number[], channel = 'C1') =>
  numbers.map((number) => `${channel} ${number}`).sort()

function wipe(world: StoryWorld) {
  world.saved.clear()
  world.records.clear()
  world.volume?.kept.clear()
}

type Story = {
  world?: Parameters<typeof createStoryWorld>[0]
  /** The mentions of before the loss; they are looked for `waits` long. */
  before: (world: StoryWorld) => void
  waits?: number
  posted: string[]
}

const stories: Record<string, Story> = {
  cards: { before: (world) => add(world, upTo(3)), posted: inChannel(upTo(3)) },
  'a burst with its thread': {
    world: { perDay: 5000 },
    before: (world) => add(world, upTo(30)),
    posted: inChannel(upTo(30)),
  },
  'a spike with its thread': {
    world: { perDay: 24 },
    before: (world) => add(world, upTo(30)),
    posted: inChannel(upTo(30)),
  },
  'cards of two subscriptions that meet in a channel': {
    world: { subscriptions: [subscriptionOf(), subscriptionOf({ name: 'other' })] },
    before: (world) => add(world, upTo(3)),
    posted: inChannel(upTo(3)),
  },
  'cards of two channels': {
    world: { subscriptions: [subscriptionOf(), subscriptionOf({ name: 'second', channel: 'C2' })] },
    before: (world) => add(world, upTo(3)),
    posted: [...inChannel(upTo(3)), ...inChannel(upTo(3), 'C2')],
  },
}

describe.each(Object.entries(stories))(
  'after %s, and a mention service that has lost its data,',
  (_name, story) => {
    const losses: [string, (world: StoryWorld) => void][] = [
      ['all of it', (world) => world.mentions.giveAgain(1_000_001)],
      ['all after the second mention', (world) => world.mentions.giveAgain(1_000_001, '2')],
      [
        'all of it, with the store of the bot',
        (world) => {
          world.mentions.giveAgain(1_000_001)
          wipe(world)
        },
      ],
    ]
    it.each(losses)(
      'a process that is killed at any moment posts nothing again, and what is new: %s',
      async (_what, lose) => {
        for (let moments = 0; ; moments += triesEverything() ? 1 : 2) {
          const world = createStoryWorld(story.world)
          await live(world, 3 * minute)
          story.before(world)
          await live(world, story.waits ?? 12 * minute)
          expect(postedIn(world)).toEqual(story.posted)
          lose(world)
          const channels = [...new Set(world.subscriptions.map(({ channel }) => channel))]
          world.add(2_000_000, { identities: [identityOf(99)], date: world.now() })
          world.life.moments = moments
          const died = await diesWithin(world, 6 * minute)
          world.life.moments = Number.POSITIVE_INFINITY
          await surviveFor(world, 10 * minute)
          const fresh = channels.flatMap((channel) => inChannel([99], channel))
          expect(postedIn(world), `after ${moments} effects`).toEqual([...story.posted, ...fresh].sort())
          if (!died) return
        }
      },
    )
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
