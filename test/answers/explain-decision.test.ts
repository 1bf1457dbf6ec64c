import { expect, it } from 'vitest'
import { createRecomputeDecision } from '../../src/answers/explain-decision.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import type { Alert } from '../../src/model/alert.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const alert: Alert = { id: '7', name: 'Acme brand', type: 'mentions', projectName: 'P' }
const rules = {
  deliver: { kind: 'deliver', reason: 'passed' },
  skip: { kind: 'skip', reason: 'mute.author', detail: 'Kim' },
} as const

it.each([
  [
    'not polled yet',
    'deliver',
    '30',
    'Acme brand found “Acme” in this mention.\nNot posted yet: it will be posted with the next check, because no filter of this channel excludes it.',
  ],
  ['not polled yet', 'skip', '30', 'It will not be posted, because the author is muted (Kim).'],
  [
    'done in the checkpoint but missing in the decision log',
    'deliver',
    '15',
    'It would be posted, because no filter of this channel excludes it. There is no record',
  ],
  [
    'older than the initial sync',
    'deliver',
    '5',
    'It is older than the subscription, and a new subscription posts nothing old.',
  ],
  ['older than the initial sync', 'skip', '5', 'It would not be posted, because the author is muted (Kim).'],
] as const)(
  '/mentions why explains a mention that is %s, if the rules decide "%s"',
  async (_what, kind, id, words) => {
    const recompute = createRecomputeDecision({
      now: () => 0,
      alerts: { find: async () => ({ kind: 'found', alert }) },
      mention: async () => sampleMention({ id }),
      newest: async () => [],
      decideFor: () => () => rules[kind],
      checkpoint: async () => ({
        kind: 'kept',
        checkpoint: { origin: '10', watermark: '20', done: [] },
      }),
    })
    const found = await recompute(subscriptionOf(), { mention: { id }, channel: 'C1' })
    expect(whyAnswer(found).text).toContain(words)
  },
)
