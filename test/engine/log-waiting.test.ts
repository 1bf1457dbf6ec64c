import { expect, it } from 'vitest'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const night = { from: '22:00', to: '07:00', timezone: 'UTC' }
const noted = ({ decisions }: StoryWorld) =>
  decisions
    .filter(({ outcome }) => outcome === 'waiting')
    .map(({ id, reason, detail }) => [id, reason, detail].filter((part) => part !== undefined).join(' '))

async function watching(some: Parameters<typeof subscriptionOf>[0] = {}, at = Date.UTC(2026, 10, 20, 12)) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf(some)] })
  world.clock.at = at
  const poll = world.start()
  await poll()
  world.clock.at += minute
  return { world, poll }
}

it('the decision log records a mention held by quiet hours once, however many polls hold it, and once more after a restart', async () => {
  const { world, poll } = await watching({ quiet: night }, Date.UTC(2026, 10, 20, 22))
  const until = 'quiet 2026-11-21T07:00:00.000Z'
  world.add(1)
  world.add(2)
  for (let polls = 0; polls < 20; polls++) {
    await poll()
    world.clock.at += 2 * minute
  }
  expect(noted(world)).toEqual([`1 ${until}`, `2 ${until}`])
  const next = world.start()
  await next()
  await next()
  expect(noted(world)).toEqual([`1 ${until}`, `2 ${until}`, `1 ${until}`, `2 ${until}`])
})

it('the decision log does not record mentions as waiting if they are posted at once', async () => {
  const { world, poll } = await watching()
  world.add(1)
  world.add(2)
  await poll()
  expect(noted(world)).toEqual([])
  expect(world.decisions.map(({ outcome }) => outcome)).toEqual(['posted', 'posted'])
})

it('the decision log records a burst as waiting before its first message is posted', async () => {
  const { world, poll } = await watching({ burst: 2 })
  for (const id of [1, 2, 3]) world.add(id)
  let before: string[] = []
  world.channel.refuses = () => {
    before = noted(world)
    return undefined
  }
  await poll()
  expect(before).toEqual(['1', '2', '3'].map((id) => `${id} queued burst`))
  expect(world.channel.ids().toSorted()).toEqual(['1', '2', '3'])
})

it('the decision log records once that a mention waits because the channel accepts no messages, with the reason', async () => {
  const { world, poll } = await watching()
  world.add(1)
  world.add(2)
  world.channel.refuses = () => ({ kind: 'rejected', extent: 'channel', reason: 'is_archived' })
  await poll()
  world.clock.at += 2 * minute
  await poll()
  expect(noted(world)).toEqual(['1 queued is_archived', '2 queued is_archived'])
})

it('the decision log records a mention with an unconfirmed post as waiting until the post is found', async () => {
  const { world, poll } = await watching()
  world.add(1)
  world.channel.faults.push({ kind: 'answer lost', readableAfter: 20_000 })
  await poll()
  expect(noted(world)).toEqual(['1 queued unconfirmed'])
  world.clock.at += minute
  await poll()
  expect(world.decisions.at(-1)).toMatchObject({ id: '1', outcome: 'posted' })
})
