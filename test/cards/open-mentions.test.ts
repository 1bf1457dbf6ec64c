import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOpenMentions } from '../../src/cards/open-mentions.ts'
import { postedCards } from '../../src/cards/posted-cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { PostedCard } from '../../src/model/card.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const now = Date.UTC(2026, 10, 22, 12)
const dayMs = 86_400_000
const everything = () => true
const channel = 'C1'
const tsOf = (at: number, index: number) => `${Math.floor(at / 1000)}.${String(index).padStart(6, '0')}`

type Fields = { reach?: number; sentiment?: 'negative' | 'positive' | undefined; ageMs?: number }

/** The card of one mention that was posted `ageMs` ago. */
function cardOf(index: number, { reach = 1000, sentiment, ageMs = 0 }: Fields = {}): PostedCard {
  const at = now - ageMs
  const { sentiment: _, ...plain } = sampleMention({
    id: String(index),
    reach,
    date: at,
    title: 'Acme',
    snippet: '',
  })
  const mention = sentiment === undefined ? plain : { ...plain, sentiment }
  const shows = { kind: 'card', mention, style: 'full' } as const
  return { channel, ts: tsOf(at, index), subscription: 'acme', alert: '7', actions: [], shows }
}

const action = (card: PostedCard, state: 'claimed' | 'done' | 'not-relevant') => ({
  ...card,
  actions: [
    {
      ...{ channel, ts: card.ts, subscription: 'acme', alert: '7', state },
      ...{
        mention: card.shows.kind === 'card' ? card.shows.mention.id : '',
        user: 'U1',
        by: 'Ana',
        at: now,
        firstAt: now,
      },
    },
  ],
})

function world(clock = { now }) {
  const cards = postedCards(memoryStore())
  const open = createOpenMentions({
    cards,
    now: () => clock.now,
    openForMs: 14 * dayMs,
    weights: defaultWeights,
  })
  const put = async (card: PostedCard) => {
    await cards.change(card, () => card)
    open.update(card)
  }
  const ids = async (query: Partial<Parameters<typeof open.best>[0]> = {}) => {
    const { rows, total } = await open.best({ offset: 0, limit: 1000, accepts: everything, ...query })
    return { ids: rows.map(({ mention }) => mention), total }
  }
  return { open, put, ids, clock }
}

describe('the list of open mentions', () => {
  it('begins with the most urgent mention: negative before positive, wide reach before narrow, new before old', async () => {
    const { put, ids } = world()
    await put(cardOf(1, { sentiment: 'positive' }))
    await put(cardOf(2, { sentiment: 'negative' }))
    await put(cardOf(3, { sentiment: 'negative', reach: 1_000_000 }))
    await put(cardOf(4, { sentiment: 'negative', ageMs: 6 * dayMs }))
    expect(await ids()).toEqual({ ids: ['3', '2', '1', '4'], total: 4 })
  })

  it('loses a mention that somebody marks as done or not relevant, and gets it back when the mark is undone', async () => {
    const { put, ids, open } = world()
    const [done, dismissed, claimed] = [cardOf(1), cardOf(2), cardOf(3)]
    for (const card of [done, dismissed, claimed]) await put(card)
    await ids()
    await put(action(done, 'done'))
    await put(action(dismissed, 'not-relevant'))
    await put(action(claimed, 'claimed'))
    const { rows } = await open.best({ offset: 0, limit: 10, accepts: everything })
    expect(rows).toMatchObject([{ mention: '3', state: { user: 'U1', by: 'Ana', state: 'claimed' } }])
    await put(done)
    expect((await ids()).ids.toSorted()).toEqual(['1', '3'])
  })

  it('loses a mention that becomes too old, even without any event', async () => {
    const { put, ids, clock, open } = world()
    await put(cardOf(1))
    await put(cardOf(2, { ageMs: dayMs }))
    expect((await ids()).total).toBe(2)
    clock.now += 13 * dayMs + 1000
    open.prune(clock.now)
    expect((await ids()).ids).toEqual(['1'])
    clock.now += dayMs
    expect((await ids()).total).toBe(0)
  })

  it('includes each mention in the thread of a burst', async () => {
    const { put, ids } = world()
    const mentions = [1, 2, 3].map((id) => sampleMention({ id: String(id) }))
    const card = cardOf(9)
    await put({ ...card, shows: { kind: 'thread', mentions, firstNumber: 4 } })
    expect((await ids()).ids.toSorted()).toEqual(['1', '2', '3'])
  })

  it('includes mentions that another process posted, from the next query on', async () => {
    const cards = postedCards(memoryStore())
    const open = createOpenMentions({ cards, now: () => now, openForMs: dayMs, weights: defaultWeights })
    expect((await open.best({ offset: 0, limit: 10, accepts: everything })).total).toBe(0)
    const card = cardOf(1)
    await cards.add(card, card)
    expect((await open.best({ offset: 0, limit: 10, accepts: everything })).total).toBe(1)
  })

  it('stays sorted after any posts and button presses', async () => {
    const step = fc.record({
      card: fc.integer({ min: 1, max: 12 }),
      state: fc.constantFrom(undefined, 'claimed' as const, 'done' as const),
      reach: fc.nat(100_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { put, open, ids } = world()
        await ids()
        const latest = new Map<number, PostedCard>()
        for (const { card: index, state, reach } of steps) {
          const card = cardOf(index, { reach })
          latest.set(index, state === undefined ? card : action(card, state))
          await put(latest.get(index) ?? card)
        }
        const expected = [...latest.values()].filter(({ actions }) =>
          actions.every(({ state }) => state !== 'done'),
        )
        const { rows, total } = await open.best({ offset: 0, limit: 100, accepts: everything })
        expect(total).toBe(expected.length)
        const scores = rows.map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect(new Set(rows.map(({ mention }) => mention)).size).toBe(total)
      }),
    )
  })

  it('counts only the mentions that the asker may see, and fills its pages with them', async () => {
    const { put, ids } = world()
    for (let index = 1; index <= 25; index++) await put(cardOf(index, { reach: 10 ** (index % 5) }))
    const accepts = ({ mention }: { mention: string }) => Number(mention) % 2 === 0
    const pages = await Promise.all([0, 5, 10].map((offset) => ids({ offset, limit: 5, accepts })))
    expect(pages.map(({ total }) => total)).toEqual([12, 12, 12])
    expect(pages.flatMap((page) => page.ids).length).toBe(12)
    expect(new Set(pages.flatMap((page) => page.ids)).size).toBe(12)
  })
})
