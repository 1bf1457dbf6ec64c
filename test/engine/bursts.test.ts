import { describe, expect, it } from 'vitest'
import { createRandom } from '../../sandbox/mention-service/generator/random.ts'
import { reasonText } from '../../src/digests/content/not-posted.ts'
import type { Subscription } from '../../src/model/subscription.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, Killed, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const second = 1000
const negative = { sentiment: 'negative' as const }
const urgent = { sentiment: ['negative' as const] }
const neutral = { sentiment: 'neutral' as const }
const groups = ({ channel }: StoryWorld) =>
  channel.messages().flatMap(({ receipt }) => (receipt?.ids.length ? [receipt.ids.join(' ')] : []))

async function started(changes: Partial<Subscription> = {}) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf(changes)] })
  const run = world.start()
  await live(world, minute, run)
  return { world, run }
}

/** Adds one mention every ten seconds. */
const addSlowly = (world: StoryWorld, from: number, to: number) => {
  for (let id = from; id <= to; id++) world.add(id, {}, world.now() + (id - from) * 10 * second)
}

describe('a subscription that is polled every five seconds', () => {
  it('gets `burst` cards at once, and the other mentions of the two minutes as one burst', async () => {
    const { world, run } = await started({ burst: 3 })
    const begin = world.now()
    addSlowly(world, 1, 10)
    await live(world, 2 * minute - 5 * second, run, 5 * second)
    expect(groups(world)).toEqual(['1', '2', '3'])
    await live(world, 10 * second, run, 5 * second)
    expect(groups(world)).toEqual(['1', '2', '3', '4 5 6', '7 8 9 10'])
    const ends = Date.parse(world.decisions.find(({ id }) => id === '4')?.detail ?? '')
    expect((ends - begin) / minute).toBe(2)
  })

  it('gets one burst every two minutes until two minutes bring no mention, and then cards again', async () => {
    const { world, run } = await started({ burst: 3 })
    addSlowly(world, 1, 25)
    await live(world, 6 * minute + 5 * second, run, 5 * second)
    const parents = world.channel.messages().filter(({ thread, receipt }) => !thread && receipt?.ids.length)
    expect(parents.map(({ receipt }) => receipt?.ids.length)).toEqual([1, 1, 1, 3, 3])
    world.clock.at += 3 * minute
    world.add(26)
    world.add(27)
    await run()
    expect(groups(world).slice(-2)).toEqual(['26', '27'])
  })

  it('gets a mention that notifies people at once, also while other mentions wait', async () => {
    const notify = { users: ['U0000000ANA'], groups: [], here: false, when: urgent }
    const { world, run } = await started({ burst: 2, notify })
    for (const id of [1, 2]) world.add(id, neutral)
    await run()
    for (const id of [3, 4]) world.add(id, neutral)
    world.add(5, negative)
    world.clock.at += 5 * second
    await run()
    expect(groups(world)).toEqual(['1', '2', '5'])
    await live(world, 3 * minute, run, 5 * second)
    expect(groups(world)).toEqual(['1', '2', '5', '3 4'])
  })
})

it('the log tells which mentions have a message of their own, and which are in a burst', async () => {
  const { world, run } = await started({ burst: 3 })
  world.add(1)
  await run()
  for (let id = 2; id <= 30; id++) world.add(id)
  await live(world, 6 * minute, run, 5 * second)
  const logged = world.decisions.filter(({ outcome }) => outcome === 'posted' || outcome === 'burst')
  expect(logged.filter(({ outcome }) => outcome === 'posted').map(({ id }) => id)).toEqual(['1'])
  expect(logged).toHaveLength(30)
})

describe('mentions that wait for a burst', () => {
  it('are logged once, with a reason that tells when they are posted', async () => {
    const { world, run } = await started({ burst: 1 })
    addSlowly(world, 1, 2)
    await live(world, minute, run, 5 * second)
    const waiting = world.decisions.filter(({ outcome }) => outcome === 'waiting')
    expect(waiting.map(({ id, reason }) => `${id} ${reason}`)).toEqual(['2 burst'])
    expect(reasonText('burst', waiting[0]?.detail)).toMatch(/posted together at /)
  })

  it('lead to no write of the checkpoint and to one request a poll', async () => {
    const { world, run } = await started({ burst: 1 })
    world.add(1)
    await run()
    for (const id of [2, 3]) world.add(id)
    let [writes, requests] = [0, 0]
    world.faults.store = () => {
      writes += 1
      return undefined
    }
    world.faults.request = () => {
      requests += 1
      return undefined
    }
    for (let polls = 0; polls < 20; polls++) {
      world.clock.at += 5 * second
      await run()
    }
    expect([writes, requests]).toEqual([0, 20])
    expect(groups(world)).toEqual(['1'])
  })

  it('are posted at the end of the two minutes even if the schedule is slower', async () => {
    const { world, run } = await started({ burst: 1 })
    world.add(1)
    await run()
    world.add(2)
    world.clock.at += minute
    const [result] = await run()
    expect(result?.retryAt).toBe(world.now() + minute)
  })

  it('become one burst at once if a poll finds more than `burst` while fewer cards were posted', async () => {
    const { world, run } = await started({ burst: 3 })
    world.add(1)
    await run()
    for (const id of [2, 3, 4, 5]) world.add(id)
    world.clock.at += 5 * second
    await run()
    expect(groups(world)).toEqual(['1', '2 3 4', '5'])
  })

  it('do not become too old while they wait', async () => {
    const { world, run } = await started({ burst: 1, maxAge: 10 * minute })
    for (const id of [1, 2, 3]) world.add(id, { date: world.now() - 9 * minute })
    world.add(4, { date: world.now() - 9 * minute }, world.now() + 10 * second)
    await live(world, 3 * minute, run, 5 * second)
    expect(world.channel.ids()).toEqual(['1', '2', '3', '4'])
  })

  it('are not lost if they became visible almost 15 minutes after a larger id', async () => {
    const { world, run } = await started({ burst: 1 })
    world.add(10)
    world.add(5, {}, world.now() + 14.5 * minute)
    world.add(11, {}, world.now() + 14 * minute)
    await live(world, 14.4 * minute, run, 5 * second)
    await live(world, 30 * minute, run, 5 * second)
    expect(groups(world)).toEqual(['10', '11', '5'])
  })

  it('are not lost in quiet hours if they are urgent and became visible late', async () => {
    const quiet = { from: '11:00', to: '20:00', timezone: 'UTC', urgent }
    const { world, run } = await started({ burst: 1, quiet })
    world.add(10, neutral)
    world.add(11, negative, world.now() + 14 * minute)
    world.add(5, negative, world.now() + 14.5 * minute)
    await live(world, 40 * minute, run, 5 * second)
    expect(groups(world)).toEqual(['11', '5'])
  })
})

/** Mentions at random times, for 40 minutes at each rate. Returns their number. */
function addNews(world: StoryWorld, seed: number): number {
  const random = createRandom(seed)
  let id = 0
  for (const perHour of [20, 240, 60, 500, 20]) {
    for (let at = 0; ; id += 1) {
      at += (-Math.log(1 - random.next()) / perHour) * 60 * minute
      if (at > 40 * minute) break
      const visible = world.now() + at
      world.add(id + 1, { date: visible }, visible)
    }
    world.clock.at += 40 * minute
  }
  world.clock.at -= 200 * minute
  return id
}

/** Posts a stream of 200 minutes. `lifeOf`: after how many effects each process dies. */
async function messagesAt(
  everyMs: number,
  { perDay, lifeOf }: { perDay?: number; lifeOf?: () => number } = {},
) {
  const world = createStoryWorld(perDay === undefined ? {} : { perDay })
  const first = world.start()
  await live(world, minute, first)
  const count = addNews(world, 7)
  const end = world.now() + 220 * minute
  let run = first
  while (world.now() < end) {
    if (lifeOf !== undefined) world.life.moments = lifeOf()
    try {
      await live(world, end - world.now(), run, everyMs)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      world.life.moments = Number.POSITIVE_INFINITY
      world.clock.at += second
      run = world.start()
    }
  }
  const ids = world.channel.ids()
  expect(ids).toHaveLength(count)
  expect(new Set(ids).size).toBe(count)
  return world.channel.messages().length
}

describe('the same stream of mentions, polled every 5 s and every 120 s,', () => {
  it('becomes as many messages, within a tenth,', async () => {
    const [often, seldom] = [await messagesAt(5 * second), await messagesAt(2 * minute)]
    expect(Math.abs(often / seldom - 1)).toBeLessThanOrEqual(0.1)
  })

  it('becomes as many messages, within a tenth, during spikes', async () => {
    const [often, seldom] = [
      await messagesAt(5 * second, { perDay: 24 }),
      await messagesAt(2 * minute, { perDay: 24 }),
    ]
    expect(Math.abs(often / seldom - 1)).toBeLessThanOrEqual(0.1)
  })

  it('becomes as many messages, within a tenth, if the process is often killed', async () => {
    const random = createRandom(3)
    let kills = 0
    const lifeOf = () => {
      kills += 1
      return random.whole(5, 200)
    }
    const [often, seldom] = [await messagesAt(5 * second, { lifeOf }), await messagesAt(2 * minute)]
    expect(kills).toBeGreaterThan(30)
    expect(Math.abs(often / seldom - 1)).toBeLessThanOrEqual(0.1)
  })
})
