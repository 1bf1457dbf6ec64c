import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PollDeps } from '../../src/engine/ports.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import type { DueSubscription } from '../../src/engine/run/prepare-run.ts'
import { keepStates } from '../../src/engine/run/result.ts'
import { newRunState } from '../../src/engine/subscription-run.ts'
import { alert, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** Polls a world, and counts what the polls ask for. Without `rests`, each poll does everything. */
function pollsOf(world: StoryWorld, rests = true) {
  const asked = { pages: 0, checkpoints: 0 }
  const { checkpoints, ...others } = world.deps()
  const deps: PollDeps = {
    ...others,
    checkpoints: {
      ...checkpoints,
      load(key) {
        asked.checkpoints += 1
        return checkpoints.load(key)
      },
    },
  }
  world.faults.request = () => {
    asked.pages += 1
    return undefined
  }
  const [subscription = subscriptionOf()] = world.subscriptions
  const due: DueSubscription = { subscription, decide: decideFor(subscription), state: newRunState }
  async function poll() {
    Object.assign(asked, { pages: 0, checkpoints: 0 })
    const results = await pollAlert(deps, alert, [due])
    keepStates([due], results)
    if (!rests) due.state = { ...due.state, rest: undefined }
    return results
  }
  return { poll, asked }
}

async function restingWorld() {
  const world = createStoryWorld()
  world.add(1)
  const { poll, asked } = pollsOf(world)
  await poll()
  await poll()
  return { world, poll, asked }
}

const posted = ({ channel }: StoryWorld) => channel.messages().flatMap(({ receipt }) => receipt?.ids ?? [])

describe('a subscription that has nothing open', () => {
  it('is polled with one request, and its checkpoint is not read', async () => {
    const { world, poll, asked } = await restingWorld()
    world.clock.at += 1000
    expect(await poll()).toMatchObject([{ subscription: 'acme', state: { readAt: world.now() } }])
    expect(asked).toEqual({ pages: 1, checkpoints: 0 })
  })

  it('gets a new mention without a second request', async () => {
    const { world, poll, asked } = await restingWorld()
    world.add(2)
    await poll()
    expect([posted(world), asked.pages]).toEqual([['2'], 1])
  })

  it('is looked at as a whole in the next minute', async () => {
    const { world, poll } = await restingWorld()
    world.mayPost = false
    const [now] = await poll()
    world.clock.at += minute
    const [later] = await poll()
    expect([now?.deferred, later?.deferred]).toEqual([undefined, 'private-elsewhere'])
  })

  it('starts over at once if a person asks for it', async () => {
    const { world, poll } = await restingWorld()
    world.startOver = 'start-again 1'
    await poll()
    expect(world.startOver).toBeUndefined()
  })

  it('fails like any other poll if the service fails', async () => {
    const { world, poll } = await restingWorld()
    const error = new Error('down')
    world.faults.service = error
    expect(await poll()).toMatchObject([{ error }])
  })

  it.each([
    [
      'the limit of the plan',
      (world: StoryWorld) =>
        world.mentions.limits.push({ name: 'monthly_mentions', reached: true, renewsAt: 1 }),
    ],
    ['a gap in its ids', (world: StoryWorld) => world.mentions.idGaps.push({ first: '1', last: '5' })],
  ])('is looked at as a whole if the service tells %s', async (_, tell) => {
    const { world, poll, asked } = await restingWorld()
    tell(world)
    await poll()
    expect(asked.checkpoints).toBeGreaterThan(0)
  })
})

const step = fc.record({
  afterMs: fc.integer({ min: 0, max: 30_000 }),
  ids: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  visibleAfterMs: fc.integer({ min: 0, max: 60_000 }),
})

it('a subscription that rests gets the same posts and the same checkpoint as one that never rests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const ends = await Promise.all(
        [true, false].map(async (rests) => {
          const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst: 2 })] })
          const { poll } = pollsOf(world, rests)
          await poll()
          const known = new Set<number>()
          for (const { afterMs, ids, visibleAfterMs } of steps) {
            world.clock.at += afterMs
            for (const id of ids.filter((one) => !known.has(one))) {
              known.add(id)
              world.add(id, {}, world.now() + visibleAfterMs)
            }
            await poll()
          }
          for (let passed = 0; passed < 20; passed++) {
            world.clock.at += minute
            await poll()
          }
          const { watermark, done, pending } = world.checkpoint()
          return { posted: posted(world), watermark, ids: done.flatMap((batch) => batch.ids), pending }
        }),
      )
      expect(ends[0]).toEqual(ends[1])
    }),
    { numRuns: 40 },
  )
})
