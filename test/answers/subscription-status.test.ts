import { expect, it } from 'vitest'
import { createCountBacklog } from '../../src/answers/subscription-status.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import type { StoredCheckpoint } from '../../src/model/checkpoint.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { alert, subscriptionOf } from '../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const subscription = subscriptionOf({ name: 'acme', except: { author: ['Spam King'] } })
const checkpoint = { watermark: '10', origin: '10', done: [{ at: now, ids: ['12'] }] }
const mention = (id: string, name = 'Kim Lee') =>
  sampleMention({ id, author: { ...sampleMention().author, name } })

/** `donePages`: the number of pages with done mentions before the others. */
type Given = { donePages?: number; last?: boolean; kept?: StoredCheckpoint; fails?: boolean }

function count({ donePages = 0, last = true, kept = { kind: 'kept', checkpoint }, fails }: Given = {}) {
  const asked: string[] = []
  const backlog = createCountBacklog({
    now: () => now,
    alerts: { find: async () => ({ kind: 'found', alert }) },
    checkpoint: async () => kept,
    async *above(_alert, since) {
      asked.push(since)
      if (fails) throw new Error('the service is away')
      for (let page = 0; page < donePages; page++) yield { mentions: [mention('12')], last: false }
      yield { mentions: [mention('11'), mention('12'), mention('13', 'Spam King'), mention('14')], last }
    },
    decideFor: (one) => decideFor(one),
  })
  return { asked, counted: backlog(subscription, 'C1') }
}

it('the count of mentions that a subscription has yet to post includes mentions above the watermark that are not done and pass the rules', async () => {
  const { asked, counted } = count()
  expect(await counted).toEqual({ kind: 'counted', count: 2, more: false })
  expect(asked).toEqual(['10'])
})

it('the count of mentions that a subscription has yet to post is a minimum if the service has another page', async () => {
  expect(await count({ last: false }).counted).toEqual({ kind: 'counted', count: 2, more: true })
})

it('the count of mentions that a subscription has yet to post reads up to three pages to find a mention that is not done', async () => {
  expect(await count({ donePages: 2 }).counted).toEqual({ kind: 'counted', count: 2, more: false })
  expect(await count({ donePages: 3 }).counted).toEqual({ kind: 'counted', count: 0, more: true })
})

it.each<[string, Given]>([
  ['there is no checkpoint yet', { kept: { kind: 'none' } }],
  ['the service does not answer', { fails: true }],
])('the count of mentions that a subscription has yet to post is unknown if %s', async (_, given) => {
  expect(await count(given).counted).toEqual({ kind: 'unknown' })
})
