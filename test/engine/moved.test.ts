import { expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld } from '../tools/story-world.ts'

const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))
const heads = (world: StoryWorld, channel: string) =>
  world.channel
    .messages()
    .filter((message) => message.channel === channel && message.thread === undefined)
    .map(({ content }) => content.text.split(' mentions')[0])
const idsIn = (world: StoryWorld, where: string) =>
  world.channel
    .messages()
    .filter(({ channel }) => channel === where)
    .flatMap(({ receipt }) => receipt?.ids ?? [])

/** The configuration names another channel from the next process on. */
function moveTo(world: StoryWorld, channel: string): void {
  for (const [index, subscription] of world.subscriptions.entries())
    world.subscriptions[index] = { ...subscription, channel }
}

it('a spike ends in the channel that the subscription leaves, and continues with a card in the new channel', async () => {
  const world = createStoryWorld({ perDay: 24 })
  await live(world, 5 * minute)
  for (let id = 1; id <= 30; id++) world.add(id, { date: world.now() })
  await live(world, 4 * minute)
  expect(heads(world, 'C1').slice(1)).toEqual(['Spike in'])
  moveTo(world, 'C2')
  for (let id = 31; id <= 50; id++) world.add(id, { date: world.now() })
  await live(world, 4 * minute)
  expect(heads(world, 'C1')[1]).toBe('Spike over: Acme brand, 30')
  expect(heads(world, 'C2')).toEqual(['Spike in'])
  expect(idsIn(world, 'C1')).toEqual(upTo(30))
  expect(idsIn(world, 'C2')).toEqual(upTo(50).slice(30))
  expect(world.channel.messages().at(-1)?.content.text).toContain('20. ')
  await live(world, 70 * minute)
  expect(heads(world, 'C2')[0]).toBe('Spike over: Acme brand, 50')
})

it.each([4, 6, 8, 10])(
  'if a subscription moves to another channel after %i requests of a burst, the rest of the burst gets a new first message in the new channel',
  async (moments) => {
    const world = createStoryWorld()
    await live(world, 3 * minute)
    for (const id of upTo(40)) world.add(id)
    world.life.moments = moments
    await live(world, minute).catch(() => undefined)
    world.life.moments = Number.POSITIVE_INFINITY
    moveTo(world, 'C2')
    await live(world, 6 * minute)
    expect([...idsIn(world, 'C1'), ...idsIn(world, 'C2')].toSorted()).toEqual(upTo(40).toSorted())
    expect(idsIn(world, 'C2').length).toBeGreaterThan(0)
    const threads = world.channel.messages().filter(({ thread, channel }) => thread && channel === 'C2')
    const parents = new Set(
      world.channel.messages().flatMap(({ ts, channel }) => (channel === 'C2' ? [ts] : [])),
    )
    expect(threads.every(({ thread = '' }) => parents.has(thread))).toBe(true)
  },
)
