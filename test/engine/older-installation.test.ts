import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { isUndecided } from '../../src/model/checkpoint.ts'
import type { Mute } from '../../src/model/mute.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** The wait of a subscription that is polled every two minutes. */
const waitMs = 7 * minute

let world: StoryWorld
let poll: ReturnType<StoryWorld['start']>

/** A bot after its initial sync, beside an older installation that it has noticed. */
beforeEach(async () => {
  world = createStoryWorld()
  poll = world.start()
  await poll()
  world.older.isKnown = true
})

async function pass(ms: number) {
  world.clock.at += ms
  return poll()
}

/** True if the bot counts a mention as done. */
const isDone = (id: number) => !isUndecided(world.checkpoint())(String(id))

describe('beside an older installation,', () => {
  it('a mention waits for the older one, and is done when the older one has posted it', async () => {
    world.add(10)
    expect(await pass(0)).toMatchObject([{ deferred: 'older-installation' }])
    await world.olderPosts(10)
    await pass(waitMs - 1)
    expect(isDone(10)).toBe(false)
    await pass(1)
    expect([world.channel.ids(), isDone(10), world.older.gone]).toEqual([['10'], true, 0])
    expect(await poll()).toEqual([{ subscription: 'acme' }])
  })

  it('the next poll comes when the wait ends, and asks nothing of Slack until then', async () => {
    world.add(10)
    const before = world.channel.searches.length
    const end = world.clock.at + waitMs
    expect(await pass(0)).toMatchObject([{ retryAt: end }])
    expect(await pass(minute)).toMatchObject([{ retryAt: end }])
    expect(world.channel.searches).toHaveLength(before)
  })

  it('waiting mentions are in the decision log, with the reason', async () => {
    world.add(10)
    await pass(0)
    expect(world.decisions.at(-1)).toMatchObject({
      id: '10',
      outcome: 'waiting',
      reason: 'queued',
      detail: 'older-installation',
    })
  })

  it('each mention waits again, also after hours without mentions', async () => {
    world.add(10)
    await pass(0)
    await world.olderPosts(10)
    await pass(waitMs)
    world.add(11)
    await pass(5 * 60 * minute)
    await world.olderPosts(11)
    await pass(waitMs)
    expect(world.channel.ids()).toEqual(['10', '11'])
  })

  it('a mention waits, too, if the one before it was muted during its wait', async () => {
    const mutes: Mute[] = []
    world = createStoryWorld({ mutes: () => mutes })
    poll = world.start()
    await poll()
    world.older.isKnown = true
    world.add(10)
    await pass(0)
    mutes.push({
      channel: 'C1',
      kind: 'author',
      name: sampleMention({}).author.name,
      by: 'U1',
      at: world.clock.at,
    })
    await pass(minute)
    mutes.pop()
    world.add(11)
    await pass(60 * minute)
    expect([world.channel.ids(), world.older.gone]).toEqual([[], 0])
  })

  it('this one posts if the older one has posted nothing during the wait', async () => {
    world.add(10)
    world.add(11)
    await pass(0)
    await pass(waitMs)
    expect([world.channel.ids(), world.older.gone]).toEqual([['10', '11'], 1])
    world.add(12)
    await pass(0)
    expect(world.channel.ids()).toEqual(['10', '11', '12'])
  })

  it('a mention that came late gets a wait of its own, if the older one has posted another meanwhile', async () => {
    world.add(10)
    await pass(0)
    world.add(11)
    await world.olderPosts(10)
    await pass(waitMs)
    expect([world.channel.ids(), world.older.gone]).toEqual([['10'], 0])
    await pass(waitMs)
    expect([world.channel.ids(), world.older.gone]).toEqual([['10', '11'], 1])
  })

  it('what it posted in the last moment of the wait is not posted again', async () => {
    world.add(10)
    await pass(0)
    world.clock.at += waitMs
    await world.olderPosts(10)
    await poll()
    expect(world.channel.ids()).toEqual(['10'])
  })

  it('the channel is searched before this one posts, if another process found that the older one has ended', async () => {
    world.add(10)
    await pass(0)
    await world.olderPosts(10)
    world.older.isKnown = false
    world.add(11)
    await pass(minute)
    expect(world.channel.ids()).toEqual(['10', '11'])
  })

  it('nothing is posted while the history cannot be read', async () => {
    world.add(10)
    await pass(0)
    world.channel.blind = { kind: 'unreachable', reason: 'ratelimited', afterMs: minute }
    await pass(waitMs)
    expect([world.channel.posts, world.older.gone]).toEqual([1, 0])
    world.channel.blind = undefined
    await pass(minute)
    expect(world.channel.ids()).toEqual(['10'])
  })

  it('a search that Slack interrupts is continued by the next polls, not begun again', async () => {
    world.add(10)
    await pass(0)
    const before = world.channel.searches.length
    world.channel.blind = { kind: 'unreachable', reason: 'ratelimited', afterMs: minute }
    await pass(waitMs)
    await pass(minute)
    await pass(minute)
    const times = world.channel.searches.slice(before).map(({ since }) => since)
    expect(times).toHaveLength(3)
    expect(new Set(times).size).toBe(1)
  })

  it('a clock that is set back does not make the wait longer', async () => {
    world.add(10)
    await pass(0)
    world.setClock(-24 * 60 * minute)
    await pass(0)
    await pass(waitMs)
    expect(world.channel.ids()).toEqual(['10'])
  })

  it('a restart begins the wait again', async () => {
    world.add(10)
    await pass(0)
    world.clock.at += waitMs
    poll = world.start()
    await poll()
    expect(world.channel.ids()).toEqual([])
    await world.olderPosts(10)
    await pass(waitMs)
    expect(world.channel.ids()).toEqual(['10'])
  })
})

/** The older installation posts every mention within four minutes, until it ends. */
function createOlder() {
  let [last, isAlive, waited] = [9, true, 0]
  const left = () => {
    const posted = new Set(world.channel.ids())
    return Array.from({ length: last - 9 }, (_, index) => String(10 + index)).filter((id) => !posted.has(id))
  }
  const posts = async () => {
    for (const id of isAlive ? left() : []) await world.olderPosts(id)
    waited = 0
  }
  return {
    left,
    posts,
    add: async () => world.add(++last),
    ends: async () => {
      isAlive = false
    },
    restart: async () => {
      poll = world.start()
    },
    async pass(ms: number) {
      waited += ms
      if (waited > 4 * minute) await posts()
      world.clock.at += ms
    },
  }
}

it('each mention is posted exactly once, whenever the older installation posts within its wait, ends, or this one restarts', async () => {
  const step = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('add' as const, 'posts' as const) },
    { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'ends' as const) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 2 * minute }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      world = createStoryWorld({ subscriptions: [subscriptionOf({ burst: 1000 })] })
      poll = world.start()
      await poll()
      world.older.isKnown = true
      const older = createOlder()
      for (const one of steps) {
        await (typeof one === 'number' ? older.pass(one) : older[one]())
        await poll()
      }
      await older.ends()
      for (let round = 0; round < 6; round++) await pass(waitMs)
      const ids = world.channel.ids()
      expect([older.left(), ids.length]).toEqual([[], new Set(ids).size])
    }),
  )
})
