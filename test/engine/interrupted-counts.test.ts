import { describe, expect, it } from 'vitest'
import type { AlertVolume } from '../../src/engine/anomalies/alert-volume.ts'
import { countOfLast, dayMs, hourMs } from '../../src/engine/anomalies/volume-counts.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, noon, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'
import { rhythm } from './anomalies/evaluation/a-rhythm.ts'

/** An alert with thirty mentions an hour. Its subscription is not polled for some days, so nobody reads what comes meanwhile. */

const perHour = 30
const bursts = [{ day: Math.floor(noon / dayMs) - 3, at: 0, hour: 0.5, 'half-hour': 0.5, quarter: 0.5 }]
const counts = { ...rhythm(noon, perHour), bursts }

/** The bot has counted the alert for two weeks, and has seen all ids up to `seenUpTo`. */
async function polledBefore(seenUpTo = 1000) {
  const world = createStoryWorld({ perDay: perHour * 24 })
  const seen = { watermark: String(seenUpTo), origin: String(seenUpTo), done: [] }
  world.volume?.kept.set('7', JSON.stringify({ counts, seen, announced: [] }))
  for (let id = seenUpTo - 4; id <= seenUpTo; id++) world.add(id)
  const run = world.start()
  await live(world, 10 * minute, run)
  return { world, run }
}

const volumeOf = (world: StoryWorld): AlertVolume => JSON.parse(world.volume?.kept.get('7') ?? '{}')

const spikes = (world: StoryWorld) =>
  world.channel.messages().filter(({ content }) => content.text.startsWith('Spike in '))

/** So many mentions come while nobody polls, the last one now. */
function missed(world: StoryWorld, days: number, count: number, firstId = 2001) {
  const begin = world.clock.at
  world.clock.at += days * dayMs
  for (let nth = 1; nth <= count; nth++) {
    const at = begin + (nth * days * dayMs) / count
    world.add(firstId + nth - 1, { date: at, sentiment: 'neutral' }, at)
  }
}

/** Mentions come at an even rate from now on. */
function arrive(world: StoryWorld, anHour: number, ms: number, firstId: number) {
  const begin = world.clock.at
  for (let nth = 1; nth <= (anHour * ms) / hourMs; nth++) {
    const at = begin + (nth * hourMs) / anHour
    world.add(firstId + nth, { date: at, sentiment: 'neutral' }, at)
  }
}

describe('after ten days in which nobody read the mentions of an alert', () => {
  it.each([
    [
      'a channel that skips them',
      (world: StoryWorld, run: ReturnType<StoryWorld['start']>) => {
        world.startOver = 'answer'
        return run
      },
    ],
    [
      'a new subscription',
      (world: StoryWorld) => {
        world.subscriptions[0] = subscriptionOf({ name: 'again' })
        return world.start()
      },
    ],
  ])('%s gets no spike at the ordinary number of mentions, but one at a crisis', async (_, goOn) => {
    const { world, run } = await polledBefore()
    missed(world, 10, 600)
    const next = goOn(world, run)
    arrive(world, perHour, hourMs, 10_000)
    await live(world, hourMs, next)
    expect(spikes(world)).toEqual([])
    arrive(world, 20 * perHour, hourMs, 20_000)
    await live(world, hourMs, next)
    expect(spikes(world)).toHaveLength(1)
  })

  it('the counts begin anew with the daily totals of the mention service, and keep what was learned of bursts', async () => {
    const { world, run } = await polledBefore()
    missed(world, 10, 600)
    world.startOver = 'answer'
    const at = world.clock.at
    await run()
    expect(volumeOf(world).counts).toMatchObject({ since: at, bursts })
    expect(volumeOf(world).counts.days.total.counts).toEqual(Array.from({ length: 14 }, () => perHour * 24))
  })
})

describe('the counts of an alert go on', () => {
  it('after a pause whose mentions are read, although they are skipped', async () => {
    const { world, run } = await polledBefore()
    missed(world, 10, 200)
    world.startOver = 'answer'
    await live(world, 4 * minute, run)
    expect(volumeOf(world).counts.since).toBe(counts.since)
  })

  it('after a pause of hours', async () => {
    const { world, run } = await polledBefore()
    missed(world, 0.9, 600)
    world.startOver = 'answer'
    await live(world, 4 * minute, run)
    expect(volumeOf(world).counts.since).toBe(counts.since)
  })

  it('if another subscription has read its mentions meanwhile', async () => {
    const { world, run } = await polledBefore()
    missed(world, 10, 600)
    const volume = volumeOf(world)
    volume.seen = { watermark: '2590', origin: '1000', done: [] }
    world.volume?.kept.set('7', JSON.stringify(volume))
    world.startOver = 'answer'
    await live(world, 4 * minute, run)
    expect(volumeOf(world).counts.since).toBe(counts.since)
  })
})

it('mentions are counted after the mention service has started its ids again, and the counts begin anew only once', async () => {
  const { world, run } = await polledBefore(100_000)
  world.mentions.removeAbove('0')
  world.clock.at += hourMs
  for (let id = 1; id <= 5; id++) world.add(id, { date: world.now() })
  world.startOver = 'again-1'
  const at = world.clock.at
  await live(world, 4 * minute, run)
  arrive(world, perHour, hourMs, 10)
  await live(world, 40 * minute, run)
  const after = volumeOf(world).counts
  expect(countOfLast(after, world.clock.at, hourMs)).toBeGreaterThan(15)
  expect(after.since).toBe(at)
})

describe('after a “start-again” of long ago', () => {
  /** Its subscription holds mentions over a night, and posts the first ones. Meanwhile, all of them were counted for another subscription. */
  async function afterANight(volumeBefore: (volume: AlertVolume) => AlertVolume) {
    const { world, run } = await polledBefore()
    world.startOver = 'again-1'
    await live(world, 10 * minute, run)
    const volume = volumeBefore(volumeOf(world))
    volume.seen = { watermark: '5000', origin: '1000', done: [] }
    world.volume?.kept.set('7', JSON.stringify(volume))
    arrive(world, perHour, hourMs, 2000)
    await live(world, hourMs, run)
    return { world, run }
  }

  it('the counts go on although a subscription lags behind them', async () => {
    const { world } = await afterANight((volume) => volume)
    expect(volumeOf(world).counts.since).toBe(counts.since)
  })

  it('the counts of an older store, which does not say when it was, begin anew only once', async () => {
    const { world, run } = await afterANight(({ restarts: _, ...volume }) => volume)
    const begun = volumeOf(world)
    expect(begun.counts.since).toBeGreaterThan(counts.since)
    world.volume?.kept.set(
      '7',
      JSON.stringify({ ...begun, seen: { watermark: '9000', origin: '1000', done: [] } }),
    )
    arrive(world, perHour, hourMs, 6000)
    await live(world, hourMs, run)
    expect(volumeOf(world).counts.since).toBe(begun.counts.since)
  })

  it.each([
    ['has given new ids', 5],
    ['has no mentions yet', 0],
  ])('the counts begin anew after another one, once, if the mention service %s', async (_, first) => {
    const { world, run } = await afterANight((volume) => volume)
    world.mentions.removeAbove('0')
    world.clock.at += hourMs
    for (let id = 1; id <= first; id++) world.add(id, { date: world.now() })
    world.startOver = 'again-2'
    const at = world.clock.at
    await live(world, 4 * minute, run)
    arrive(world, perHour, hourMs, 10)
    await live(world, hourMs, run)
    expect(volumeOf(world).counts.since).toBe(at)
    expect(countOfLast(volumeOf(world).counts, world.clock.at, hourMs)).toBeGreaterThan(15)
  })
})
