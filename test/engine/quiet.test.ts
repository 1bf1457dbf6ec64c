import { describe, expect, it } from 'vitest'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

const quiet = { from: '22:00', to: '07:00', timezone: 'UTC', urgent: { reach: { from: 50_000 } } }
const hour = 60 * minute

/** A subscription that is quiet at night, and one beside it that is not, on the evening before. */
async function evening(pageSize = 300) {
  const subscriptions = [subscriptionOf({ quiet, burst: 3 }), subscriptionOf({ name: 'loud', channel: 'C2' })]
  const world = createStoryWorld({ subscriptions, pageSize })
  world.clock.at = Date.UTC(2026, 10, 20, 21, 30)
  const poll = world.start()
  await poll()
  const posted = (name: string) =>
    world.channel
      .messages()
      .filter(({ receipt }) => receipt?.subscription === name)
      .flatMap(({ receipt }) => receipt?.ids ?? [])
  return { world, poll, posted }
}

describe('quiet hours', () => {
  it('lose or repeat no mention, and do not affect another subscription of the alert', async () => {
    const { world, poll, posted } = await evening()
    for (let id = 1; id <= 40; id++) {
      world.clock.at += 15 * minute
      world.add(id, { reach: id % 10 === 0 ? 90_000 : 10 })
      await poll()
    }
    const held = posted('acme')
    expect([...held].sort()).toEqual([...Array.from({ length: 40 }, (_, i) => String(i + 1))].sort())
    expect(new Set(held).size).toBe(40)
    expect(held.slice(0, 1)).toEqual(['1'])
    expect(posted('loud')).toEqual(Array.from({ length: 40 }, (_, i) => String(i + 1)))
  })

  it('let only urgent mentions pass, and the held mentions are posted when quiet hours end', async () => {
    const { world, poll, posted } = await evening()
    world.clock.at += hour
    for (let id = 1; id <= 5; id++) world.add(id, { reach: id === 3 ? 90_000 : 10 })
    await poll()
    expect(posted('acme')).toEqual(['3'])
    world.clock.at += hour
    await poll()
    expect(posted('acme')).toEqual(['3'])
    world.clock.at = Date.UTC(2026, 10, 21, 7)
    await poll()
    expect(posted('acme')[0]).toBe('3')
    expect(posted('acme').toSorted()).toEqual(['1', '2', '3', '4', '5'])
  })

  it('do not make each poll read all held mentions of the night again', async () => {
    const { world, poll } = await evening(10)
    world.clock.at += hour
    for (let id = 1; id <= 100; id++) world.add(id, { reach: 10 })
    await poll()
    world.clock.at += 20 * minute
    await poll()
    world.clock.at += 20 * minute
    const before = world.mentions.pages
    await poll()
    expect(world.mentions.pages - before).toBe(1)
  })

  it('lose no held mention if the process dies in the night', async () => {
    const { world, poll, posted } = await evening()
    world.clock.at += hour
    for (let id = 1; id <= 6; id++) world.add(id, { reach: id === 4 ? 90_000 : 10 })
    await poll()
    const next = world.start()
    world.clock.at += hour
    await next()
    world.clock.at = Date.UTC(2026, 10, 21, 7)
    await world.start()()
    expect(posted('acme').toSorted()).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('also hold a mention that becomes visible later than a larger id, and it is posted when they end', async () => {
    const { world, poll, posted } = await evening()
    world.clock.at += hour
    world.add(1, { reach: 10 })
    world.add(3, { reach: 10 })
    await poll()
    world.add(2, { reach: 10 }, world.clock.at + 2 * hour)
    for (let passed = 0; passed < 9; passed++) {
      world.clock.at += hour
      await poll()
    }
    expect(posted('acme').toSorted()).toEqual(['1', '2', '3'])
  })

  it('request a poll at their end', async () => {
    const { world, poll } = await evening()
    world.clock.at += hour
    expect(await poll(['acme'])).toEqual([{ subscription: 'acme', retryAt: Date.UTC(2026, 10, 21, 7) }])
  })

  it('keep the checkpoint small although thousands of mentions after a held one are skipped', async () => {
    const only = { language: ['en'] }
    const world = createStoryWorld({ subscriptions: [subscriptionOf({ quiet, only })] })
    world.clock.at = Date.UTC(2026, 10, 20, 22, 30)
    const poll = world.start()
    await poll()
    world.add(1, { reach: 10, language: 'en' })
    for (let id = 2; id <= 2001; id++) {
      world.add(id, { reach: 10, language: 'de' })
      if (id % 200 !== 0) continue
      world.clock.at += 20 * minute
      await poll()
    }
    world.add(3000, { reach: 90_000, language: 'en' })
    await poll()
    expect(world.checkpoint().done.flatMap(({ ids }) => ids)).toEqual(['3000'])
    world.clock.at = Date.UTC(2026, 10, 21, 7)
    await poll()
    expect(world.channel.ids().toSorted()).toEqual(['1', '3000'])
    const skipped = world.decisions.filter(({ outcome }) => outcome === 'skipped')
    expect(new Set(skipped.map(({ id }) => id)).size).toBe(2000)
  })
})
