import { compareIds } from '@overheard/mention-client/id'
import { describe, expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { createDoneInService } from '../../../src/features/done-in-service/done-in-service.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = 1_795_262_400_000
const pageSize = 3

/** A process with one open card for each id, and a mention service that has mentions 1 to 100 in pages of three. */
async function world(ids: number[], done: Set<string>) {
  const cards = createCards({
    keptMs: 90 * 86_400_000,
    store: memoryStore(new Map()),
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    nameOf: async (user) => user,
    openForMs: 14 * 86_400_000,
    weights: defaultWeights,
    now: () => now,
  })
  for (const id of ids) {
    const message = { channel: 'C1', ts: `1795176000.${String(id).padStart(6, '0')}` }
    const shows = { kind: 'card', mention: sampleMention({ id: String(id) }), style: 'full' } as const
    await cards.originalCards.keep({ ...message, subscription: 'acme', alert: '7', actions: [], shows })
  }
  const clock = { at: now }
  const budget = { requests: 280, pausedForMs: 0, waiting: 0 }
  const pages: string[] = []
  const check = createDoneInService({
    ...cards,
    now: () => clock.at,
    requests: async () => budget,
    async readPage(_alert, since) {
      pages.push(since)
      const above = Array.from({ length: 100 }, (_, at) => String(at + 1)).filter(
        (id) => compareIds(id, since) > 0,
      )
      const mentions = above.slice(0, pageSize).map((id) => sampleMention({ id, done: done.has(id) }))
      return { mentions, last: above.length <= pageSize }
    },
  })
  clock.at += 9 * 60_000
  const openIds = async () =>
    (await cards.open.all()).map(({ mention }) => Number(mention)).sort((a, b) => a - b)
  return { cards, check, budget, clock, pages, openIds }
}

describe('the check for mentions that are done in the mention service', () => {
  it('closes the open mentions that are done there, and says on the card who closed them', async () => {
    const { cards, check, openIds } = await world([1, 2, 50], new Set(['2', '50']))
    await check.check()
    expect(await openIds()).toEqual([1])
    expect(await cards.actionsIn('C1')).toMatchObject([
      { mention: '2', state: 'done', by: 'the mention service' },
      { mention: '50', state: 'done' },
    ])
  })

  it('reads a page for neighbours together, at most 20 pages each time, and goes on where it ended', async () => {
    const ids = [1, 2, ...Array.from({ length: 21 }, (_, at) => 10 + 4 * at)]
    const { check, pages, openIds } = await world(ids, new Set(['90']))
    await check.check()
    expect(pages.slice(0, 3)).toEqual(['0', '9', '13'])
    expect(pages).toHaveLength(20)
    expect(await openIds()).toEqual(ids)
    await check.check()
    expect(pages.slice(20)).toEqual(['85', '89'])
    expect(await openIds()).toEqual(ids.slice(0, -1))
    await check.check()
    expect(pages.slice(22, 23)).toEqual(['0'])
  })

  it('closes a mention only once, so that a person can reopen it', async () => {
    const { cards, check, openIds } = await world([1], new Set(['1']))
    await check.check()
    const message = { channel: 'C1', ts: '1795176000.000001' }
    await cards.applyAction({ message, mentions: ['1'], user: 'Ana', action: 'reopen' })
    await check.check()
    expect(await openIds()).toEqual([1])
  })

  it('reads nothing in the first nine minutes of a process, because polls catch up then', async () => {
    const { check, clock, pages } = await world([1], new Set())
    clock.at -= 1
    await check.check()
    expect(pages).toEqual([])
  })

  it.each([
    ['polls have used half of the requests of this minute', { requests: 149 }],
    ['the mention service asked for a pause', { pausedForMs: 1 }],
    ['other requests wait', { waiting: 1 }],
  ])('reads nothing if %s', async (_, changes) => {
    const { check, budget, pages } = await world([1], new Set())
    Object.assign(budget, changes)
    await check.check()
    expect(pages).toEqual([])
  })
})
