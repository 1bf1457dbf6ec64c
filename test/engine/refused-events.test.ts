import { describe, expect, it } from 'vitest'
import type { Fact } from '../../src/engine/ports.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import { newRunState } from '../../src/engine/subscription-run.ts'
import { mentionsOf } from '../../src/model/card.ts'
import { alert, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** Polls every ten seconds. The features refuse to hear of the posts whose numbers are in `refused`, from 0. */
async function pollWith(world: StoryWorld, refused: (number: number) => boolean, polls: number) {
  const deps = world.deps()
  const announced: string[] = []
  let count = 0
  const told = async (fact: Fact) => {
    if (fact.kind !== 'posted') return
    if (refused(count++)) throw new Error('the store is away')
    announced.push(...mentionsOf(fact.message.card.shows).map(({ id }) => id))
  }
  const subscription = world.subscriptions[0] ?? subscriptionOf()
  let state = newRunState
  const errors: unknown[] = []
  for (let poll = 0; poll < polls; poll++) {
    const decide = decideFor(subscription, { mutes: () => [], isOwn: world.isOwn })
    const [result] = await pollAlert({ ...deps, told }, alert, [{ subscription, decide, state }])
    state = result?.state ?? state
    if (result?.error !== undefined) errors.push(result.error)
    world.clock.at += 10_000
  }
  return { announced, errors }
}

const ids = Array.from({ length: 30 }, (_, index) => String(index + 1))

async function createWorld(burst: number) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst })] })
  await world.start()()
  world.clock.at += 2 * minute
  for (const id of ids) world.add(id)
  return world
}

describe.each([
  ['cards', 5],
  ['a burst and its thread', 1],
])('while the queues of the webhooks refuse events, posts of %s', (_what, burst) => {
  it.each<[string, (number: number) => boolean]>([
    ['the first announcement is refused', (number) => number === 0],
    ['the second announcement is refused', (number) => number === 1],
    ['each announcement is refused once', (number) => number % 2 === 0],
    ['all announcements are refused for a minute', (number) => number < 6],
  ])('are neither lost nor repeated, and each is announced, if %s', async (_which, refused) => {
    const world = await createWorld(burst)
    const { announced, errors } = await pollWith(world, refused, 120)
    expect(errors.length).toBeGreaterThan(0)
    expect(world.channel.ids()).toEqual(ids)
    expect(new Set(announced)).toEqual(new Set(ids))
    expect(world.checkpoint().pending).toBeUndefined()
  })

  it('are announced by the next process if this one ends before the queues accept them', async () => {
    const world = await createWorld(burst)
    const before = await pollWith(world, () => true, 3)
    expect(before.announced).toEqual([])
    expect(world.checkpoint().pending).toBeDefined()
    world.clock.at += minute
    const { announced } = await pollWith(world, () => false, 60)
    expect(world.channel.ids()).toEqual(ids)
    expect(new Set(announced)).toEqual(new Set(ids))
  })
})
