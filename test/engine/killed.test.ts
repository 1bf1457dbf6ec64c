import { describe, expect, it } from 'vitest'
import { refusedTraces } from '../proof/refused-traces.ts'
import type { PostFault } from '../tools/fake-channel.ts'
import { live, surviveFor } from '../tools/live.ts'
import { triesEverything } from '../tools/runs.ts'
import {
  cardsOf,
  createStoryWorld,
  Killed,
  minute,
  type StoryWorld,
  subscriptionOf,
} from '../tools/story-world.ts'

type Story = {
  prepare: (world: StoryWorld) => Promise<void> | void
  expected: string[]
  ordered?: false
  inChannel?: number
  /** The mentions that features hear of, if not all. */
  cards?: string[]
  /** A further condition that must hold after everything has ended. */
  rests?: (world: StoryWorld) => void
  /** The condition after a wipe of everything, instead of `expected`. */
  wiped?: (world: StoryWorld) => void
}

/**
 * `npm test` tries every moment with the features in their usual order, and each third moment of the other kills. The number is odd, because
 * each second moment wipes more.
 */
const step = triesEverything() ? 1 : 3

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
const looked = async (world: StoryWorld) => void (await live(world, 3 * minute))

const stories: Record<string, Story & { world?: Parameters<typeof createStoryWorld>[0] }> = {
  'the initial sync': {
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
    world: { perDay: 5000 },
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(30)) world.add(id, { reach: Number(id), sentiment: 'positive' })
    },
    expected: upTo(30),
    ordered: false,
    rests: (world) => expect(world.channel.messages()[1]?.content.text).toContain('30 new mentions'),
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
  'a spike': {
    world: { perDay: 24 },
    prepare: async (world) => {
      await looked(world)
      for (const id of upTo(30)) world.add(id)
      for (const id of upTo(35, 31)) world.add(id, {}, world.now() + 3 * minute)
    },
    expected: upTo(35),
    inChannel: 2,
    rests: (world) => {
      expect([...world.announced].filter((event) => event.startsWith('spike'))).toHaveLength(1)
    },
  },
  'two stories in the words of several places': {
    world: { subscriptions: [subscriptionOf({ dedupe: 'coverage', burstWithin: 0 })] },
    prepare: async (world) => {
      await looked(world)
      for (const [index, [heading, snippet]] of recall.entries())
        world.add(
          index + 1,
          { title: heading, snippet, url: index === 2 ? '' : `https://p${index + 1}.example/x`, reach: 500 },
          world.now() + (index < 3 ? 0 : 2 * minute),
        )
    },
    // The third has no address, and comes with the second in one reply.
    expected: ['1', '2', '3', '4', '5', '6'],
    ordered: false,
    cards: ['1', '4'],
    inChannel: 3,
    rests: (world) => {
      expect(linesOf(world)).toEqual(['Same story at 4 places · 2k', 'Same story at 2 places · 1k'])
      const replies = world.channel.messages().filter(({ thread }) => thread !== undefined)
      expect(replies.map(({ receipt }) => receipt?.ids.join())).toEqual(['2,3', '5', '6'])
      onceEach(world, upTo(6))
    },
    wiped: (world) => {
      expect(world.channel.ids().sort()).toEqual(upTo(6))
      onceEach(world, upTo(6))
    },
  },
  'a story that comes up again twice': {
    world: { subscriptions: [subscriptionOf({ dedupe: 'story' })] },
    prepare: async (world) => {
      await looked(world)
      const reaches = [500, 300, 9000, 700, 700, 95_000, 40, 60_000]
      const at = (index: number) => world.now() + (index < 5 ? 0 : 2 * minute)
      for (const [index, reach] of reaches.entries())
        world.add(index + 1, { url: `https://p${index + 1}.example/x`, reach }, at(index))
    },
    // The third copy brings the reach to 9,800, which is not ten times 1,000; the fourth does, and the sixth is ten times that.
    expected: ['1', '4', '6'],
    rests: (world) => {
      expect(oneOutcome(world)).toEqual(upTo(8))
      const reasons = { 1: 'passed', 4: 'story.again', 6: 'story.again' }
      const done = world.decisions.filter(({ outcome }) => outcome !== 'waiting')
      for (const { id, reason } of done)
        expect([id, reason]).toEqual([id, new Map(Object.entries(reasons)).get(id) ?? 'duplicate.title'])
      expect(linesOf(world)).toEqual([
        'Picked up by 3 sites · 9.8k',
        'Still spreading: now on 5 sites · 11.2k',
        'Still spreading: now on 8 sites · 166k',
      ])
    },
    // The records of the story are lost: later duplicates get a card of their own, or join that one. No mention is lost.
    wiped: (world) => {
      const ids = world.channel.ids()
      expect(new Set(ids).size).toBe(ids.length)
      const shown = JSON.stringify(world.channel.messages().map(({ content }) => content.blocks))
      for (const id of upTo(8))
        expect(ids.includes(id) || shown.includes(`https://p${id}.example/x`)).toBe(true)
    },
  },
}

const recall = [
  ['Acme recalls 4,000 kettles after fire reports', 'Acme is recalling its Boil kettles in Europe.'],
  ['Acme recalls 4,000 Boil kettles after fires', 'The company confirmed the recall.'],
  ['4,000 Acme kettles recalled after fire reports', ''],
  ['Acme opens a factory in Lisbon', 'The plant will make toasters.'],
  ['Acme kettles recalled after reports of fires', 'Owners of 4,000 kettles get a refund.'],
  ['Acme opens its Lisbon factory for toasters in May', 'The plant will employ many people.'],
] as const

/** What the posts of a world have left, without times, and with the places of messages in their channels instead of their `ts`. */
function tracesOf(world: StoryWorld) {
  const placeOf = placesIn(world)
  const plain = (value: unknown) =>
    JSON.parse(
      placeOf(JSON.stringify(value, (key, one) => (key === 'at' || key === 'repliedAt' ? undefined : one))),
    )
  const ended = world.decisions.filter(({ outcome }) => outcome !== 'waiting')
  const cards = [...world.records].filter(([path]) => path.startsWith('cards '))
  return {
    log: ended.map((entry) => [`${entry.subscription} ${entry.id}`, plain(entry)] as const).sort(),
    cards: new Map(cards.map(([path, text]) => [placeOf(path), plain(JSON.parse(text))])),
    announced: [...world.announced].map(placeOf).sort(),
    calls: [...world.calls].map(placeOf).sort(),
  }
}

/** What no run of the model of a post has (docs/build/proof.md). `copies`: how often the store was wiped. */
function refusedEffects({ effects, subscriptions }: StoryWorld, copies = 0) {
  const channelOf = (name: string) => subscriptions.find((one) => one.name === name)?.channel ?? ''
  return refusedTraces(effects, channelOf, { copies })
}

/** What the present process remembers of its posts. It is lost with the process. */
function memoryOf(world: StoryWorld) {
  const placeOf = placesIn(world)
  return [...world.states].map(([name, { recentPosts = [], recentBursts = [] }]) => ({
    name,
    posts: recentPosts.map(({ mention, ts }) => `${mention.id} ${placeOf(ts)}`),
    bursts: recentBursts.length,
  }))
}

function placesIn({ channel }: StoryWorld): (text: string) => string {
  const counts = new Map<string, number>()
  const places = channel.messages().map(({ ts, channel: id }): [string, string] => {
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return [ts, `${id}#${count}`]
  })
  return (text) => places.reduce((named, [ts, place]) => named.replaceAll(ts, place), text)
}

/** A process that dies after it has written a checkpoint, and before it has written the log, loses these entries (docs/build/delivery.md). */
function withoutLostEntries(traces: ReturnType<typeof tracesOf>, { unlogged }: StoryWorld) {
  return { ...traces, log: traces.log.filter(([mention]) => !unlogged.has(mention)) }
}

/** Every mention that has a receipt or has joined a card, as often as it has. */
function oneOutcome(world: StoryWorld): string[] {
  const duplicate = cardsOf(world).flatMap(({ duplicates: also }) => also.map(({ id }) => id))
  return [...world.channel.ids(), ...duplicate].sort()
}

/** The address of each mention of the story "two stories" stands once in the channel. The third has none. */
function onceEach(world: StoryWorld, ids: string[]): void {
  const shown = JSON.stringify(world.channel.messages().map(({ content }) => content.blocks))
  const addresses = ids.filter((id) => id !== '3').map((id) => `https://p${id}.example/x`)
  expect(addresses.map((address) => [address, shown.split(`"${address}"`).length - 1])).toEqual(
    addresses.map((address) => [address, 1]),
  )
}

/** The line of each card about its story. */
function linesOf(world: StoryWorld): string[] {
  const texts = world.channel.messages().map(({ content }) => content.text)
  return texts.flatMap((text) => {
    const sites = /(?:(?:Picked up by|Still spreading: now on) \d+ sites|^Same story at \d+ places)/m.exec(
      text,
    )?.[0]
    return sites === undefined ? [] : `${sites} · ${/(\S+) combined reach/.exec(text)?.[1]}`
  })
}

describe.each(Object.entries(stories))(
  'the delivery of %s',
  (_name, { world: options, prepare, expected, ordered, inChannel, cards = expected, rests, wiped }) => {
    const sorted = (ids: string[]) => (ordered === false ? ids.toSorted() : ids)

    async function undisturbed() {
      const world = createStoryWorld(options)
      await prepare(world)
      await live(world, 10 * minute)
      const traces = tracesOf(world)
      expect(sorted(world.channel.ids())).toEqual(sorted(expected))
      const announced = traces.announced.filter((event) => event.startsWith('mention'))
      expect(announced).toHaveLength(cards.length)
      return { traces, memory: memoryOf(world) }
    }

    it.each(['usual', 'reversed'] as const)(
      'leaves the same posts, log entries, cards and facts for features if the process is killed at any moment, with the features in the %s order',
      async (order) => {
        const { traces } = await undisturbed()
        for (let moments = 0; ; moments += order === 'usual' ? 1 : step) {
          const world = createStoryWorld(options)
          world.features = order
          await prepare(world)
          world.life.moments = moments
          const died = await diesWithin(world, 4 * minute)
          world.life.moments = Number.POSITIVE_INFINITY
          await surviveFor(world, 6 * minute)
          const when = `after ${moments} effects`
          expect(sorted(world.channel.ids()), when).toEqual(sorted(expected))
          expect(tracesOf(world), when).toEqual(withoutLostEntries(traces, world))
          expect(refusedEffects(world), when).toEqual([])
          const lines = world.channel.messages().filter(({ content }) => /watching/i.test(content.text))
          expect(lines, when).toHaveLength(world.subscriptions.length)
          const high = world.channel.messages().filter(({ thread }) => thread === undefined)
          if (inChannel !== undefined) expect(high, when).toHaveLength(inChannel)
          rests?.(world)
          if (!died) return
        }
      },
    )

    it.each<[string, PostFault]>([
      ['is lost', { kind: 'answer lost' }],
      ['is lost and the message is readable only after 20 s', { kind: 'answer lost', readableAfter: 20_000 }],
    ])('leaves the same if the answer to any post %s', async (_how, fault) => {
      const expectedTraces = await undisturbed()
      for (let post = 0; ; post++) {
        const world = createStoryWorld(options)
        await prepare(world)
        const before = world.channel.posts
        const { post: real } = world.channel
        world.channel.post = (posting, pass) => {
          if (world.channel.posts === before + post) world.channel.faults = [fault]
          return real(posting, pass)
        }
        await live(world, 10 * minute)
        if (world.channel.posts <= before + post) return
        const left = { traces: tracesOf(world), memory: memoryOf(world) }
        expect(left, `without the answer to post ${post}`).toEqual(expectedTraces)
        expect(refusedEffects(world), `without the answer to post ${post}`).toEqual([])
      }
    })

    it('does not lose or repeat a mention if the process is killed twice and its store is wiped after the second kill', async () => {
      // When no process dies any more, both kinds of wipes follow once.
      let unharmed = 0
      for (let moments = 0; moments < 80 && unharmed < 2; moments += step) {
        const world = createStoryWorld(options)
        await prepare(world)
        const { isHarmed, losesCards } = await harmAndWipe(world, moments)
        unharmed = isHarmed ? 0 : unharmed + 1
        if (world.channel.messages().length === 0) continue
        expect(refusedEffects(world, 1), `after ${moments} effects`).toEqual([])
        if (losesCards && wiped !== undefined) wiped(world)
        else expect(world.channel.ids().sort(), `after ${moments} effects`).toEqual(expected.toSorted())
      }
    })
  },
)

/**
 * Kills two processes, each after `moments` effects, wipes the checkpoints, and the records if `moments` is even, and lets a third process end
 * the story. `isHarmed`: one of the two died. `losesCards`: records of cards are lost, because they were wiped, or because the process died
 * between a post and the record of its card, and only the wiped checkpoint knew of that post.
 */
async function harmAndWipe(world: StoryWorld, moments: number) {
  world.life.moments = moments
  const died = await diesWithin(world, 4 * minute)
  world.life.moments = moments
  const diedAgain = await diesWithin(world, 4 * minute)
  const hadPending = [...world.saved.values()].some((text) => JSON.parse(text).pending !== undefined)
  world.saved.clear()
  if (moments % 2 === 0) {
    world.volume?.kept.clear()
    world.records.clear()
  }
  world.life.moments = Number.POSITIVE_INFINITY
  await surviveFor(world, 6 * minute)
  return { isHarmed: died || diedAgain, losesCards: moments % 2 === 0 || hadPending }
}

async function diesWithin(world: StoryWorld, ms: number): Promise<boolean> {
  try {
    await live(world, ms)
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}
