import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Subscription } from '../../src/model/subscription.ts'
import type { PostFault } from '../tools/fake-channel.ts'
import { live, surviveFor } from '../tools/live.ts'
import { runs, triesEverything } from '../tools/runs.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** `npm test` tries each fifth moment and post. The number is odd, because each second moment wipes more. */
const step = triesEverything() ? 1 : 5

const people = (user: string) => ({ users: [user], groups: [], here: false, when: {} })
const hours = (from: string, to: string) => ({ from, to, timezone: 'UTC' })
const other = (changes: Partial<Subscription>) => subscriptionOf({ name: 'complaints', ...changes })
const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))

type Story = {
  subscriptions: Subscription[]
  perDay?: number
  count: number
  /** Each of them gets these mentions; all of them if absent. */
  wants?: Record<string, string[]>
  /** The people who are called exactly once for each mention. */
  called?: string[]
}

const rest = ['2', '4']
const stories: Record<string, Story> = {
  'three cards': { subscriptions: [subscriptionOf(), other({})], count: 3 },
  'cards of different schedules': {
    subscriptions: [subscriptionOf({ schedule: '*/7 * * * *' }), other({})],
    count: 3,
  },
  'cards of three subscriptions with filters': {
    subscriptions: [
      subscriptionOf(),
      other({ only: { sentiment: ['negative'] } }),
      subscriptionOf({ name: 'third', except: { sentiment: ['negative'] }, schedule: '*/5 * * * *' }),
    ],
    count: 4,
    wants: { complaints: rest, third: ['1', '3'] },
  },
  'cards while the first has quiet hours': {
    subscriptions: [subscriptionOf({ quiet: hours('11:00', '12:10') }), other({})],
    count: 2,
  },
  'cards, and a call after the quiet hours of the second': {
    subscriptions: [
      subscriptionOf({ notify: people('U1') }),
      other({ quiet: hours('11:00', '12:10'), notify: people('U2') }),
    ],
    count: 2,
    called: ['U1', 'U2'],
  },
  'bursts of different sizes': {
    subscriptions: [subscriptionOf(), other({ burst: 20 })],
    count: 30,
  },
  'a burst and cards': {
    subscriptions: [subscriptionOf({ burst: 3, schedule: '*/5 * * * *' }), other({ burst: 100 })],
    count: 8,
  },
  spikes: { subscriptions: [subscriptionOf(), other({})], perDay: 24, count: 30 },
  'a spike and bursts': {
    subscriptions: [subscriptionOf({ schedule: '*/5 * * * *' }), other({ spike: 'off' })],
    perDay: 24,
    count: 30,
  },
}

function createWorld({ subscriptions, perDay }: Story): StoryWorld {
  return createStoryWorld({ subscriptions, ...(perDay === undefined ? {} : { perDay }) })
}

async function begin(world: StoryWorld, { count }: Story): Promise<void> {
  await live(world, 9 * minute)
  for (const id of upTo(count)) world.add(id, { sentiment: rest.includes(id) ? 'negative' : 'positive' })
}

/** The ids of the messages that show mentions, not of the calls. */
function shownIds({ channel }: StoryWorld): string[] {
  const shown = channel.messages().filter(({ content }) => !content.text.startsWith('Also in '))
  return shown.flatMap(({ receipt }) => receipt?.ids ?? [])
}

function expectOnce(
  world: StoryWorld,
  { count, wants = {}, subscriptions, called = [] }: Story,
  when: string,
) {
  expect(shownIds(world).sort(), when).toEqual(upTo(count).sort())
  for (const { name } of subscriptions) {
    const expected = (wants[name] ?? upTo(count)).toSorted()
    const posted = world.decisions.filter(
      ({ subscription, outcome }) => subscription === name && (outcome === 'posted' || outcome === 'burst'),
    )
    const known = new Set(posted.map(({ id }) => id))
    for (const id of expected) if (world.unlogged.has(`${name} ${id}`)) known.add(id)
    expect([...known].sort(), `${when}, the log of ${name}`).toEqual(expected)
    const heard = [...world.announced].flatMap((event) => {
      const [kind, subscription, id = ''] = event.split(' ')
      return kind === 'mention' && subscription === name ? [id] : []
    })
    expect([...new Set(heard)].sort(), `${when}, what features heard for ${name}`).toEqual(expected)
  }
  const text = JSON.stringify(world.channel.messages().map(({ content }) => content.text))
  for (const user of called)
    expect(text.split(`<@${user}>`).length - 1, `${when}, calls of ${user}`).toBe(count)
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

describe.each(Object.entries(stories))('in one channel, %s', (_name, story) => {
  it('come once if the process is killed at any moment', async () => {
    for (let moments = 0; ; moments += step) {
      const world = createWorld(story)
      await begin(world, story)
      world.life.moments = moments
      const died = await diesWithin(world, 8 * minute)
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 20 * minute)
      expectOnce(world, story, `after ${moments} effects`)
      if (!died) return
    }
  })

  it.each<[string, PostFault]>([
    ['is lost', { kind: 'answer lost' }],
    ['is lost and the message is readable only after 20 s', { kind: 'answer lost', readableAfter: 20_000 }],
    ['is lost, and Slack dropped the receipt', { kind: 'answer lost', bare: true }],
    ['is lost, and so is the message', { kind: 'never stored' }],
  ])('come once if the answer to any post %s and the process is killed then', async (_how, fault) => {
    for (let post = 0; ; post += step) {
      const world = createWorld(story)
      await begin(world, story)
      const before = world.channel.posts
      const { post: real } = world.channel
      world.channel.post = (posting, pass) => {
        if (world.channel.posts === before + post) {
          world.channel.faults = [fault]
          world.life.moments = 0
        }
        return real(posting, pass)
      }
      await surviveFor(world, 25 * minute)
      if (world.channel.posts <= before + post) return
      expectOnce(world, story, `without the answer to post ${post}`)
    }
  })

  it('come once if the process is killed twice and the store is wiped after the second kill', async () => {
    let unharmed = 0
    for (let moments = 0; moments < 120 && unharmed < 2; moments += step) {
      const world = createWorld(story)
      await begin(world, story)
      world.life.moments = moments
      const died = await diesWithin(world, 5 * minute)
      world.life.moments = moments
      const diedAgain = await diesWithin(world, 5 * minute)
      world.saved.clear()
      if (moments % 2 === 0) {
        world.volume?.kept.clear()
        world.records.clear()
      }
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 20 * minute)
      unharmed = died || diedAgain ? 0 : unharmed + 1
      expect(shownIds(world).sort(), `after ${moments} effects`).toEqual(upTo(story.count).sort())
    }
  })

  it('come once if version 0.2 posted some of them, was killed at any moment, and its store was wiped or not', async () => {
    for (let moments = 0; moments < 60; moments += 3 * step) {
      const world = createWorld(story)
      world.knowsSharing = false
      await begin(world, story)
      world.life.moments = moments
      await diesWithin(world, 5 * minute)
      const twice = countsOf(shownIds(world))
      if (moments % 2 === 0) {
        world.saved.clear()
        world.records.clear()
      }
      world.knowsSharing = true
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 20 * minute)
      const counts = countsOf(shownIds(world))
      expect([...counts.keys()].sort()).toEqual(upTo(story.count).sort())
      for (const [id, count] of counts)
        expect(count, `${id} after ${moments} effects`).toBe(twice.get(id) ?? 1)
    }
  })
})

const countsOf = (ids: string[]) =>
  ids.reduce((counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1), new Map<string, number>())

type Event = { add: number } | { die: number } | { lose: number } | { wipe: true } | { pass: number }

async function happen(world: StoryWorld, one: Event, next: () => number): Promise<void> {
  if ('add' in one) for (let left = one.add; left > 0; left--) world.add(next())
  if ('die' in one) world.life.moments = one.die
  if ('lose' in one) world.channel.faults = [{ kind: 'answer lost', readableAfter: one.lose }]
  if ('wipe' in one && !hasUnreadable(world)) {
    world.saved.clear()
    world.records.clear()
  }
  await surviveFor(world, 'pass' in one ? one.pass * minute : minute)
}

describe('after any sequence of new mentions, kills, lost answers and wiped stores', () => {
  it('each mention is once in a channel that three subscriptions share', async () => {
    const event: fc.Arbitrary<Event> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ add: fc.integer({ min: 1, max: 12 }) }) },
      fc.record({ die: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ lose: fc.integer({ min: 0, max: 15_000 }) }),
      fc.record({ wipe: fc.constant(true as const) }),
      fc.record({ pass: fc.integer({ min: 1, max: 30 }) }),
    )
    const run = fc.record({
      events: fc.array(event, { minLength: 3, maxLength: 12 }),
      burst: fc.constantFrom(1, 3, 100),
      spikes: fc.boolean(),
      // All mentions have one title, so they are places of one story.
      dedupe: fc.constantFrom(
        {},
        { dedupe: 'coverage' as const },
        { dedupe: 'coverage' as const, all: true },
      ),
    })
    await fc.assert(
      fc.asyncProperty(run, async ({ events, burst, spikes, dedupe: { all, ...dedupe } }) => {
        const subscriptions = [
          subscriptionOf({ schedule: '*/7 * * * *', quiet: hours('12:20', '12:40'), ...dedupe }),
          other({ burst, notify: people('U2'), ...(all && dedupe) }),
          subscriptionOf({ ...dedupe, name: 'third', spike: 'off', schedule: '*/5 * * * *', burst: 2 }),
        ]
        const world = createWorld({ subscriptions, count: 0, ...(spikes ? { perDay: 24 } : {}) })
        await live(world, 9 * minute)
        let last = 0
        for (const one of events) await happen(world, one, () => ++last)
        world.life.moments = Number.POSITIVE_INFINITY
        await surviveFor(world, 60 * minute)
        expect(shownIds(world).sort()).toEqual(upTo(last).sort())
      }),
      { numRuns: runs(60), endOnFailure: false },
    )
  })
})

/** A wiped store cannot know of a post that history does not show yet. */
const hasUnreadable = ({ channel, now }: StoryWorld) =>
  channel.messages().some(({ readableAt }) => readableAt > now())
