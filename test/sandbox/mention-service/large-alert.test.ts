import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { cutPage, mentionQuery } from '../../../sandbox/mention-service/mention-list.ts'
import type { StoredMention } from '../../../sandbox/mention-service/store.ts'
import { archiveOf, mention, noon } from './start-service.ts'

const count = 100_000
const mentionStore = archiveOf(
  Array.from({ length: count }, (_, index) => mention(index + 1, { date: noon - index, reach: index % 977 })),
)

/** A list that counts the reads of its items. */
function counted(list: readonly StoredMention[]) {
  const looked = { at: 0 }
  const proxy = new Proxy(list, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked.at += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { proxy, looked }
}

it.each([
  ['a late since_id', { sort_by: 'id', sort_order: 'asc', since_id: String(count - 10) }],
  ['a since_id in the middle', { sort_by: 'id', sort_order: 'asc', since_id: '50000' }],
  ['descending ids above a late since_id', { sort_by: 'id', sort_order: 'desc', since_id: '99990' }],
  ['a short range of dates', { date_from: String(noon - 200), date_to: String(noon - 100) }],
  ['a single value of reach', { sort_by: 'reach', reach_from: '900', reach_to: '900' }],
])(
  'the embedded mention service reads fewer than 400 of an alert’s 100,000 mentions for a page with %s',
  (_what, parameters) => {
    const query = mentionQuery.parse(parameters)
    const { proxy, looked } = counted(mentionStore.mentions('1', query.sort_by))
    const page = cutPage(proxy, query)
    expect(page.mentions.length).toBeGreaterThan(0)
    expect(looked.at).toBeLessThan(400)
  },
)

it('the embedded mention service reads fewer than 400 of an alert’s 100,000 mentions for a page in the middle of the list', () => {
  const query = mentionQuery.parse({ sort_by: 'id', sort_order: 'asc' })
  const { proxy, looked } = counted(mentionStore.mentions('1', 'id'))
  const page = cutPage(proxy, query, { id: '70000', date: 0, reach: 0 })
  expect(page.mentions[0]?.id).toBe('70001')
  expect(looked.at).toBeLessThan(400)
})

it('the embedded mention service adds a mention to a large alert without sorting all mentions again', () => {
  const sorted = mentionStore.mentions('1', 'id')
  const shuffled = sorted.toSorted((a, b) => a.reach - b.reach)
  const sorting = timeOf(() => shuffled.toSorted((a, b) => Number(a.id) - Number(b.id)))
  const adding = timeOf(() => {
    for (let more = 1; more <= 200; more += 1) {
      mentionStore.add('1', mention(count + more))
      mentionStore.mentions('1', 'id')
    }
  })
  expect(adding).toBeLessThan(20 * sorting)
})

/** The run time in ms. */
function timeOf(run: () => void): number {
  const began = performance.now()
  run()
  return performance.now() - began
}
