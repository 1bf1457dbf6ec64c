import { expect, it } from 'vitest'
import { assign } from '../../../src/features/assign/feature.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { roomsOf } from '../../tools/rooms.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const [ana, ben] = ['U0000000ANA', 'U0000000BEN']
const noon = Date.UTC(2026, 10, 20, 12)

/** What Slack and people say of Ana, whose turn it is. Ben is there and may see everything. */
type OfAna = {
  presence?: 'active' | 'gone' | 'unknown'
  maySee?: 'yes' | 'no' | 'unknown'
  absence?: 'away'
}

/** Who gets a mention of which Ana or Ben take turns, as the feature decides it in the bot. */
async function chosenWith({ presence = 'active', maySee = 'yes', absence }: OfAna) {
  const store = memoryStore()
  const subscription = subscriptionOf()
  const card = {
    ...{ channel: 'C1', ts: '1795176000.000100', subscription: 'acme', alert: '7', actions: [] },
    shows: { kind: 'card' as const, mention: sampleMention({ language: 'de' }), style: 'full' as const },
  }
  const chosen: unknown[] = []
  const running = assign.create(
    roomsOf({
      clock: { now: () => noon },
      settings: { keptMs: 90 * 86_400_000 },
      store,
      subscriptions: { registry: { all: () => [], find: () => ({ subscription }) } as never },
      cards: {
        find: async () => card,
        applyAction: async (request: unknown) => chosen.push(request),
      } as never,
      people: { access: { maySee: async (user: string) => (user === ana ? maySee : 'yes') } as never },
      features: { absenceOf: async (user) => (user === ana ? absence : undefined) },
      slack: {
        users: {
          presenceOf: async (user: string) => (user === ana ? presence : 'active'),
          nameOf: async (user: string) => user,
        },
        messages: {},
      } as never,
      reminders: { led: store.collection('reminders', anyReminderSchema) },
    }),
    { assign: [{ when: { language: ['de'] }, to: [ana, ben] }] },
  )
  await running?.adds.hooks?.posted?.({ subscription, card })
  await running?.adds.jobs?.[0]?.run()
  return chosen
}

const given = (to: string) => [{ action: { choices: [{ to: { id: to } }] } }]

it.each<[string, OfAna]>([
  ['may not see the alert', { maySee: 'no' }],
  ['has no account any more', { presence: 'gone' }],
  ['is away', { absence: 'away' }],
])('a person who %s is passed over', async (_why, ofAna) => {
  expect(await chosenWith({})).toMatchObject(given(ana))
  expect(await chosenWith(ofAna)).toMatchObject(given(ben))
})

it.each<[string, OfAna]>([
  ['may see the alert', { maySee: 'unknown' }],
  ['is there', { presence: 'unknown' }],
])('while Slack does not say if a person %s, nobody gets the mention', async (_what, ofAna) => {
  expect(await chosenWith(ofAna)).toEqual([])
})
