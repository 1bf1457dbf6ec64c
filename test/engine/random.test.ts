import type { PostFailure } from '@overheard/post-once/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FakeChannel, PostFault } from '../tools/fake-channel.ts'
import { surviveFor } from '../tools/live.ts'
import { runs } from '../tools/runs.ts'
import { cardsOf, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const refused = (extent: 'channel' | 'workspace', reason: string): PostFault => ({
  kind: 'outcome',
  outcome: { kind: 'rejected', extent, reason },
})

const fault = fc.oneof(
  fc.constant<PostFault>({ kind: 'never stored' }),
  fc.record({
    kind: fc.constant('answer lost' as const),
    readableAfter: fc.integer({ min: 0, max: 15_000 }),
  }),
  fc.record({ kind: fc.constant('stored late' as const), after: fc.integer({ min: 0, max: 15_000 }) }),
  fc.constant(refused('channel', 'is_archived')),
  fc.constant(refused('workspace', 'token_revoked')),
  fc.integer({ min: 0, max: 90_000 }).map(
    (afterMs): PostFault => ({
      kind: 'outcome',
      outcome: { kind: 'deferred', extent: 'channel', afterMs, reason: 'ratelimited' },
    }),
  ),
)

/** The next event in the world. */
type Event =
  | { do: 'arrive'; count: number; lateBy: number }
  | { do: 'post goes wrong'; fault: PostFault }
  | { do: 'die'; after: number }
  | { do: 'store fails'; writes: number }
  | { do: 'facts fail'; writes: number }
  | { do: 'service fails'; requests: number }
  | { do: 'outage'; ms: number }
  | { do: 'clock of the service is set'; ahead: number }
  | { do: 'unknown code'; ms: number }
  | { do: 'threads refuse'; ms: number }

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('arrive' as const),
      count: fc.integer({ min: 1, max: 40 }),
      lateBy: fc.integer({ min: 0, max: 14 * minute }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('post goes wrong' as const), fault }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.integer({ min: 0, max: 30 }) }),
  },
  fc.record({ do: fc.constant('store fails' as const), writes: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('facts fail' as const), writes: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('service fails' as const), requests: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('outage' as const), ms: fc.integer({ min: 0, max: 5 * 60 * minute }) }),
  fc.record({
    do: fc.constant('clock of the service is set' as const),
    ahead: fc.integer({ min: -5 * 60 * minute, max: 5 * 60 * minute }),
  }),
  fc.record({ do: fc.constant('unknown code' as const), ms: fc.integer({ min: 0, max: 20 * minute }) }),
  fc.record({ do: fc.constant('threads refuse' as const), ms: fc.integer({ min: 0, max: 20 * minute }) }),
)

/** Lets an event happen; ids leave gaps, and one of every arrival becomes visible late. */
function happen(world: StoryWorld, one: Event, next: { id: number }): void {
  if (one.do === 'arrive') {
    const late = next.id + Math.floor(one.count / 2)
    for (let id = next.id; id < next.id + one.count; id++)
      world.add(id, {}, world.now() + (id === late ? one.lateBy : 0))
    next.id += one.count
  }
  if (one.do === 'post goes wrong') world.channel.faults.push(one.fault)
  if (one.do === 'die') world.life.moments = one.after
  if (one.do === 'outage') world.clock.at += one.ms
  if (one.do === 'clock of the service is set') world.mentions.dateAhead = one.ahead
  if (one.do === 'unknown code') refuseFor(world, one.ms, () => unclear)
  if (one.do === 'threads refuse') refuseFor(world, one.ms, ({ thread }) => (thread ? locked : undefined))
  if (one.do === 'store fails') {
    const error = counting(one.writes)
    world.faults.store = () => error()
  }
  if (one.do === 'facts fail') world.faults.facts = counting(one.writes)
  if (one.do === 'service fails') {
    const error = counting(one.requests)
    Object.defineProperty(world.faults, 'service', { configurable: true, get: error })
  }
}

const unclear: PostFailure = { kind: 'rejected', extent: 'unclear', reason: 'something_new' }

const locked: PostFailure = { kind: 'rejected', extent: 'thread', reason: 'restricted_action_thread_locked' }

/** Slack refuses posts for `ms`. Earlier refusals end. */
function refuseFor(world: StoryWorld, ms: number, refusal: FakeChannel['refuses']): void {
  const end = world.now() + ms
  world.channel.refuses = (posting) => (world.now() < end ? refusal(posting) : undefined)
}

/** An error as many times as it is asked for, then none. */
function counting(times: number): () => Error | undefined {
  let left = times
  return () => (left-- > 0 ? new Error('for a while') : undefined)
}

/** The mentions that have joined a card and have no message with a receipt. */
const joinedOnCards = (world: StoryWorld): string[] =>
  cardsOf(world).flatMap(({ ts, duplicates }) =>
    duplicates.filter(({ shownIn = ts }) => shownIn === ts).map(({ id }) => id),
  )

function repeatedAddresses({ channel }: StoryWorld, place: string, ids: string[]): string[] {
  const messages = channel.messages().filter((message) => message.channel === place)
  const shown = JSON.stringify(messages.map(({ content }) => content.blocks))
  return ids.filter((id) => shown.split(`"https://news.example/${id}"`).length > 2)
}

describe('after any sequence of new mentions, failures and crashes', () => {
  it('every mention was posted once for each subscription, or joined a card, with and without spike cards', async () => {
    const burst = fc.constantFrom(1, 3, 5, 100)
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 3, maxLength: 14 }),
        burst,
        fc.constantFrom(3, 7, 300),
        fc.constantFrom(undefined, 24),
        fc.constantFrom('story' as const, 'coverage' as const),
        async (events, most, pageSize, perDay, dedupe) => {
          const subscriptions = [
            subscriptionOf({ burst: most }),
            subscriptionOf({ name: 'other', channel: 'C2' }),
          ]
          const folding = subscriptionOf({ name: 'folding', channel: 'C3', burst: most, dedupe })
          const world = createStoryWorld({
            subscriptions: [...subscriptions, folding],
            pageSize,
            ...(perDay === undefined ? {} : { perDay }),
          })
          await surviveFor(world, 3 * minute)
          const next = { id: 1 }
          for (const one of events) {
            happen(world, one, next)
            await surviveFor(world, minute)
          }
          world.life.moments = Number.POSITIVE_INFINITY
          await surviveFor(world, 40 * minute)
          const expected = Array.from({ length: next.id - 1 }, (_, index) => String(index + 1)).sort()
          for (const { name } of subscriptions) expect(world.channel.ids(name).sort()).toEqual(expected)
          expect([...world.channel.ids('folding'), ...joinedOnCards(world)].sort()).toEqual(expected)
          if (dedupe === 'coverage') expect(repeatedAddresses(world, 'C3', expected)).toEqual([])
        },
      ),
      { numRuns: runs(40), endOnFailure: false },
    )
  })
})
