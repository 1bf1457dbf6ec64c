import { describe, expect, it } from 'vitest'
import { countAt } from '../../src/engine/anomalies/volume-counts.ts'
import { createIsOwn } from '../../src/engine/rules/own-voice.ts'
import { createReplay } from '../../src/engine/rules/replay.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { live } from '../tools/live.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { createStoryWorld, minute, subscriptionOf } from '../tools/story-world.ts'

/** Mentions that our own organisation published. */

const isOwn = createIsOwn({ authors: ['Acme PR'], domains: ['acme.example'] })
const ours = {
  url: 'https://news.acme.example/launch',
  title: 'Acme launches a kettle that never boils over',
}
const author = { name: 'Acme PR', audience: 0, url: '' }

async function polled(options: Parameters<typeof createStoryWorld>[0] = {}) {
  const world = createStoryWorld({ isOwn, ...options })
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

const cardOf = (world: ReturnType<typeof createStoryWorld>, id: number) => {
  const sent = world.channel.messages().filter(({ receipt }) => receipt?.ids.includes(String(id)))
  expect(sent).toHaveLength(1)
  return sent[0]?.content.blocks ?? []
}

describe('a mention of our own organisation', () => {
  it.each([
    ['its author', { author }],
    ['its site', { url: ours.url }],
  ])('is recognised by %s', (_, changes) => {
    expect(isOwn(sampleMention(changes))).toBe(true)
    expect(isOwn(sampleMention())).toBe(false)
  })

  it('is posted as one line without buttons, and the decision log says why', async () => {
    const { world, run } = await polled()
    world.add(1, ours)
    world.add(2, { title: 'Another mention' })
    await live(world, 3 * minute, run)
    expect(cardOf(world, 1).map(({ type }) => type)).toEqual(['rich_text'])
    expect(cardOf(world, 2).map(({ type }) => type)).toContain('actions')
    expect(world.decisions.find(({ id }) => id === '1')).toMatchObject({ outcome: 'posted', reason: 'own' })
  })

  it('neither joins a story nor begins one', async () => {
    const { world, run } = await polled({ subscriptions: [subscriptionOf({ dedupe: 'story' })] })
    world.add(1, ours)
    world.add(2, { title: ours.title, url: 'https://paper.example/acme' })
    await live(world, 3 * minute, run)
    world.add(3, { ...ours, url: 'https://acme.example/again' })
    await live(world, 3 * minute, run)
    for (const id of [1, 2, 3]) expect(cardOf(world, id).length).toBeGreaterThan(0)
    expect(world.decisions.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  })

  it('counts for the use of the plan, but not as a mention of the hour', async () => {
    const { world, run } = await polled({ perDay: 4 })
    world.add(1, ours)
    world.add(2)
    await live(world, 3 * minute, run)
    const { counts } = JSON.parse(world.volume?.kept.get('7') ?? '')
    const sum = (timeline: { counts: number[] }) => timeline.counts.reduce((all, one) => all + one, 0)
    expect(sum(counts.hours.total)).toBe(1)
    expect(countAt(counts.days.total, Math.floor(world.now() / 86_400_000))).toBe(2)
  })

  it('does not start a spike, however many there are', async () => {
    const { world, run } = await polled({ perDay: 4, subscriptions: [subscriptionOf({ burst: 3 })] })
    for (let id = 1; id <= 60; id++) world.add(id, { url: `https://acme.example/${id}` })
    await live(world, 10 * minute, run)
    expect(world.checkpoint().spike?.state.kind ?? 'calm').toBe('calm')
  })

  it('is a post of its own in a replay of the past, although its story was posted before', () => {
    const replay = createReplay(decideFor(subscriptionOf(), { isOwn }), { now: 1, dedupe: 'story' })
    const page = [
      sampleMention({ id: '1', ...ours, url: 'https://paper.example/1' }),
      sampleMention({ id: '2', ...ours }),
    ]
    expect(replay(page).map(({ decision }) => decision.reason)).toEqual(['passed', 'own'])
  })
})
