import type { Alert } from '@overheard/mention-client/alert'
import { describe, expect, it } from 'vitest'
import { createSubscriptionFinder, matchAlerts } from '../../src/listeners/find-subscription.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const alert = (id: string, name: string): Alert => ({
  id,
  type: 'mentions',
  name,
  projectName: '',
})
const alerts = [
  alert('1', 'Acme brand'),
  alert('2', 'Acme rivals'),
  alert('3', 'The "Acme" app'),
  alert('12', '4711'),
  alert('4711', 'Cologne'),
  alert('5', 'Twin'),
  alert('6', 'twin'),
]

describe('the search for the alerts that a user means', () => {
  it.each<[string, string[]]>([
    ['Acme brand', ['1']],
    ['acme  BRAND', ['1']],
    ['brand', ['1']],
    ['brand acme', ['1']],
    ['riv', ['2']],
    ['acme', ['1', '2', '3']],
    ['“Acme” app', ['3']],
    ['4711', ['4711']],
    ['12', ['12']],
    ['twin', ['5', '6']],
    ['nobody', []],
    ['', []],
    ['"', []],
  ])('finds, for the words "%s", the alerts with the ids %j', (text, ids) => {
    expect(matchAlerts(text, alerts).map(({ id }) => id)).toEqual(ids)
  })
})

it('the alerts of a channel are those that may be posted there, and its subscriptions are all of them', async () => {
  const listed = ['Acme brand', 'Project Falcon', 'Rival'].map((one, index) => ({
    subscription: subscriptionOf({ name: `s${index}`, alert: one, channel: one === 'Rival' ? 'C2' : 'C1' }),
  }))
  const finder = createSubscriptionFinder(
    { all: () => listed },
    { find: async (id) => ({ kind: 'found', id }) },
    { mayPost: async ({ subscription }) => subscription.alert !== 'Project Falcon' },
  )
  expect(await finder.alertsIn('C1')).toEqual(['Acme brand'])
  expect(await finder.inChannel('C1')).toEqual(listed.slice(0, 2))
})
