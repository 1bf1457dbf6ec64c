import type { PostFailure } from '@overheard/post-once/errors'
import type { RefusalScope } from '@overheard/post-once/message'
import { describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const rejected = (extent: RefusalScope, reason: string): PostFailure => ({ kind: 'rejected', extent, reason })

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

async function lookedAround(
  names = ['acme', 'other'],
  { first = 'C1', ...options }: { first?: string; pageSize?: number } = {},
) {
  const subscriptions = names.map((name, index) =>
    subscriptionOf({ name, channel: index === 0 ? first : `C${index + 1}`, burst: 1000 }),
  )
  const world = createStoryWorld({ subscriptions, ...options })
  const run = world.start()
  await live(world, 3 * minute, run)
  const add = (ids: string[]) => {
    for (const id of ids) world.add(id)
  }
  return { world, run, add }
}

/** Refuses posts to the first channel. */
function refuseFirst(world: StoryWorld, outcome: PostFailure | undefined) {
  world.channel.refuses = ({ channel }) => (channel === 'C1' ? outcome : undefined)
}

describe('a channel', () => {
  it.each(['not_in_channel', 'is_archived', 'channel_not_found', 'restricted_action'])(
    'stops its own subscription with a problem if Slack refuses posts to it with %s, and posting continues by itself later',
    async (code) => {
      const { world, run, add } = await lookedAround()
      refuseFirst(world, rejected('channel', code))
      world.probes.channel = code === 'restricted_action' ? 'usable' : 'unusable'
      add(upTo(3))
      await live(world, 11 * minute, run)
      expect([world.channel.ids('acme'), world.channel.ids('other')]).toEqual([[], upTo(3)])
      expect(world.told).toEqual(['raised channel C1'])
      expect(world.channel.posts).toBeLessThan(20)
      refuseFirst(world, undefined)
      world.probes.channel = 'usable'
      add(upTo(5, 4))
      await live(world, 3 * minute, run)
      expect(world.channel.ids('acme')).toEqual(upTo(5))
      expect(world.told).toEqual(['raised channel C1', 'cleared channel C1'])
    },
  )

  it('is looked for again only after the time that Slack asks for', async () => {
    const { world, run } = await lookedAround(['acme'])
    world.find = async () => ({ kind: 'unreachable', reason: 'ratelimited', afterMs: 30_000 })
    expect(await run()).toMatchObject([{ deferred: 'ratelimited', retryAt: world.now() + 30_000 }])
  })

  it('gets no posts while the record of its mutes is damaged, and then gets everything; other channels are not affected', async () => {
    const { world, run, add } = await lookedAround()
    world.damagedMutes.add('C1')
    add(upTo(2))
    await live(world, 5 * minute, run)
    expect([world.channel.ids('acme'), world.channel.ids('other')]).toEqual([[], upTo(2)])
    world.damagedMutes.clear()
    await live(world, 3 * minute, run)
    expect(world.channel.ids('acme')).toEqual(upTo(2))
  })

  it('stops its subscription while Slack knows no channel with its name', async () => {
    const { world, run, add } = await lookedAround()
    world.find = async (written) => (written === 'C1' ? { kind: 'missing' } : { kind: 'found', id: written })
    add(upTo(2))
    await live(world, 5 * minute, run)
    expect([world.channel.ids('acme'), world.channel.ids('other')]).toEqual([[], upTo(2)])
    world.find = async (written) => ({ kind: 'found', id: written })
    await live(world, 3 * minute, run)
    expect(world.channel.ids('acme')).toEqual(upTo(2))
  })

  it('stops its subscription while its name stands for a channel that Slack does not show any more, and the problem says which and what to do', async () => {
    const { world, run, add } = await lookedAround(['acme', 'other'], { first: '#crisis' })
    world.find = async (written) =>
      written === '#crisis' ? { kind: 'lost', id: 'C9' } : { kind: 'found', id: written }
    add(upTo(2))
    await live(world, 5 * minute, run)
    expect([world.channel.ids('acme'), world.channel.ids('other')]).toEqual([[], upTo(2)])
    expect(world.told).toEqual(['raised channel #crisis'])
    expect(world.raised).toMatchObject([
      {
        subscription: 'acme',
        channel: '#crisis',
        code: 'channel_lost',
        what: expect.stringContaining('#crisis stands for (C9)'),
        whatToDo: expect.stringMatching(/Invite the bot back.*write its id instead of #crisis/),
      },
    ])
    world.find = async (written) => ({ kind: 'found', id: written === '#crisis' ? 'C9' : written })
    await live(world, 3 * minute, run)
    expect(world.channel.ids('acme')).toEqual(upTo(2))
    expect(world.told).toEqual(['raised channel #crisis', 'cleared channel #crisis'])
  })

  it('gets no posts of a private alert that may not be posted to it, and the problem says what to do', async () => {
    const { world, run, add } = await lookedAround(['acme'])
    world.mayPost = false
    add(upTo(2))
    await live(world, 5 * minute, run)
    expect(world.channel.ids('acme')).toEqual([])
    expect(world.raised).toMatchObject([
      {
        subscription: 'acme',
        code: 'private_alert',
        whatToDo: expect.stringContaining('/mentions unsubscribe acme'),
      },
    ])
    world.mayPost = true
    await live(world, 3 * minute, run)
    expect(world.channel.ids('acme')).toEqual(upTo(2))
    expect(world.told).toEqual(['raised private acme', 'cleared private acme'])
  })

  it('gets no posts while Slack asks to wait for it (Retry-After), and other channels are not delayed', async () => {
    const { world, run, add } = await lookedAround()
    const begun = world.now()
    refuseFirst(world, { kind: 'deferred', extent: 'channel', afterMs: 90_000, reason: 'ratelimited' })
    add(upTo(2))
    await live(world, 10_000, run)
    expect(world.channel.ids('other')).toEqual(upTo(2))
    refuseFirst(world, undefined)
    const posts = world.channel.posts
    await live(world, begun + 85_000 - world.now(), run)
    expect(world.channel.posts).toBe(posts)
    await live(world, 15_000, run)
    expect(world.channel.ids('acme')).toEqual(upTo(2))
  })
})

describe('a Slack token', () => {
  it.each(['token_revoked', 'invalid_auth', 'account_inactive'])(
    'stops every subscription with one problem if it is refused with %s, and all continue when it is replaced',
    async (code) => {
      const { world, run, add } = await lookedAround()
      world.channel.refuses = () => rejected('workspace', code)
      world.probes.token = 'unusable'
      add(upTo(3))
      await live(world, 9 * minute, run)
      expect(world.channel.ids()).toEqual([])
      expect(world.told).toEqual(['raised slack'])
      expect(world.channel.posts).toBe(2 + 2)
      world.channel.refuses = () => undefined
      world.probes.token = 'usable'
      await live(world, 3 * minute, run)
      expect([world.channel.ids('acme'), world.channel.ids('other')]).toEqual([upTo(3), upTo(3)])
      expect(world.told).toEqual(['raised slack', 'cleared slack'])
    },
  )
})

describe('the store', () => {
  it.each([100, 600])(
    'stops only the subscription whose checkpoint it cannot save: the %i mentions of that subscription are posted later',
    async (count) => {
      const { world, run, add } = await lookedAround(['acme', 'other', 'third'], { pageSize: 100 })
      world.faults.store = (subscription) => (subscription === 'acme' ? new Error('ENOSPC') : undefined)
      add(upTo(count))
      await live(world, 25 * minute, run)
      expect([world.channel.ids('acme'), world.channel.ids('other'), world.channel.ids('third')]).toEqual([
        [],
        upTo(count),
        upTo(count),
      ])
      delete world.faults.store
      await live(world, 25 * minute, run)
      expect(world.channel.ids('acme')).toEqual(upTo(count))
    },
  )

  it('causes no lost or repeated post if any one of its writes fails', async () => {
    for (let good = 0; good < 8; good++) {
      const { world, run, add } = await lookedAround()
      let writes = 0
      world.faults.store = () => (writes++ === good ? new Error('ENOSPC') : undefined)
      add(upTo(4))
      await live(world, 8 * minute, run)
      expect([world.channel.ids('acme'), world.channel.ids('other')], `after ${good} writes`).toEqual([
        upTo(4),
        upTo(4),
      ])
    }
  })
})

describe('the mention service', () => {
  it('delays only the third page of mentions if it fails after two pages: their mentions are posted at once', async () => {
    const { world, run, add } = await lookedAround(['acme', 'other'], { pageSize: 10 })
    add(upTo(25))
    const pages = world.mentions.pages
    Object.defineProperty(world.faults, 'service', {
      configurable: true,
      get: () => (world.mentions.pages >= pages + 2 ? new Error('HTTP 503') : undefined),
    })
    const polls = await live(world, minute, run)
    expect(world.channel.ids('acme')).toEqual(upTo(20))
    expect(polls[0]?.map(({ error }) => error)).toEqual([new Error('HTTP 503'), new Error('HTTP 503')])
    Object.defineProperty(world.faults, 'service', { value: undefined })
    await live(world, 4 * minute, run)
    expect([world.channel.ids('acme'), world.channel.ids('other')]).toEqual([upTo(25), upTo(25)])
  })
})
