import { describe, expect, it } from 'vitest'
import type { OriginalCards, PollDeps } from '../../src/engine/ports.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import { live } from '../tools/live.ts'
import { alert, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** The writes, posts and waits of one process, in order. A pending post that is stored together with a commit is one step. */
async function stepsOf(world: StoryWorld): Promise<string[]> {
  const steps: string[] = []
  const deps = world.deps()
  let done = world.checkpoint().done.flatMap(({ ids }) => ids).length
  const [subscription = subscriptionOf()] = world.subscriptions
  const due = { subscription, decide: decideFor(subscription), state: { verified: true, behind: false } }
  const observed: typeof deps = {
    ...deps,
    checkpoints: {
      ...deps.checkpoints,
      async save(key, checkpoint) {
        const { length } = checkpoint.done.flatMap(({ ids }) => ids)
        const commits = length > done ? ['commit'] : []
        done = length
        const pendings = checkpoint.pending === undefined ? [] : [`pending ${checkpoint.pending.ids}`]
        steps.push([...commits, ...pendings].join(' and '))
        return deps.checkpoints.save(key, checkpoint)
      },
    },
    async post(posting) {
      steps.push('post')
      return deps.post(posting)
    },
    async sleep(ms) {
      steps.push('wait')
      return deps.sleep(ms)
    },
  }
  await pollAlert(observed, alert, [due])
  return steps
}

it('the checkpoint after a post is stored together with the next pending post, but before any wait between posts', async () => {
  const world = createStoryWorld()
  await live(world, 3 * minute)
  for (const id of [1, 2, 3, 4, 5]) world.add(id)
  expect(await stepsOf(world)).toEqual([
    'pending 1',
    'post',
    'commit and pending 2',
    'post',
    'commit and pending 3',
    'post',
    'commit',
    'wait',
    'pending 4',
    'post',
    'commit',
    'wait',
    'pending 5',
    'post',
    'commit',
  ])
})

describe('a post to a channel that cannot be read', () => {
  const enospc = async () => {
    throw new Error('ENOSPC')
  }
  const failures: [
    string,
    (deps: PollDeps & { cards: { originals: OriginalCards } }) => PollDeps,
    string[],
  ][] = [
    [
      'the rate limiter of the channel then fails',
      (deps) => ({
        ...deps,
        channelRate: { ...deps.channelRate, take: failingAfterFirst(deps.channelRate.take) },
      }),
      ['1', '2'],
    ],
    [
      'the record of its card cannot be stored',
      (deps) => ({
        ...deps,
        cards: { ...deps.cards, originals: { ...deps.cards.originals, keep: enospc } },
      }),
      ['1', '2', '3'],
    ],
  ]
  it.each(failures)('is committed and not repeated, even if %s', async (_what, failing, posted) => {
    const subscription = subscriptionOf({ dedupe: 'story' })
    const world = createStoryWorld({ subscriptions: [subscription] })
    await live(world, 3 * minute)
    for (const id of [1, 2, 3]) world.add(id, { title: `Number ${id}` })
    world.channel.blind = { kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' }
    for (let polls = 0; polls < 2; polls++) {
      const state = { verified: true, behind: false }
      await pollAlert(failing(world.deps()), alert, [
        { subscription, decide: decideFor(subscription), state },
      ])
      world.clock.at += minute
    }
    expect(world.channel.ids()).toEqual(posted)
    expect(world.checkpoint().pending).toBeUndefined()
  })
})

/** A store that breaks after it was asked once. */
function failingAfterFirst<Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) {
  let asked = 0
  return async (...args: Args) => {
    if (asked++ > 0) throw new Error('the store cannot be reached')
    return ask(...args)
  }
}

it('features hear of a post before its card is stored, so that no press can be told to them earlier', async () => {
  const world = createStoryWorld()
  await live(world, 3 * minute)
  world.add(1)
  const steps: string[] = []
  const deps = world.deps()
  const subscription = subscriptionOf()
  const observed: typeof deps = {
    ...deps,
    async told(fact) {
      await deps.told(fact)
      steps.push('told')
    },
    cards: {
      ...deps.cards,
      originals: {
        ...deps.cards.originals,
        async keep(card) {
          steps.push('stored')
          return deps.cards.originals.keep(card)
        },
      },
    },
  }
  const due = { subscription, decide: decideFor(subscription), state: { verified: true, behind: false } }
  await pollAlert(observed, alert, [due])
  expect(steps).toEqual(['told', 'stored'])
})
