import { describe, expect, it } from 'vitest'
import { live, surviveFor } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** M10: ids far beyond all others, in stories: nothing that comes after one is missed, and nothing comes twice. */

const absurd = '9999999999999999999'
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
const passedOn = (world: StoryWorld) => world.channel.messages().map(({ receipt }) => receipt?.through)

/** A world after its initial sync and some cards, into which an absurd id has come. */
async function disturbed(changes = {}) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst: 100, ...changes })] })
  const run = world.start()
  await live(world, 3 * minute, run)
  for (const id of upTo(5)) world.add(id)
  await live(world, 3 * minute, run)
  world.add(absurd)
  await live(world, 3 * minute, run)
  return { world, run }
}

it('mentions with ordinary ids after a mention with an absurdly large id are posted once, even three hours later', async () => {
  const { world, run } = await disturbed()
  for (const id of upTo(40, 6)) {
    world.add(id)
    await live(world, 5 * minute, run)
  }
  expect(world.channel.ids()).toEqual([...upTo(5), absurd, ...upTo(40, 6)])
  expect(passedOn(world)).not.toContain(absurd)
  expect(world.checkpoint().watermark).toBe('38')
})

it('an absurdly large id is reported once as a problem, which is cleared when a second id close to it confirms it', async () => {
  const { world, run } = await disturbed()
  await live(world, 20 * minute, run)
  expect(world.told).toEqual([`raised absurd id ${absurd}`])
  expect(world.raised[0]?.until).toBeGreaterThan(world.now() + 23 * 60 * minute)
  world.add('9999999999999999997')
  await live(world, 40 * minute, run)
  expect(world.told).toEqual([`raised absurd id ${absurd}`, `cleared absurd id ${absurd}`])
  expect(world.checkpoint().watermark).toBe(absurd)
})

it('an absurdly large id is reported again by the next process', async () => {
  const { world } = await disturbed()
  await live(world, minute)
  expect(world.told).toEqual([`raised absurd id ${absurd}`, `raised absurd id ${absurd}`])
})

describe('an absurdly large id in quiet hours', () => {
  const quiet = { from: '11:00', to: '14:00', timezone: 'UTC', urgent: { reach: { from: 50_000 } } }

  it('does not delay an urgent mention, and the held mentions are posted when quiet hours end', async () => {
    const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst: 100, quiet })] })
    const run = world.start()
    await live(world, 3 * minute, run)
    for (const id of ['1', absurd]) world.add(id, { reach: 10 })
    await live(world, 40 * minute, run)
    world.add('2', { reach: 90_000 })
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['2'])
    await live(world, 120 * minute, run)
    expect(world.channel.ids()).toEqual(['2', '1', absurd])
  })
})

describe('an absurdly large id', () => {
  it.each([1, 20, 60])(
    'causes no lost or repeated mention if the store is wiped after %i more polls',
    async (polls) => {
      const { world, run } = await disturbed()
      const last = 5 + polls
      for (const id of upTo(last, 6)) {
        world.add(id)
        await live(world, 3 * minute, run)
      }
      world.saved.clear()
      world.add(last + 1)
      await live(world, 30 * minute)
      world.add(last + 2)
      await live(world, 30 * minute)
      expect(world.channel.ids()).toEqual([...upTo(5), absurd, ...upTo(last + 2, 6)])
    },
  )

  it('is ignored in the receipts of an earlier version after the store was wiped', async () => {
    const { world, run } = await disturbed()
    for (const id of upTo(8, 6)) {
      world.add(id)
      await live(world, 3 * minute, run)
    }
    for (const { receipt } of world.channel.messages().slice(-3)) if (receipt) receipt.through = absurd
    world.saved.clear()
    world.add('9')
    await live(world, 30 * minute)
    expect(world.channel.ids().toSorted()).toEqual([...upTo(9), absurd].toSorted())
  })

  it('of a mention that existed when the bot first started is not taken for a new one after the store is wiped', async () => {
    const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst: 100 })] })
    for (const id of [...upTo(5), absurd]) world.add(id)
    await live(world, 3 * minute)
    world.add('6')
    await live(world, 3 * minute)
    world.saved.clear()
    world.add('7')
    await live(world, 40 * minute)
    world.add('8')
    await live(world, 40 * minute)
    expect(world.channel.ids()).toEqual(['6', '7', '8'])
  })
})

it.each(['store', 'wiped store'])(
  'a process that dies at any moment around an absurdly large id does not lose or repeat a mention if it restarts with its %s',
  async (what) => {
    for (let moments = 1; moments <= 40; moments++) {
      const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst: 100 })] })
      await surviveFor(world, 3 * minute)
      world.add('1')
      world.life.moments = moments
      await surviveFor(world, minute)
      world.add(absurd)
      await surviveFor(world, minute)
      world.add('2')
      await surviveFor(world, 20 * minute)
      if (what === 'wiped store') world.saved.clear()
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 3 * minute)
      world.add('3')
      await surviveFor(world, 40 * minute)
      expect([moments, ...world.channel.ids().toSorted()]).toEqual([moments, '1', '2', '3', absurd])
    }
  },
)
