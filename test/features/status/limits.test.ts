import { expect, it } from 'vitest'
import { statusAnswer, subscriptionList } from '../../../src/features/status/subscription-list.ts'
import type { SubscriptionState } from '../../../src/model/subscription-status.ts'
import { allAdditions, everyFeature, greatestOfFeatures } from '../../tools/greatest.ts'
import { faultsOf } from '../../tools/message-checks.ts'

const greatest = await greatestOfFeatures()
const long = 'M'.repeat(300)

const states: SubscriptionState[] = [
  { kind: 'paused', since: 0, until: 0, by: long },
  { kind: 'problem', what: `${long}.`, whatToDo: `${long}.`, stopsMentions: true },
]

const lines = Array.from({ length: 100 }, (_, index) => ({
  ...{ name: `${index} ${long}`, alert: long, channel: '#brand', isFromFile: index % 2 === 0 },
  state: states[index % 2] ?? { kind: 'up-to-date' as const },
  ...{ lastMention: 0, polledAt: 0, waiting: { count: 1e9, more: true } },
}))

it('the answer to /mentions status is valid with 100 subscriptions and the lines of all features at their greatest', () => {
  const added = [...greatest.values()].flatMap(({ status }) => (status === undefined ? [] : [status]))
  expect(added).toHaveLength(allAdditions().filter(({ status }) => status !== undefined).length)
  const overview = { lines, planLimitReached: true, requests: 0, queued: 0, lag: 1e9 }
  expect(faultsOf(statusAnswer(overview, added))).toEqual([])
})

it.each([20, 100])(
  'the answer to /mentions list is valid with %i subscriptions that have the buttons of all features',
  (count) => {
    const buttons = everyFeature()
      .all('alertChoices')
      .flatMap(({ label, listButton: action }) => (action === undefined ? [] : [{ label, action }]))
    expect(faultsOf(subscriptionList(lines.slice(0, count), () => buttons))).toEqual([])
  },
)
