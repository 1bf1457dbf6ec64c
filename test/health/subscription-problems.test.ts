import { expect, it } from 'vitest'
import { problemOfSubscription } from '../../src/health/subscription-problems.ts'
import type { OpenProblem } from '../../src/model/problem.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const problem = (key: string, subscription?: string, channel?: string): OpenProblem => ({
  key,
  since: 0,
  what: key,
  whatToDo: '',
  ...(subscription === undefined ? {} : { subscription }),
  ...(channel === undefined ? {} : { channel }),
})
const acme = subscriptionOf({ name: 'acme', alert: 'Acme brand', channel: '#brand' })
const ids = { alert: '7', channel: 'C1' }

it.each([
  ['the subscription itself', true, problem('rejected 5', 'acme')],
  [
    'the missing alert of another subscription in the channel',
    false,
    problem("alert 'No such'", 'other', '#brand'),
  ],
  ['a rejected mention of another subscription', false, problem('rejected 5', 'other', '#brand')],
  ['its alert, which another subscription reported', true, problem("alert 'Acme brand'", 'other', '#else')],
  ['its alert, which is named by its id', true, problem('alert 7', 'other')],
  ['another alert', false, problem('alert 8', 'other')],
  ['its channel, which is named by its name', true, problem('channel #brand', 'other', '#brand')],
  ['its channel, which is named by its id', true, problem('channel C1', 'other', 'C1')],
  ['the history of its channel', true, problem('history C1', 'other', 'C1')],
  ['another channel', false, problem('channel C2', 'other', 'C2')],
  ['a digest to its channel', false, problem('digest weekly', undefined, '#brand')],
  ['the Slack token', true, problem('slack')],
  ['the mention service', true, problem('service', 'other')],
  ['the database', true, problem('database')],
  ['the connection that brings commands', false, problem('slack connection')],
])('for a problem of %s, the check if this problem stops a subscription returns %s', (_what, stops, open) =>
  expect(problemOfSubscription(acme, ids, [open])).toBe(stops ? open : undefined),
)

it('a subscription shows a problem that stops it before a mention of its own that Slack refused', () => {
  const refused = { ...problem('rejected 5', 'acme'), until: 1 }
  const slack = problem('slack')
  expect(problemOfSubscription(acme, ids, [refused, slack])).toBe(slack)
  expect(problemOfSubscription(acme, ids, [refused])).toBe(refused)
})

it('a subscription shows its own problem before those of its channel and of Slack', () => {
  const own = problem('state acme', 'acme')
  expect(problemOfSubscription(acme, ids, [problem('slack'), problem('channel C1'), own])).toBe(own)
})
