import { expect, it } from 'vitest'
import { createSampleMention } from '../../src/answers/preview.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { alert, subscriptionOf } from '../tools/story-world.ts'

const newest = ['3', '2', '1'].map((id) => sampleMention({ id }))

it.each([
  [
    'the newest mention that passes the filters',
    (id: string) => id !== '3',
    { kind: 'sample', mention: { id: '2' } },
  ],
  ['absent if no mention passes the filters', () => false, { kind: 'none-passes', tried: 3 }],
])('the sample mention of a subscription is %s', async (_what, passes, expected) => {
  const sample = createSampleMention({
    now: () => 0,
    alerts: { find: async () => ({ kind: 'found', alert }) },
    newest: async () => newest,
    decideFor: () => (mention) =>
      passes(mention.id) ? { kind: 'deliver', reason: 'passed' } : { kind: 'skip', reason: 'only.source' },
  })
  expect(await sample(subscriptionOf(), 'C1')).toMatchObject(expected)
})
