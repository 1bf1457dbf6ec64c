import { expect, it } from 'vitest'
import { createCardRecords, postedCards } from '../../src/cards/card-records.ts'
import type { CardRecord } from '../../src/model/card.ts'
import { memoryStore } from '../tools/memory-store.ts'

const at = Date.UTC(2026, 10, 20, 12)
const tsOf = (ms: number) => (ms / 1000).toFixed(6)

function recordOf(changes: Partial<CardRecord>): CardRecord {
  const who = { user: 'U1', by: 'Ana', at, firstAt: at }
  const where = { channel: 'C1', ts: tsOf(at), subscription: 'acme', alert: '7', mention: '1' }
  return { ...where, ...who, state: 'claimed', ...changes }
}

it('finds what people did with messages that were posted to a channel since a time', async () => {
  const cards = createCardRecords(postedCards(memoryStore()))
  const older = recordOf({ ts: tsOf(at - 1), mention: '2' })
  const [first, second] = [recordOf({}), recordOf({ ts: tsOf(at + 5000), mention: '3' })]
  const elsewhere = recordOf({ channel: 'C10', ts: tsOf(at + 1) })
  for (const card of [older, second, first, elsewhere]) await cards.change(card, () => card)
  const found = await cards.since(at, 'C1')
  expect(found.toSorted((a, b) => (a.ts < b.ts ? -1 : 1))).toEqual([first, second])
  expect(await cards.since(at - 1, 'C1')).toHaveLength(3)
  expect(await cards.since(0)).toHaveLength(4)
})
