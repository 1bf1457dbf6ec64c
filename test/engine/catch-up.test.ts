import { describe, expect, it } from 'vitest'
import { mostDoneIds } from '../../src/engine/progress/checkpoint-changes.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

async function lookedAround(options: Parameters<typeof createStoryWorld>[0] = {}) {
  const world = createStoryWorld(options)
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

describe('after an outage of hours', () => {
  it('a backlog of 2,000 mentions is posted as a few bursts, each mention once', async () => {
    const { world, run } = await lookedAround()
    world.clock.at += 5 * 60 * minute
    for (const id of upTo(2000)) world.add(id, { reach: 5 })
    const before = world.now()
    const polls = await live(world, 20 * minute, run)
    const parents = world.channel.messages().filter(({ thread }) => thread === undefined)
    expect(world.channel.ids().toSorted()).toEqual(upTo(2000).toSorted())
    expect(parents.length).toBeLessThan(1 + 2000 / 300 + 2)
    expect(polls.length).toBeLessThan((world.now() - before) / 1000)
  })

  it('20,000 mentions, of which nearly all are skipped, are read with few requests and a small checkpoint', async () => {
    const { world, run } = await lookedAround({
      subscriptions: [subscriptionOf({ only: { language: ['en'] } })],
    })
    for (let id = 1; id <= 20_000; id++) world.add(id, { language: id % 10_000 === 0 ? 'en' : 'de' })
    const pages = world.mentions.pages
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toEqual(upTo(2).map((number) => String(Number(number) * 10_000)))
    // Each later poll reads the look-back again, because a mention in it may have become visible late.
    expect(world.mentions.pages - pages).toBeLessThan(20_000 / 300 + (3 * mostDoneIds) / 300)
    const { done } = world.checkpoint()
    expect(done.flatMap(({ ids }) => ids).length).toBeLessThanOrEqual(mostDoneIds)
  })

  it('a subscription whose channel is at its rate limit does not delay another one', async () => {
    const names = ['slow', 'quick']
    const subscriptions = names.map((name, index) =>
      subscriptionOf({ name, channel: `C${index}`, burst: 1000 }),
    )
    const { world, run } = await lookedAround({ subscriptions })
    world.channel.refuses = ({ channel }) =>
      channel === 'C0'
        ? { kind: 'deferred', extent: 'channel', afterMs: 3_600_000, reason: 'ratelimited' }
        : undefined
    for (const id of upTo(50)) world.add(id)
    await live(world, 30 * minute, run)
    expect(world.channel.ids('quick')).toEqual(upTo(50))
    world.add(51)
    await live(world, 3 * minute, run)
    expect(world.channel.ids('quick')).toEqual(upTo(51))
    world.channel.refuses = () => undefined
    await live(world, 65 * minute, run)
    expect(world.channel.ids('slow')).toEqual(upTo(51))
  })
})

describe('a mention that becomes visible after a mention with a larger id was posted', () => {
  it.each([1, 5, 14, 15])('is posted if it becomes visible %i minutes later', async (minutes) => {
    const { world, run } = await lookedAround()
    world.add('20')
    world.add('10', {}, world.now() + minutes * minute)
    await live(world, 40 * minute, run)
    expect(world.channel.ids()).toEqual(['20', '10'])
  })

  it.each([1, 14])(
    'is posted if it became visible %i minutes later and the bot was down at that time',
    async (minutes) => {
      const { world } = await lookedAround()
      world.add('20')
      world.add('10', {}, world.now() + minutes * minute)
      await live(world, 1000)
      world.clock.at += 10 * 60 * minute
      await live(world, 3 * minute)
      expect(world.channel.ids()).toEqual(['20', '10'])
    },
  )

  it('is posted if the clock goes back an hour or jumps a day ahead', async () => {
    const { world, run } = await lookedAround()
    world.add('20')
    await live(world, 3 * minute, run)
    world.setClock(-60 * minute)
    world.add('10', {}, world.serviceNow() + 10 * minute)
    await live(world, 14 * minute, run)
    expect(world.channel.ids()).toEqual(['20', '10'])
    world.add('40')
    await live(world, 3 * minute, run)
    world.setClock(24 * 60 * minute)
    world.add('30')
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['20', '10', '40', '30'])
  })

  it('is posted if its id is beyond 2^53', async () => {
    const { world, run } = await lookedAround()
    world.add('9007199254740993')
    world.add('9007199254740992', {}, world.now() + 10 * minute)
    await live(world, 20 * minute, run)
    expect(world.channel.ids()).toEqual(['9007199254740993', '9007199254740992'])
  })
})

it('a clock that goes back an hour does not stop posts for that hour', async () => {
  const { world, run } = await lookedAround()
  for (const id of upTo(5)) world.add(id)
  await live(world, 30_000, run)
  world.setClock(-60 * minute)
  for (const id of upTo(10, 6)) world.add(id)
  await live(world, 3 * minute, run)
  expect(world.channel.ids()).toEqual(upTo(10))
})

it('a bot that must stop in the middle of a burst posts nothing more, and the next process completes the burst', async () => {
  for (let posts = 1; posts <= 4; posts++) {
    const { world, run } = await lookedAround()
    for (const id of upTo(30)) world.add(id)
    const post = world.channel.post
    let count = 0
    world.channel.post = (posting, pass) => {
      count += 1
      if (count === posts) world.stopping.abort()
      return post(posting, pass)
    }
    await run()
    expect(count).toBe(posts)
    world.channel.post = post
    await live(world, 3 * minute)
    expect(world.channel.ids().toSorted()).toEqual(upTo(30).toSorted())
  }
})
