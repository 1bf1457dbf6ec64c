import { expect, it } from 'vitest'
import { isLetThrough, learnedOf } from '../../../src/features/relevance/filter.ts'
import { heldKey, labelKind, type StoredLabel } from '../../../src/features/relevance/model.ts'
import { replayRule } from '../../../src/features/relevance/replay.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const plain = subscriptionOf({ name: 'apple', alert: 'Apple', channel: 'C1' })
const withAbout = { ...plain, about: { text: 'Apple, the maker of computers', sites: [] } }

const mentionOf = (id: number, snippet: string) =>
  sampleMention({ ...{ id: String(id), title: '', snippet, url: `https://n.example/${id}`, source: 'web' } })
const fruit = (id: number) => mentionOf(id, 'Pie with Apple from the orchard')
const inSmallLetters = (id: number) => mentionOf(id, 'He ate an apple in Berlin.')
const ids = Array.from({ length: 200 }, (_, at) => at + 1)
const letThrough = ids.filter((id) => isLetThrough(heldKey('apple', String(id))))

async function taughtStore() {
  const store = memoryStore()
  const labels = openCollection(store, labelKind)
  for (let id = 1; id <= 40; id++) {
    const isRelevant = id % 2 === 0
    const mention = isRelevant ? mentionOf(id, 'Apple sells an iphone in the store') : fruit(id)
    const label: StoredLabel = { alert: '7', at: now, isRelevant, mention: learnedOf(mention, 'Apple') }
    await labels.put(`7 ${id}`, label)
  }
  return store
}

it('past mentions are judged by what was learned for their alert, and the share that is let through is not held back', async () => {
  const rules = await replayRule(await taughtStore())
  const rule = rules(withAbout, '7')
  const heldBack = ids.filter((id) => rule?.(fruit(id), now)?.reason === 'about')
  expect(letThrough.length).toBeGreaterThan(0)
  expect(heldBack).toEqual(ids.filter((id) => !letThrough.includes(id)))
  expect(rule?.(mentionOf(1, 'Apple sells an iphone in the store'), now)).toBeUndefined()
  expect(rules(withAbout, '8')?.(fruit(2), now)).toBeUndefined()
})

it('without a store, past mentions are judged by the rules of about', async () => {
  const rule = (await replayRule(undefined))(withAbout, '7')
  const id = ids.find((one) => !letThrough.includes(one)) ?? 0
  expect(rule?.(inSmallLetters(id), now)).toEqual({
    kind: 'skip',
    reason: 'about',
    detail: '{"against":["apple"],"for":[]}',
  })
  expect(rule?.(fruit(id), now)).toBeUndefined()
})

it('a subscription without about has no rule', async () => {
  expect((await replayRule(await taughtStore()))(plain, '7')).toBeUndefined()
})
