import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import type { CountedCorrection } from '../../src/model/correction.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const rated = { sentiment: 'neutral' } satisfies Partial<Mention>

function correctionOf(world: StoryWorld, mention: string, changes: Partial<CountedCorrection> = {}) {
  const posts = [{ subscription: 'acme', at: world.now() }]
  const about = { mention, user: 'U1', by: 'Ana', at: world.now(), countsAt: world.now(), posts }
  return { ...about, was: 'neutral', to: 'negative', ...changes } satisfies CountedCorrection
}

it('a held mention is posted in quiet hours as soon as its corrected sentiment makes it urgent', async () => {
  const quiet = { from: '22:00', to: '07:00', timezone: 'UTC', urgent: { sentiment: ['negative' as const] } }
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ quiet })] })
  world.clock.at = Date.UTC(2026, 10, 20, 21, 30)
  const poll = world.start()
  await poll()
  world.clock.at += 60 * minute
  world.add(1, rated)
  world.add(2, rated)
  await poll()
  expect(world.channel.ids()).toEqual([])
  world.corrections = [correctionOf(world, '2')]
  world.clock.at += minute
  await poll()
  expect(world.channel.ids()).toEqual(['2'])
})

describe('in a running spike,', () => {
  async function startSpike() {
    const world = createStoryWorld({ perDay: 24 })
    const run = world.start()
    await live(world, 5 * minute, run)
    for (let id = 1; id <= 60; id++) world.add(id, { ...rated, date: world.now() })
    await live(world, 5 * minute, run)
    const stored = () => world.checkpoint().spike?.state
    const counts = () => {
      const state = stored()
      const volume = JSON.parse(world.volume?.kept.get('7') ?? '{}')
      const sum = (tally: 'rated' | 'negative', of: 'minutes' | 'hours' | 'days') =>
        volume.counts[of][tally].counts.reduce((total: number, count: number) => total + count, 0)
      return {
        spike: state?.kind === 'spike' ? [state.summary.rated, state.summary.negative] : [],
        minutes: [sum('rated', 'minutes'), sum('negative', 'minutes')],
        hours: [sum('rated', 'hours'), sum('negative', 'hours')],
      }
    }
    const all = (one: [number, number]) => ({ spike: one, minutes: one, hours: one })
    return { world, run, counts, all }
  }

  it('a corrected mention counts with its new sentiment, once, and as before after the correction is taken back', async () => {
    const { world, run, counts, all } = await startSpike()
    expect(counts()).toEqual(all([60, 0]))
    const at = world.channel.messages().at(-1)?.ts
    const countsAt = Number(at) * 1000
    const correction = correctionOf(world, '7', { countsAt, posts: [{ subscription: 'acme', at: countsAt }] })
    world.corrections = [correction]
    // A spike stores its summary together with new mentions.
    const mention = async (id: number) => {
      world.add(id, { ...rated, date: world.now() })
      await live(world, 4 * minute, run)
    }
    await mention(61)
    expect(counts()).toEqual(all([61, 1]))
    await mention(62)
    expect(counts()).toEqual(all([62, 1]))
    const { to: _, ...undone } = correction
    world.corrections = [{ ...undone, at: correction.at + 1 }]
    await mention(63)
    expect(counts()).toEqual(all([63, 0]))
  })

  it('a mention that another subscription has posted and people corrected counts with its new sentiment when it is found', async () => {
    const { world, run, counts } = await startSpike()
    world.corrections = [correctionOf(world, '61', { posts: [] })]
    world.add(61, { ...rated, date: world.now() })
    await live(world, 4 * minute, run)
    expect(counts().spike).toEqual([61, 1])
    world.corrections = [correctionOf(world, '61')]
    world.add(62, { ...rated, date: world.now() })
    await live(world, 4 * minute, run)
    expect(counts().spike).toEqual([62, 1])
  })
})
