import { expect, it } from 'vitest'
import type { CardRecord } from '../../src/model/card.ts'
import { cardRecords } from '../../src/store/collections.ts'
import { recordsIn } from '../tools/fake-first-cards.ts'

const at = Date.UTC(2026, 10, 20, 12)
const tsOf = (ms: number) => (ms / 1000).toFixed(6)

function recordOf(changes: Partial<CardRecord>): CardRecord {
  const who = { user: 'U1', by: 'Ana', at, firstAt: at }
  const where = { channel: 'C1', ts: tsOf(at), subscription: 'acme', alert: '7', mention: '1' }
  return { ...where, ...who, state: 'claimed', ...changes }
}

it('what people made of the messages that a channel got since a moment, and of no others', async () => {
  const cards = cardRecords(recordsIn(new Map()), () => at)
  const older = recordOf({ ts: tsOf(at - 1), mention: '2' })
  const [first, second] = [recordOf({}), recordOf({ ts: tsOf(at + 5000), mention: '3' })]
  const elsewhere = recordOf({ channel: 'C10', ts: tsOf(at + 1) })
  for (const card of [older, second, first, elsewhere]) await cards.change(card, () => card)
  const found = await cards.postedTo('C1', at)
  expect(found.toSorted((a, b) => (a.ts < b.ts ? -1 : 1))).toEqual([first, second])
  expect(await cards.postedTo('C1', at - 1)).toHaveLength(3)
  expect(await cards.all()).toHaveLength(4)
})
