import { expect, it } from 'vitest'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import type { DueSubscription } from '../../src/engine/run/prepare-run.ts'
import { FencedError } from '../../src/model/fenced-error.ts'
import { live } from '../tools/live.ts'
import { alert, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** A process that was frozen in a poll, and wakes up when another one may have taken it over. */

/** A process that calls `after` after each write of a pending post. `after` may report that the poll is lost. */
function freezing(world: StoryWorld, after: () => 'kept' | 'fenced') {
  const deps = world.deps()
  const subscription = subscriptionOf()
  const state: DueSubscription['state'] = { verified: false, behind: false }
  const checkpoints: typeof deps.checkpoints = {
    ...deps.checkpoints,
    save: async (key, checkpoint) => {
      const kept = await deps.checkpoints.save(key, checkpoint)
      return checkpoint.pending === undefined ? kept : after()
    },
  }
  return () =>
    pollAlert({ ...deps, checkpoints }, alert, [{ subscription, decide: decideFor(subscription), state }])
}

async function lookedAround(): Promise<StoryWorld> {
  const world = createStoryWorld()
  await live(world, 3 * minute)
  world.add(1)
  return world
}

it('a process that is frozen for 6 s before a post does not post, and leaves the post unconfirmed', async () => {
  const world = await lookedAround()
  const run = freezing(world, () => {
    world.clock.at += 6000
    return 'kept'
  })
  const [part] = await run()
  expect(part).toMatchObject({ deferred: 'unconfirmed' })
  expect(world.channel.messages()).toHaveLength(1)
  await live(world, 3 * minute)
  expect(world.channel.messages()).toHaveLength(2)
})

it('a process that is frozen for only 3 s before a post makes this post afterwards', async () => {
  const world = await lookedAround()
  const run = freezing(world, () => {
    world.clock.at += 3000
    return 'kept'
  })
  await run()
  expect(world.channel.messages()).toHaveLength(2)
})

it('a process that lost its alert to another process posts nothing, and reports the loss', async () => {
  const world = await lookedAround()
  const [part] = await freezing(world, () => 'fenced')()
  expect(part?.error).toBeInstanceOf(FencedError)
  expect(world.channel.messages()).toHaveLength(1)
})
