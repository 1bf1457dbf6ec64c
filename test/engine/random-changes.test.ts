import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Subscription } from '../../src/model/subscription.ts'
import type { PostFault } from '../tools/fake-channel.ts'
import { surviveFor } from '../tools/live.ts'
import { runs } from '../tools/runs.ts'
import { cardsOf, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** Four subscriptions of one alert, three of them in one channel, to which everything happens at once that people and machines do between posts. */

const hour = 60 * minute
const day = 24 * hour
const least = 500
const quiet = { from: '22:00', to: '07:00', timezone: 'UTC' }

const fault = fc.oneof(
  fc.constant<PostFault>({ kind: 'never stored' }),
  fc.record({
    kind: fc.constant('answer lost' as const),
    readableAfter: fc.integer({ min: 0, max: 24_000 }),
  }),
  fc.record({ kind: fc.constant('stored late' as const), after: fc.integer({ min: 0, max: 24_000 }) }),
)
const edit: fc.Arbitrary<Partial<Subscription>> = fc.oneof(
  fc.record({ burst: fc.constantFrom(1, 3, 100) }),
  fc.record({ backfill: fc.constantFrom(0, 5) }),
  fc.record({ dedupe: fc.constantFrom('url' as const, 'story' as const, 'coverage' as const) }),
  fc.record({ spike: fc.constantFrom('off' as const, 'alert' as const, 'calm' as const) }),
  fc.record({ channel: fc.constantFrom('C1', 'C3', 'C9') }),
)

/** The next event. `story`: the number of stories among the mentions. Forgetting affects the store, not the channel. */
type Event =
  | { do: 'arrive'; count: number; stories: number; reach: number }
  | { do: 'post goes wrong'; fault: PostFault }
  | { do: 'die'; after: number }
  | { do: 'clock jumps'; ms: number }
  | { do: 'wait'; ms: number }
  | { do: 'edit'; which: number; changes: Partial<Subscription> }
  | { do: 'pause'; which: number; ms: number }
  | { do: 'Slack away'; ms: number }
  | { do: 'disk full'; ms: number }
  | { do: 'copy' }
  | { do: 'old copy' }
  | { do: 'wiped'; what: 'checkpoints' | 'everything' }

const which = fc.integer({ min: 0, max: 3 })
const arrive = fc.record({
  do: fc.constant('arrive' as const),
  count: fc.integer({ min: 1, max: 40 }),
  stories: fc.integer({ min: 1, max: 40 }),
  reach: fc.constantFrom(10, 900, 40_000),
})
const jumps = [-3 * hour, -20 * minute, -5 * minute, 5 * minute, 20 * minute, 3 * hour]
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: arrive },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('post goes wrong' as const), fault }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.integer({ min: 0, max: 40 }) }),
  },
  fc.record({ do: fc.constant('clock jumps' as const), ms: fc.constantFrom(...jumps) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3 * hour }) }),
  fc.record({ do: fc.constant('edit' as const), which, changes: edit }),
  fc.record({ do: fc.constant('pause' as const), which, ms: fc.integer({ min: 0, max: 2 * hour }) }),
  fc.record({ do: fc.constant('Slack away' as const), ms: fc.integer({ min: 0, max: 20 * minute }) }),
  fc.record({ do: fc.constant('disk full' as const), ms: fc.integer({ min: 0, max: 5 * minute }) }),
  fc.constant<Event>({ do: 'copy' }),
  fc.constant<Event>({ do: 'old copy' }),
  fc.record({
    do: fc.constant('wiped' as const),
    what: fc.constantFrom('checkpoints' as const, 'everything' as const),
  }),
)

const words = ['harbour', 'lantern', 'orchard', 'granite', 'velvet', 'meadow', 'compass', 'thunder']
const titleOf = (story: number) =>
  Array.from({ length: 6 }, (_, word) => `${words[(story + word * 3) % 8]}${story}x${word}`).join(' ')

/** The past: the reach of each mention, and the copy of the store. */
type Past = { reaches: Map<string, number>; copy: Map<string, string> }

/** Lets an event happen; as long as there are kinds of them. */
async function happen(world: StoryWorld, one: Event, { reaches, copy }: Past): Promise<void> {
  const { clock, channel, faults, life, saved, subscriptions } = world
  switch (one.do) {
    case 'arrive':
      for (let n = 0; n < one.count; n++) {
        const id = reaches.size + 1
        const date = clock.at + clock.serviceAhead
        const title = titleOf(id % one.stories)
        world.add(id, { title, reach: one.reach, url: `https://p${id}.example/x`, date })
        reaches.set(String(id), one.reach)
      }
      return
    case 'post goes wrong':
      return void channel.faults.push(one.fault)
    case 'die':
      life.moments = one.after
      return
    case 'clock jumps':
      clock.at += one.ms
      clock.slackAhead -= one.ms
      clock.serviceAhead -= one.ms
      return
    case 'wait':
      clock.at += one.ms
      return
    case 'edit': {
      const before = subscriptions[one.which]
      if (before !== undefined) subscriptions[one.which] = { ...before, ...one.changes }
      return
    }
    case 'pause': {
      const paused = subscriptions.splice(one.which, 1)
      await surviveFor(world, one.ms)
      return void subscriptions.splice(one.which, 0, ...paused)
    }
    case 'Slack away':
      channel.blind = { kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }
      await surviveFor(world, one.ms)
      channel.blind = undefined
      return
    case 'disk full': {
      const end = clock.at + one.ms
      faults.store = () => (clock.at < end ? new Error('ENOSPC') : undefined)
      return
    }
    case 'copy':
      copy.clear()
      for (const [path, text] of saved) copy.set(path, text)
      return
    case 'old copy':
      for (const [path, text] of copy) saved.set(path, text)
      return
    case 'wiped':
      saved.clear()
      if (one.what === 'checkpoints') return
      world.volume?.kept.clear()
      world.records.clear()
  }
}

async function lifeOf(world: StoryWorld, events: Event[]): Promise<Past> {
  const past: Past = { reaches: new Map(), copy: new Map() }
  await surviveFor(world, 3 * minute)
  for (const one of events) {
    await happen(world, one, past)
    await surviveFor(world, minute)
  }
  world.life.moments = Number.POSITIVE_INFINITY
  await surviveFor(world, 40 * minute)
  // To a noon: nothing is held then.
  world.clock.at = (Math.floor(world.clock.at / day) + 1) * day + 12 * hour
  await surviveFor(world, 40 * minute)
  return past
}

const names = ['acme', 'held', 'folding', 'some']

/** The channels in which a subscription has been. */
function channelsOf(name: string, events: Event[]): Set<string> {
  const moved = events.flatMap((one) =>
    one.do === 'edit' && names[one.which] === name ? (one.changes.channel ?? []) : [],
  )
  return new Set([name === 'folding' ? 'C3' : 'C1', ...moved])
}

/** The posts beyond an old copy could not be stored at first, so the next poll must search again. */
const oldCopyOnFullDisk: [Event[], Partial<Subscription>, undefined] = [
  [
    { do: 'copy' },
    { do: 'arrive', count: 1, stories: 1, reach: 10 },
    { do: 'disk full', ms: 240_001 },
    { do: 'old copy' },
  ],
  { burst: 1 },
  undefined,
]

it('after any mix of failures, crashes, edits and restored stores, every mention was posted once or joined a card, and no spike stays open', async () => {
  const forms = fc.constantFrom({ burst: 1 }, { burst: 5 }, { burst: 100 })
  const run = async (events: Event[], form: Partial<Subscription>, perDay: number | undefined) => {
    const subscriptions = [
      subscriptionOf(form),
      subscriptionOf({ name: 'held', quiet, ...form }),
      subscriptionOf({ name: 'folding', channel: 'C3', dedupe: 'story', quiet, ...form }),
      subscriptionOf({ name: 'some', only: { reach: { from: least } }, dedupe: 'url' }),
    ]
    const world = createStoryWorld({
      subscriptions,
      pageSize: 7,
      ...(perDay === undefined ? {} : { perDay }),
    })
    // This case remains: a channel does not show posts to another channel.
    const moves = events.some((one) => one.do === 'edit' && one.changes.channel !== undefined)
    const forgets = (one: Event) => one.do === 'wiped' || one.do === 'old copy'
    const { reaches } = await lifeOf(world, moves ? events.filter((one) => !forgets(one)) : events)
    // The duplicates of a card are lost with the store.
    const knowsAll = !events.some((one) => one.do === 'wiped')
    const messages = world.channel.messages()
    for (const channel of new Set(messages.map((one) => one.channel))) {
      const ids = messages
        .filter((one) => one.channel === channel)
        .flatMap(({ receipt }) => receipt?.ids ?? [])
      expect(new Set(ids).size, `${channel} twice`).toBe(ids.length)
    }
    for (const { name } of subscriptions) {
      const all = [...reaches].filter(([, reach]) => name !== 'some' || reach >= least).map(([id]) => id)
      const ids = messages
        .filter(({ channel }) => channelsOf(name, events).has(channel))
        .flatMap(({ receipt }) => receipt?.ids ?? [])
      const cards = cardsOf(world).filter(({ subscription }) => subscription === name)
      const known = new Set([...ids, ...cards.flatMap(({ duplicates: also }) => also.map(({ id }) => id))])
      const lost = all.filter((id) => !known.has(id))
      if (knowsAll) expect(lost, `${name} lost`).toEqual([])
      const own = world.channel.messages().filter(({ receipt }) => receipt?.subscription === name)
      expect(own.filter(({ content }) => content.text.startsWith('Spike in '))).toEqual([])
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 3, maxLength: 14 }),
      forms,
      fc.constantFrom(undefined, 24),
      run,
    ),
    { numRuns: runs(40), endOnFailure: false, examples: [oldCopyOnFullDisk] },
  )
})
