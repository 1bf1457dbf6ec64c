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
const ground = { alert: '7', channel: 'C1' }

it.each([
  ['its own', problem('rejected 5', 'acme'), true],
  ['the missing alert of another one in its channel', problem("alert 'No such'", 'other', '#brand'), false],
  ['a mention that Slack took from another one in no form', problem('rejected 5', 'other', '#brand'), false],
  ['its alert, which another one met first', problem("alert 'Acme brand'", 'other', '#else'), true],
  ['its alert by id', problem('alert 7', 'other'), true],
  ['another alert', problem('alert 8', 'other'), false],
  ['its channel as it is written', problem('channel #brand', 'other', '#brand'), true],
  ['its channel by id', problem('channel C1', 'other', 'C1'), true],
  ['the history of its channel', problem('history C1', 'other', 'C1'), true],
  ['another channel', problem('channel C2', 'other', 'C2'), false],
  ['a digest to its channel', problem('digest weekly', undefined, '#brand'), false],
  ['the token', problem('slack'), true],
  ['the mention service', problem('mention service', 'other'), true],
  ['the database', problem('database'), true],
  ['the connection that brings commands', problem('slack connection'), false],
])('a subscription is stopped by %s or not', (_what, standing, stops) =>
  expect(problemOfSubscription(acme, ground, [standing])).toBe(stops ? standing : undefined),
)

it('of several the nearest is told', () => {
  const own = problem('state acme', 'acme')
  expect(problemOfSubscription(acme, ground, [problem('slack'), problem('channel C1'), own])).toBe(own)
})
