import type { Alert } from '@overheard/mention-client/alert'
import { expect, it } from 'vitest'
import { createExplainDecision, createRecomputeDecision } from '../../src/answers/explain-decision.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import type { PostedCard } from '../../src/model/card.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
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
    'Your alert “Acme brand” matched the word “Acme”.\nNot posted yet: it will be posted with the next check, because no filter or mute of this channel stopped it.',
  ],
  ['not polled yet', 'skip', '30', 'The mention will not be posted, because the author is muted (Kim).'],
  [
    'done in the checkpoint but missing in the decision log',
    'deliver',
    '15',
    'The mention would be posted, because no filter or mute of this channel stopped it. There is no record',
  ],
  [
    'older than the initial sync',
    'deliver',
    '5',
    'The mention is older than the subscription, and a new subscription posts nothing old.',
  ],
  [
    'older than the initial sync',
    'skip',
    '5',
    'The mention would not be posted, because the author is muted (Kim).',
  ],
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

const posted: DecisionRecord = {
  ...{ id: '30', alert: '7', subscription: 'acme', at: 0, outcome: 'posted', reason: 'passed' },
  ...{ url: 'https://news.example/30', channel: 'C1', ts: '1.000001' },
}

async function whyOf(card: Pick<PostedCard, 'actions' | 'ruled'>, findCard?: () => Promise<never>) {
  const shows = { kind: 'card', mention: sampleMention({ id: '30' }), style: 'full' } as const
  const found = { channel: 'C1', ts: '1.000001', subscription: 'acme', alert: '7', shows, ...card }
  const explain = createExplainDecision({
    now: () => 0,
    decisions: {
      entries: () => {
        throw new Error('not by address')
      },
      of: async () => [posted],
    },
    recompute: async () => [],
    checkpoint: async () => ({ kind: 'kept', checkpoint: { origin: '10', watermark: '40', done: [] } }),
    alerts: { find: async () => ({ kind: 'found', alert }) },
    mention: async () => sampleMention({ id: '30' }),
    permalink: async () => undefined,
    findCard: findCard ?? (async () => found),
    explanations: async (alert, mention) => [`Corrections of ${alert} count for ${mention}.`],
    alertName: () => alert.name,
  })
  const subscription = { ...subscriptionOf(), name: 'acme' }
  return whyAnswer(await explain([subscription], { mention: { id: '30' }, channel: 'C1' }))
}

const reason = { about: 'German', inTurn: true as const, away: ['<!here> *Ben*'] }
const place = { channel: 'C1', ts: '1.000001', subscription: 'acme', alert: '7' }
const held = { ...place, mention: '30', user: 'UANA', by: 'Ana', at: 0, firstAt: 0 }
const byRule = { id: 'a', from: '', fromName: 'a rule', rule: reason }

it.each<[string, Pick<PostedCard, 'actions' | 'ruled'>, string]>([
  [
    'and why a rule assigned it to a person',
    {
      actions: [{ ...held, state: 'assigned', assigned: byRule }],
      ruled: [{ mention: '30', to: 'UANA' }],
    },
    'no filter or mute of this channel stopped it.\nAssigned to Ana by a rule (German): their turn, because &lt;!here&gt; *Ben* is away.',
  ],
  [
    'and why a rule found nobody',
    { actions: [], ruled: [{ mention: '30', reason: { about: 'German', away: ['Ben'] } }] },
    'stopped it.\nAssigned to nobody by a rule (German): Ben is away.',
  ],
])('/mentions why says why a mention was posted, %s', async (_what, card, words) => {
  expect((await whyOf(card)).text).toContain(words)
})

it.each<[string, Pick<PostedCard, 'actions' | 'ruled'>]>([
  ['no rule decided', { actions: [] }],
  ['a rule decided about another mention', { actions: [], ruled: [{ mention: '31', reason }] }],
  [
    'a person assigned it',
    { actions: [{ ...held, state: 'assigned', assigned: { id: 'a', from: 'U1', fromName: 'Mei' } }] },
  ],
  [
    'somebody claimed it since',
    { actions: [{ ...held, state: 'claimed' }], ruled: [{ mention: '30', to: 'UANA' }] },
  ],
])('/mentions why names no rule that assigned a mention if %s', async (_what, card) => {
  expect((await whyOf(card)).text).not.toContain('Assigned')
})

it('/mentions why answers without the record of the message if the store fails', async () => {
  const { text } = await whyOf({ actions: [] }, () => Promise.reject(new Error('the disk is full')))
  expect(text).toContain('no filter or mute of this channel stopped it')
})

it('/mentions why says what features know of the mention', async () => {
  expect((await whyOf({ actions: [] })).text).toContain('\nCorrections of 7 count for 30.')
})
