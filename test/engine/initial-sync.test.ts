import { describe, expect, it } from 'vitest'
import { unusable } from '../tools/fake-mentions.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** A world with mentions 1 to `count` from before the subscription. */
function olderWorld(count: number, options: Parameters<typeof createStoryWorld>[0] = {}): StoryWorld {
  const world = createStoryWorld(options)
  for (let id = 1; id <= count; id++) world.add(id, { language: id % 2 === 0 ? 'en' : 'de' })
  return world
}

const backfill = (count: number, changes = {}) => ({
  subscriptions: [subscriptionOf({ backfill: count, burst: 1000, ...changes })],
})

describe('the initial sync', () => {
  it.each([0, 1, 299, 300, 301, 1000])(
    'posts one first message and none of %i older mentions; later mentions are posted',
    async (count) => {
      const world = olderWorld(count)
      const run = world.start()
      await live(world, 10 * minute, run)
      expect(world.channel.messages().map(({ receipt }) => receipt)).toEqual([
        { subscription: 'acme', alert: '7', through: String(count), ids: [] },
      ])
      expect(world.channel.messages()[0]?.content.text).toMatch(/watching/i)
      world.add(count + 1)
      await live(world, 5 * minute, run)
      expect(world.channel.ids()).toEqual([String(count + 1)])
    },
  )

  it('posts no old mention if the service returns smaller pages than requested', async () => {
    const world = olderWorld(500, { pageSize: 100 })
    await live(world, 20 * minute)
    expect(world.channel.ids()).toEqual([])
  })

  it('posts no old mention if no mention of a whole page has a usable id', async () => {
    const world = olderWorld(500)
    world.add('501', { url: unusable })
    await live(world, 20 * minute)
    expect(world.channel.ids()).toEqual([])
  })

  it('posts a mention that becomes visible after it, although the bot has seen a larger id', async () => {
    const world = olderWorld(10)
    world.add('5000', {}, world.now())
    world.add('4999', {}, world.now() + 14 * minute)
    await live(world, 20 * minute)
    expect(world.channel.ids()).toEqual(['4999'])
  })

  it('posts a mention that becomes visible only after a restart, although the bot has seen a larger id', async () => {
    const world = olderWorld(10)
    world.add('5000', {}, world.now())
    world.add('4999', {}, world.now() + 6 * minute)
    await live(world, 3 * minute)
    world.add('5001')
    await live(world, 20 * minute)
    expect(world.channel.ids()).toEqual(['5001', '4999'])
  })

  it.each([
    ['the three newest mentions', 3, {}, ['38', '39', '40']],
    [
      'the three newest mentions that pass the filters',
      3,
      { only: { language: ['de'] } },
      ['35', '37', '39'],
    ],
    ['no mention if none passes the filters', 300, { only: { text: ['nothing like it'] } }, []],
  ])(
    'posts as backfill, after a first message that counts the others, %s',
    async (_what, count, changes, expected) => {
      const world = olderWorld(40, backfill(count, changes))
      await live(world, 10 * minute)
      expect(world.channel.ids()).toEqual(expected)
      const [line] = world.channel.messages()
      expect(line?.receipt?.ids).toEqual([])
      expect(line?.content.text).toContain(`${40 - expected.length} older mentions are skipped`)
    },
  )

  it('posts a whole page of 300 mentions as backfill', async () => {
    const world = olderWorld(400, backfill(300))
    await live(world, 30 * minute)
    expect(world.channel.ids()).toEqual(Array.from({ length: 300 }, (_, index) => String(101 + index)))
  })

  it('posts the backfill even if the store is wiped right after the first message', async () => {
    const world = olderWorld(40, backfill(3, { only: { language: ['de'] } }))
    world.channel.refuses = ({ receipt }) =>
      receipt?.ids.length ? { kind: 'rejected', extent: 'channel', reason: 'is_archived' } : undefined
    await live(world, 3 * minute)
    world.saved.clear()
    world.channel.refuses = () => undefined
    await live(world, 10 * minute)
    expect(world.channel.ids()).toEqual(['35', '37', '39'])
  })

  it('posts its first message once, although one try is lost, one deferred and one not answered', async () => {
    const world = olderWorld(40)
    world.channel.faults = [
      { kind: 'never stored' },
      {
        kind: 'outcome',
        outcome: { kind: 'deferred', extent: 'channel', afterMs: 3000, reason: 'ratelimited' },
      },
      { kind: 'answer lost' },
    ]
    await live(world, 10 * minute)
    expect(world.channel.messages()).toHaveLength(1)
  })

  it('ends, and later mentions are posted, even if Slack refuses every form of its first message', async () => {
    const world = olderWorld(40)
    world.channel.refuses = ({ content }) =>
      /watching/i.test(content.text) ? { kind: 'rejected', extent: 'message', reason: 'odd' } : undefined
    const run = world.start()
    await live(world, 3 * minute, run)
    world.add(41)
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toEqual(['41'])
    expect(world.channel.posts).toBeLessThan(30)
  })

  it('joins a public channel before it posts', async () => {
    const world = olderWorld(3)
    world.channel.blind = { kind: 'unreadable', reason: 'not_in_channel', extent: 'channel' }
    await live(world, minute)
    expect(world.channel.joined).toEqual(['C1'])
    expect(world.told).toEqual(['raised channel C1'])
    world.channel.blind = undefined
    await live(world, 5 * minute)
    expect(world.channel.messages()).toHaveLength(1)
  })
})

/** Mentions 11 and 12 came during the pause, and somebody answered that the subscription starts from now. */
async function worldAfterAPause() {
  const world = olderWorld(10)
  const run = world.start()
  await live(world, 5 * minute, run)
  for (const id of [11, 12]) world.add(id)
  world.startOver = 'answer'
  await live(world, 5 * minute, run)
  return world
}

describe('a subscription that skips the mentions of a pause', () => {
  it.each([0, 5, 300, 350])(
    'posts none of %i mentions of the pause and each later mention once, wherever the process dies',
    async (count) => {
      let deaths = 0
      for (let moments = 0; ; moments++) {
        const world = olderWorld(10)
        await live(world, 5 * minute)
        world.clock.at += 3 * 24 * 60 * minute
        for (let id = 11; id < 11 + count; id++) world.add(id)
        world.startOver = 'answer'
        world.life.moments = moments
        const run = world.start()
        const died = (await run()).some(({ error }) => error instanceof Killed)
        world.life.moments = Number.POSITIVE_INFINITY
        const next = died ? world.start() : run
        await live(world, 2 * minute, next)
        expect(world.startOver).toBeUndefined()
        for (const id of [5001, 5002]) world.add(id)
        world.add(11 + count, {}, world.now() + 10 * minute)
        await live(world, 20 * minute, next)
        expect({ moments, ids: world.channel.ids() }).toEqual({
          moments,
          ids: ['5001', '5002', String(11 + count)],
        })
        if (!died) break
        deaths++
      }
      expect(deaths).toBeGreaterThan(5)
    },
  )

  it('says once more what it watches, wherever the process dies, so a lost checkpoint does not bring the mentions of the pause', async () => {
    let deaths = 0
    for (let moments = 0; ; moments++) {
      const world = olderWorld(10)
      await live(world, 5 * minute)
      world.add(11)
      await live(world, 5 * minute)
      world.clock.at += 3 * 24 * 60 * minute
      for (const id of [12, 13]) world.add(id)
      world.startOver = 'answer'
      world.life.moments = moments
      const died = (await world.start()()).some(({ error }) => error instanceof Killed)
      world.life.moments = Number.POSITIVE_INFINITY
      await live(world, 5 * minute)
      const watching = world.channel.messages().filter(({ content }) => /watching/i.test(content.text))
      expect({ moments, watching: watching.length }).toEqual({ moments, watching: 2 })
      world.saved.clear()
      await live(world, 5 * minute)
      expect({ moments, ids: world.channel.ids() }).toEqual({ moments, ids: ['11'] })
      if (!died) break
      deaths++
    }
    expect(deaths).toBeGreaterThan(5)
  })

  it('says again in the channel what it watches, and records the mentions of the pause as skipped', async () => {
    const world = await worldAfterAPause()
    const texts = world.channel.messages().map(({ content }) => content.text)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toMatch(/watching/i)
    const skipped = world.decisions.filter(({ reason }) => reason === 'pause')
    expect(skipped.map(({ id, outcome }) => [id, outcome])).toEqual(['12', '11'].map((id) => [id, 'skipped']))
  })

  it('posts none of the skipped mentions if its checkpoint is lost and rebuilt from receipts', async () => {
    const world = await worldAfterAPause()
    world.saved.clear()
    world.add(13)
    await live(world, 5 * minute)
    expect(world.channel.ids()).toEqual(['13'])
  })
})
