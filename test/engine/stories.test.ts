import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postedCards } from '../../src/cards/posted-cards.ts'
import { worthReasons } from '../../src/cards/worth.ts'
import { createReplay } from '../../src/engine/rules/replay.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import type { Sent } from '../tools/fake-channel.ts'
import { live } from '../tools/live.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { cardsOf, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** The same story at many places, poll by poll. killed.test.ts tests it with kills. */

const dedupe = { dedupe: 'story' as const }
const title = 'Acme recalls kettles after fire reports in Europe'

async function looked(options: Parameters<typeof createStoryWorld>[0] = {}) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf(dedupe)], ...options })
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

const notify = (
  world: StoryWorld,
  id: number,
  reach: number,
  changes: { title?: string; url?: string } = {},
) => world.add(id, { title, url: `https://p${id}.example/recall`, reach, ...changes })

const cards = (world: StoryWorld) =>
  world.channel
    .messages()
    .filter(({ receipt }) => receipt?.ids.length)
    .map(({ receipt, content }) => [
      receipt?.ids.join(),
      /(?:Still spreading|Picked up by \d).*/s.exec(content.text)?.[0] ?? '',
    ])

describe('a story at many places', () => {
  it('is collected on its first card and resurfaces at tenfold reach, with each step in the decision log', async () => {
    const { world, run } = await looked()
    notify(world, 1, 1500)
    notify(world, 2, 500)
    await live(world, 3 * minute, run)
    notify(world, 3, 500, { title: 'Acme recalls some kettles after fire reports in Europe' })
    notify(world, 4, 500, { url: 'https://www.p3.example/recall/', title: 'Kettles' })
    await live(world, 3 * minute, run)
    notify(world, 5, 20_000)
    await live(world, 3 * minute, run)
    notify(world, 6, 100)
    await live(world, 3 * minute, run)
    const [first] = world.channel.messages().filter(({ receipt }) => receipt?.ids.includes('1'))
    const [one, two] = cards(world)
    expect(one).toEqual([
      '1',
      'Picked up by 3 sites · 2.5k combined reach: https://p2.example/recall, https://www.p3.example/recall/',
    ])
    expect(two?.[1]).toMatch(/^Still spreading: now on 5 sites · /)
    const end = `22.6k combined reach on all sites, for example https://p6.example/recall\nFirst post: https://slack.example/${first?.ts}`
    expect(two?.[1]?.endsWith(end)).toBe(true)
    const told = world.decisions.map(({ id, outcome, reason, detail }) => [id, outcome, reason, detail])
    expect(told).toEqual([
      ['1', 'posted', 'passed', undefined],
      ['2', 'skipped', 'duplicate.title', '1'],
      ['3', 'skipped', 'duplicate.likeness', '1, 0.89'],
      ['4', 'skipped', 'duplicate.address', '1'],
      ['5', 'posted', 'story.again', '1, 4, 22500'],
      ['6', 'skipped', 'duplicate.title', '5'],
    ])
  })

  it('in other words, too, rests and comes back with a new card when it has spread', async () => {
    const { world, run } = await looked({ subscriptions: [subscriptionOf({ dedupe: 'coverage' })] })
    notify(world, 1, 1500, { title: 'Acme recalls 4,000 kettles after fire reports' })
    notify(world, 2, 500, { title: '4,000 Acme kettles recalled after reports of fire' })
    await live(world, 3 * minute, run)
    world.clock.at += 3 * 24 * 60 * minute
    notify(world, 3, 30_000, { title: 'Fire in kettles: recall of 4,000 by Acme ends' })
    await live(world, 3 * minute, run)
    notify(world, 4, 10, { title: 'Acme: recall of 4,000 kettles after fire reports has ended' })
    await live(world, 3 * minute, run)
    const told = world.decisions.map(({ id, outcome, reason, detail }) => [id, outcome, reason, detail])
    expect(told).toEqual([
      ['1', 'posted', 'passed', undefined],
      ['2', 'skipped', 'duplicate.words', expect.stringMatching(/^1, /)],
      ['3', 'posted', 'story.again', '1, 3, 32000'],
      ['4', 'skipped', 'duplicate.words', expect.stringMatching(/^3, /)],
    ])
  })

  it('is not recognised without the setting dedupe: story: similar titles do not join and nothing resurfaces', async () => {
    const { world, run } = await looked({ subscriptions: [subscriptionOf({ dedupe: 'url' })] })
    notify(world, 1, 1500)
    notify(world, 2, 900_000)
    notify(world, 3, 500, { title: 'Acme recalls some kettles after fire reports in Europe' })
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['1', '3'])
    expect(world.channel.messages()[1]?.content.text).toContain(
      'Also found once more: https://p2.example/recall',
    )
  })

  it('has each page once without the setting dedupe: story, also if two alerts find the page under one title', async () => {
    const { world, run } = await looked({ subscriptions: [subscriptionOf({ dedupe: 'url' })] })
    notify(world, 1, 10)
    await live(world, 3 * minute, run)
    for (const id of [2, 3]) notify(world, id, 10, { url: 'https://p2.example/recall' })
    await live(world, 3 * minute, run)
    const [original] = cardsOf(world)
    expect(original?.duplicates.map(({ id, sharesAddress }) => [id, sharesAddress])).toEqual([
      ['2', undefined],
      ['3', undefined],
    ])
    const first = sampleMention({ id: '1', url: 'https://p1.example/recall' })
    expect(worthReasons(first, world.now(), original).sites).toBe(2)
  })

  it('updates its card once for all mentions that join in one poll', async () => {
    const { world, run } = await looked()
    for (let id = 1; id <= 40; id++) notify(world, id, 10)
    await live(world, 3 * minute, run)
    expect(cards(world).map(([id, line]) => [id, line?.slice(0, 43)])).toEqual([
      ['1', 'Picked up by 40 sites · 400 combined reach:'],
    ])
    expect(world.channel.updates).toBe(1)
  })

  it('leads to the same decisions in polls as in a preview', async () => {
    const mention = fc.record({
      place: fc.nat(9),
      reach: fc.oneof(fc.nat(500), fc.nat(200_000)),
      title: fc.constantFrom(title, `${title} today`, 'Acme wins the prize for the best kettle', 'Kettles'),
      after: fc.constantFrom(0, 0, 3, 60 * 24 * 3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(mention, { minLength: 1, maxLength: 25 }), async (drawn) => {
        const subscription = subscriptionOf({ ...dedupe, burst: 100 })
        const { world, run } = await looked({ subscriptions: [subscription] })
        const mentions: Mention[] = []
        for (const [index, { place, after, ...fields }] of drawn.entries()) {
          world.clock.at += after * minute
          const id = index + 1
          const changes = { url: `https://p${place}.example/x`, date: world.now(), ...fields }
          world.add(id, changes)
          mentions.push(sampleMention({ id: String(id), ...changes }))
          await run()
        }
        const replayed = createReplay(decideFor(subscription), { now: world.now(), dedupe: 'story' })(
          mentions,
        )
        const told = replayed.map(({ mention: { id }, decision: { kind, reason, detail } }) => [
          id,
          kind,
          reason,
          detail,
        ])
        const happened = world.decisions.map(({ id, outcome: became, reason, detail }) => [
          id,
          became === 'posted' ? 'deliver' : 'skip',
          reason,
          detail,
        ])
        expect(happened).toEqual(told)
      }),
      { numRuns: 60 },
    )
  })

  it('continues in another process that does not know yet that the story resurfaced', async () => {
    const { world, run } = await looked()
    const other = world.start()
    notify(world, 1, 1500)
    await live(world, 3 * minute, run)
    await live(world, minute, other)
    const third = world.start()
    await live(world, minute, third)
    notify(world, 2, 20_000)
    await live(world, 3 * minute, run)
    notify(world, 3, 20_000)
    notify(world, 4, 200_000)
    await live(world, 3 * minute, third)
    expect(world.channel.ids()).toEqual(['1', '2', '4'])
  })

  it('starts again with a new card if somebody deletes its card', async () => {
    const { world, run } = await looked()
    notify(world, 1, 1500)
    notify(world, 2, 20_000)
    await live(world, 3 * minute, run)
    const last = world.channel.messages().at(-1)
    world.channel.delete(last?.ts ?? '')
    notify(world, 3, 100)
    notify(world, 4, 100)
    await live(world, 3 * minute, run)
    expect(cards(world)).toEqual([
      ['1', ''],
      ['3', 'Picked up by 2 sites · 200 combined reach: https://p4.example/recall'],
    ])
  })

  it.each([
    ['accepts no blocks', (sent: Sent) => sent.content.blocks.length > 0, ['1']],
    ['accepts no update of its card', (sent: Sent) => sent.content.text.includes('sites'), ['1', '2', '3']],
  ])('continues if Slack %s', async (_, refuses, ids) => {
    const { world, run } = await looked()
    world.channel.refuses = (sent) =>
      refuses(sent) ? { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' } : undefined
    for (const id of [1, 2, 3]) notify(world, id, 10)
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toEqual(ids)
    if (ids.length === 1)
      expect(world.channel.messages().at(-1)?.content.text).toContain(
        'Picked up by 3 sites · 30 combined reach',
      )
  })

  it('does not resurface after somebody marked it as not relevant', async () => {
    const { world, run } = await looked()
    notify(world, 1, 1500)
    await live(world, 3 * minute, run)
    const { ts = '' } = world.channel.messages().at(-1) ?? {}
    const about = { channel: 'C1', ts, subscription: 'acme', alert: '7', mention: '1' }
    const state = { state: 'not-relevant' as const, user: 'U1', by: 'Ana', at: 1, firstAt: 1 }
    const cards = postedCards(memoryStore(world.records))
    await cards.change(about, (card) => card && { ...card, actions: [{ ...about, ...state }] })
    notify(world, 2, 900_000)
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
    expect(world.channel.messages().at(-1)?.content.text).toContain('Not relevant, marked by Ana')
  })

  it('only updates its own card during a spike, and does not resurface beside the spike’s card', async () => {
    const { world, run } = await looked({ perDay: 24 })
    notify(world, 1, 1500)
    await live(world, 3 * minute, run)
    for (let id = 2; id <= 40; id++) world.add(id)
    await live(world, 3 * minute, run)
    notify(world, 50, 900_000)
    await live(world, 3 * minute, run)
    const high = world.channel.messages().filter(({ thread }) => thread === undefined)
    expect(high.flatMap(({ receipt }) => receipt?.ids ?? [])).toEqual(['1'])
    expect(cards(world)[0]).toEqual([
      '1',
      'Picked up by 2 sites · 902k combined reach: https://p50.example/recall',
    ])
  })
})
