import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import { refusedTraces } from '../proof/refused-traces.ts'
import { live, surviveFor } from '../tools/live.ts'
import { triesEverything } from '../tools/runs.ts'
import {
  createStoryWorld,
  Killed,
  minute,
  noon,
  type StoryWorld,
  subscriptionOf,
} from '../tools/story-world.ts'

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

/** What no run of the model of a post has (docs/build/proof.md). */
function refusedEffects({ effects, subscriptions }: StoryWorld) {
  const channelOf = (name: string) => subscriptions.find((one) => one.name === name)?.channel ?? ''
  return refusedTraces(effects, channelOf, { copies: 1 })
}

function wipe(world: StoryWorld) {
  world.saved.clear()
  world.records.clear()
  world.volume?.kept.clear()
}

type Story = {
  world?: Parameters<typeof createStoryWorld>[0]
  /** The mentions of before the first poll. */
  earlier?: (world: StoryWorld) => void
  before: (world: StoryWorld) => void
  posted: string[]
  /** Shared posts are in a model of their own, which has no traces. */
  sharesChannel?: true
  /** Mentions that wait when the data is lost. */
  waiting?: string[]
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
  'cards of two subscriptions that share a channel': {
    world: { subscriptions: [subscriptionOf(), subscriptionOf({ name: 'other' })] },
    sharesChannel: true,
    before: (world) => add(world, upTo(3)),
    posted: inChannel(upTo(3)),
  },
  'an initial sync': {
    earlier: (world) => add(world, upTo(5)),
    before: (world) => add(world, [6, 7]),
    posted: inChannel([6, 7]),
  },
  'a backfill': {
    world: { subscriptions: [subscriptionOf({ backfill: 2 })] },
    earlier: (world) => add(world, upTo(5)),
    before: (world) => add(world, [6]),
    posted: inChannel([4, 5, 6]),
  },
  'quiet hours': {
    world: {
      subscriptions: [subscriptionOf({ quiet: { from: '12:06', to: '12:20', timezone: 'UTC' } })],
    },
    before: (world) => {
      add(world, [1])
      world.add(2, { identities: [identityOf(2)], date: world.now() + 6 * minute }, world.now() + 6 * minute)
    },
    posted: inChannel([1]),
    waiting: inChannel([2]),
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
        for (let moments = 0; ; moments += triesEverything() ? 1 : 3) {
          const world = createStoryWorld(story.world)
          story.earlier?.(world)
          await live(world, 3 * minute)
          story.before(world)
          await live(world, 12 * minute)
          expect(postedIn(world)).toEqual(story.posted)
          lose(world)
          const channels = [...new Set(world.subscriptions.map(({ channel }) => channel))]
          world.add(2_000_000, { identities: [identityOf(99)], date: world.now() })
          world.life.moments = moments
          const died = await diesWithin(world, 6 * minute)
          world.life.moments = Number.POSITIVE_INFINITY
          await surviveFor(world, 10 * minute)
          const fresh = channels.flatMap((channel) => inChannel([99], channel))
          expect(postedIn(world), `after ${moments} effects`).toEqual(
            [...story.posted, ...(story.waiting ?? []), ...fresh].sort(),
          )
          if (story.sharesChannel !== true)
            expect(refusedEffects(world), `after ${moments} effects`).toEqual([])
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

describe('a subscription whose mention service has lost its data', () => {
  async function lost({ backfill = 0 } = {}) {
    const world = createStoryWorld({ subscriptions: [subscriptionOf({ backfill })] })
    await live(world, 3 * minute)
    add(world, upTo(3))
    await live(world, 12 * minute)
    world.mentions.giveAgain(1_000_001)
    return world
  }

  it('posts again and says so if the history cannot be read', async () => {
    const world = await lost()
    world.channel.blind = { kind: 'unreadable', reason: 'missing_scope', extent: 'message' }
    await live(world, 6 * minute)
    expect(postedIn(world)).toEqual(inChannel([1, 1, 2, 2, 3, 3]))
    expect(world.raised.map(({ code }) => code)).toContain('missing_scope')
  })

  it('posts again what is further back than the history can be read, and says so', async () => {
    const world = await lost()
    world.channel.reads = 2
    await live(world, 6 * minute)
    expect(postedIn(world)).toEqual(inChannel([1, 1, 2, 3]))
    expect(world.raised.map(({ code }) => code)).toContain('history_too_long')
  })

  it('waits while Slack does not answer', async () => {
    const world = await lost()
    world.channel.blind = { kind: 'unreachable', reason: 'ratelimited', afterMs: minute }
    await live(world, 6 * minute)
    expect(postedIn(world)).toEqual(inChannel(upTo(3)))
    world.channel.blind = undefined
    world.add(2_000_000, { identities: [identityOf(99)], date: world.now() })
    await live(world, 6 * minute)
    expect(postedIn(world)).toEqual(inChannel([...upTo(3), 99]))
  })

  it.each([
    ['two months ahead', 60 * 24 * 60 * minute],
    ['in 1970', -noon],
  ])(
    'recognises what it has posted, and finds what is new, with a clock that is %s from the loss on',
    async (_when, ahead) => {
      const world = await lost()
      world.clock.at += ahead
      world.clock.slackAhead -= ahead
      world.mentions.giveAgain(2_000_001)
      world.add(3_000_000, { identities: [identityOf(99)], date: world.now() }, 0)
      await live(world, 6 * minute)
      world.clock.at -= ahead
      world.clock.slackAhead += ahead
      world.mentions.giveAgain(4_000_001)
      await live(world, 6 * minute)
      expect(postedIn(world)).toEqual(inChannel([...upTo(3), 99]))
    },
  )

  it.each([
    ['an hour ahead', 60 * minute],
    ['an hour behind', -60 * minute],
    ['in 1970', -noon],
  ])(
    'posts a mention that becomes visible twelve minutes after larger ids that were given again, with a clock that is %s',
    async (_when, ahead) => {
      const world = await lost()
      world.add(3_000_000, { identities: [identityOf(3)], date: world.now() })
      const visibleFrom = world.now() + 12 * minute
      world.add(2_000_000, { identities: [identityOf(99)], date: world.now() }, visibleFrom)
      world.setClock(ahead)
      await live(world, 20 * minute)
      expect(postedIn(world)).toEqual(inChannel([...upTo(3), 99]))
    },
  )

  it('compares mentions with receipts of each rule that it knows', async () => {
    const world = await lost()
    for (const mention of world.mentions.visible())
      mention.identities = [...(mention.identities ?? []), `9:${mention.id}`]
    await live(world, 6 * minute)
    expect(postedIn(world)).toEqual(inChannel(upTo(3)))
  })

  it('reads the channel once, and not at all while the service loses nothing', async () => {
    const world = createStoryWorld()
    await live(world, 3 * minute)
    world.mentions.idGaps.push({ first: '1000', last: '2000' })
    const run = world.start()
    const searchesFor = async (numbers: number[]) => {
      add(world, numbers)
      const before = world.channel.searches.length
      await live(world, 3 * minute, run)
      return world.channel.searches.slice(before).length
    }
    await searchesFor([1])
    expect(await searchesFor([2])).toBe(0)
    world.mentions.giveAgain(1_000_001)
    world.add(2_000_000, { identities: [identityOf(99)], date: world.now() })
    expect(await searchesFor([])).toBeGreaterThan(0)
    world.add(2_000_001, { identities: [identityOf(98)], date: world.now() })
    expect(await searchesFor([])).toBe(0)
    expect(postedIn(world)).toEqual(inChannel([1, 2, 98, 99]))
  })
})
