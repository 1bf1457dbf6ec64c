import type { PostFailure } from '@overheard/post-once/errors'
import { describe, expect, it } from 'vitest'
import type { PostFault } from '../tools/fake-channel.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** What follows from a post that is found in its channel is the same as after an answer; killed.test.ts compares the rest. */

const refused: PostFailure = { kind: 'rejected', extent: 'channel', reason: 'restricted_action' }

async function afterInitialSync(options: Parameters<typeof createStoryWorld>[0] = {}) {
  const world = createStoryWorld(options)
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

/** Calls `before` with the number of each later post, from 1. */
function watchPosts({ channel }: StoryWorld, before: (post: number) => void) {
  const { post } = channel
  let count = 0
  channel.post = (posting, pass) => {
    before(++count)
    return post(posting, pass)
  }
}

describe('a post without an answer that is found in its channel', () => {
  it('ends the problem of the channel, because Slack took it after the refusal', async () => {
    const { world, run } = await afterInitialSync()
    world.channel.refuses = () => refused
    world.add(1)
    await live(world, 3 * minute, run)
    expect(world.told).toEqual(['raised channel C1'])
    world.channel.refuses = () => undefined
    world.channel.faults = [{ kind: 'answer lost' }]
    await live(world, 4 * minute, run)
    expect([world.channel.ids(), world.told]).toEqual([['1'], ['raised channel C1', 'cleared channel C1']])
  })

  it('does not end a problem of the channel that is younger than the post', async () => {
    const subscriptions = [subscriptionOf(), subscriptionOf({ name: 'other' })]
    const { world } = await afterInitialSync({ subscriptions })
    world.add(1)
    watchPosts(world, (post) => {
      if (post === 1) world.life.moments = 0
    })
    await expect(world.start()(['acme'])).resolves.toMatchObject([{ error: expect.any(Killed) }])
    world.life.moments = Number.POSITIVE_INFINITY
    world.clock.at += minute
    world.channel.refuses = () => refused
    world.add(2)
    const next = world.start()
    await next(['other'])
    await next(['acme'])
    const posted = world.decisions.filter(({ outcome }) => outcome === 'posted')
    expect(posted.at(-1)).toMatchObject({ subscription: 'acme', id: '1' })
    expect(world.told).toEqual(['raised channel C1'])
  })

  it('shows that threads work again, if it is a reply', async () => {
    const { world, run } = await afterInitialSync()
    for (let id = 1; id <= 13; id++) world.add(id)
    const locked: PostFailure = { kind: 'rejected', extent: 'thread', reason: 'thread_locked' }
    const faults = new Map<number, PostFault>([
      [2, { kind: 'outcome', outcome: locked }],
      [4, { kind: 'answer lost' }],
    ])
    watchPosts(world, (post) => {
      world.channel.faults = [faults.get(post) ?? []].flat()
    })
    await live(world, 2 * minute, run)
    expect(world.states.get('acme')?.refusedThreads).toBe(1)
    await live(world, 2 * minute, run)
    expect(world.channel.messages().at(-1)?.thread).toBeDefined()
    expect(world.states.get('acme')?.refusedThreads).toBeUndefined()
  })

  it('is not looked for again after a later message is refused', async () => {
    const { world, run } = await afterInitialSync()
    world.add(1)
    world.channel.faults = [{ kind: 'never stored' }]
    world.channel.blind = { kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' }
    await run()
    world.clock.at += 40_000
    world.add(2)
    watchPosts(world, (post) => {
      world.channel.blind = undefined
      world.channel.faults = post === 1 ? [{ kind: 'answer lost' }] : [{ kind: 'outcome', outcome: refused }]
    })
    await run()
    expect(world.channel.ids()).toEqual(['1'])
    expect(world.checkpoint().pending).toBeUndefined()
  })

  it('is remembered once, although its commit is repeated after a failure of the store', async () => {
    const subscriptions = [subscriptionOf({ burst: 2 })]
    const { world, run } = await afterInitialSync({ subscriptions, perDay: 5000 })
    for (let id = 1; id <= 3; id++) world.add(id)
    watchPosts(world, () => {
      world.faults.store = () => new Error('ENOSPC')
    })
    const [failed] = await run()
    expect(failed?.error).toMatchObject({ message: 'ENOSPC' })
    delete world.faults.store
    world.clock.at += 10_000
    await run()
    expect(world.channel.ids()).toEqual(['1', '2', '3'])
    const { recentPosts, recentBursts } = world.states.get('acme') ?? {}
    expect(recentPosts?.map(({ mention }) => mention.id)).toEqual(['1', '2', '3'])
    expect(recentBursts).toHaveLength(1)
  })

  it('is remembered with the time at which it was sent', async () => {
    const { world } = await afterInitialSync({ perDay: 5000 })
    world.add(1)
    watchPosts(world, () => {
      world.life.moments = 0
    })
    const sentAt = world.now()
    await expect(live(world, minute)).rejects.toThrow(Killed)
    world.life.moments = Number.POSITIVE_INFINITY
    world.clock.at += 30 * minute
    await live(world, minute)
    expect(world.states.get('acme')?.recentPosts?.map(({ at }) => at)).toEqual([sentAt])
  })

  it('is drawn before replies follow, if it is the card of a spike whose process died', async () => {
    const { world } = await afterInitialSync({ perDay: 24 })
    for (let id = 1; id <= 30; id++) world.add(id)
    const drawn: (number | undefined)[] = []
    watchPosts(world, (post) => {
      if (post === 1) world.life.moments = 1
      drawn.push(world.volume?.drawn.size)
    })
    await expect(live(world, minute)).rejects.toThrow(Killed)
    world.life.moments = Number.POSITIVE_INFINITY
    await live(world, 5 * minute)
    expect(world.channel.ids()).toHaveLength(30)
    expect(drawn.slice(0, 2)).toEqual([0, 1])
  })
})
