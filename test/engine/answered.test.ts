import { describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

/** A channel whose history cannot be read, and a process that has finished its initial sync there. */
async function blindWorld(changes = {}) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf(changes)] })
  const run = world.start()
  await live(world, 3 * minute, run)
  world.channel.blind = { kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' }
  return { world, run }
}

/** After the next answer of Slack no checkpoint can be written. The returned function makes room again. */
function diskFillsUp({ channel, faults }: StoryWorld): () => void {
  const post = channel.post
  channel.post = async (posting, pass) => {
    const outcome = await post(posting, pass)
    faults.store = () => new Error('ENOSPC')
    return outcome
  }
  return () => {
    channel.post = post
    delete faults.store
  }
}

const forms = [
  ['cards', {}, 3],
  ['a burst', {}, 30],
  ['cards that later mentions can join', { dedupe: 'story' as const }, 3],
] as const

describe.each(forms)(
  'while no history can be read and no checkpoint can be saved, with %s,',
  (_what, changes, count) => {
    it('nothing is posted twice while the process lives, and posting continues when the store works again', async () => {
      const { world, run } = await blindWorld(changes)
      const makeRoom = diskFillsUp(world)
      for (const id of upTo(count)) world.add(id, { title: `Number ${id}` })
      await live(world, 10 * minute, run)
      expect(world.channel.messages()).toHaveLength(2)

      makeRoom()
      await live(world, 10 * minute, run)
      expect(world.channel.ids().toSorted()).toEqual(upTo(count).toSorted())
      const done = world.decisions.filter(({ outcome }) => outcome !== 'waiting')
      expect(done.map(({ id }) => id).toSorted()).toEqual(upTo(count).toSorted())
    })
  },
)

it('if the checkpoint cannot be saved after a post, the poll counts as failed and is retried in ten seconds', async () => {
  const { world, run } = await blindWorld()
  const makeRoom = diskFillsUp(world)
  world.add(1)
  for (let polls = 0; polls < 2; polls++) {
    const [part] = await run()
    expect(part).toMatchObject({ error: new Error('ENOSPC'), retryAt: world.now() + 10_000 })
  }
  makeRoom()
  expect(await run()).toEqual([{ subscription: 'acme' }])
  expect(world.checkpoint()).not.toHaveProperty('pending')
})

it('if another process has saved the checkpoint after a post, a later failure is not retried early because of that post', async () => {
  const { world, run } = await blindWorld()
  world.channel.blind = undefined
  const makeRoom = diskFillsUp(world)
  world.add(1)
  expect(await run()).toMatchObject([{ retryAt: world.now() + 10_000 }])
  makeRoom()
  await live(world, minute)
  expect(world.checkpoint()).not.toHaveProperty('pending')
  await run()
  world.faults.service = new Error('HTTP 503')
  expect(await run()).toEqual([{ subscription: 'acme', error: world.faults.service }])
  expect(world.channel.ids()).toEqual(['1'])
})

it('an unconfirmed post is repeated after a restart if the history cannot be read: better twice than never', async () => {
  const { world, run } = await blindWorld()
  const makeRoom = diskFillsUp(world)
  world.add(1)
  await live(world, 5 * minute, run)
  makeRoom()
  await live(world, 5 * minute)
  expect(world.channel.ids()).toEqual(['1', '1'])
})

it('a post that a blind search could not find is searched again if Slack does not take its repetition, and is not repeated then', async () => {
  const { world, run } = await blindWorld()
  world.channel.faults = [
    { kind: 'answer lost' },
    {
      kind: 'outcome',
      outcome: { kind: 'deferred', extent: 'channel', afterMs: minute, reason: 'ratelimited' },
    },
  ]
  world.add(1)
  while (world.channel.faults.length > 0) await live(world, 10_000, run)
  world.channel.blind = undefined
  await live(world, 10 * minute, run)
  expect(world.channel.ids()).toEqual(['1'])
})
