import { expect, it } from 'vitest'
import { troubleOf } from '../../src/app/subscription-troubles.ts'
import type { StandingTrouble } from '../../src/troubles.ts'
import { subscriptionOf } from '../turn/story-world.ts'

const trouble = (key: string, subscription?: string, channel?: string): StandingTrouble => ({
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
  ['its own', trouble('rejected 5', 'acme'), true],
  ['the missing alert of another one in its channel', trouble("alert 'No such'", 'other', '#brand'), false],
  ['a mention that Slack took from another one in no form', trouble('rejected 5', 'other', '#brand'), false],
  ['its alert, which another one met first', trouble("alert 'Acme brand'", 'other', '#else'), true],
  ['its alert by id', trouble('alert 7', 'other'), true],
  ['another alert', trouble('alert 8', 'other'), false],
  ['its channel as it is written', trouble('channel #brand', 'other', '#brand'), true],
  ['its channel by id', trouble('channel C1', 'other', 'C1'), true],
  ['the history of its channel', trouble('history C1', 'other', 'C1'), true],
  ['another channel', trouble('channel C2', 'other', 'C2'), false],
  ['a digest to its channel', trouble('digest weekly', undefined, '#brand'), false],
  ['the token', trouble('slack'), true],
  ['the mention service', trouble('mention service', 'other'), true],
  ['the database', trouble('database'), true],
  ['the connection that brings commands', trouble('slack connection'), false],
])('a subscription is stopped by %s or not', (_what, standing, stops) =>
  expect(troubleOf(acme, ground, [standing])).toBe(stops ? standing : undefined),
)

it('of several the nearest is told', () => {
  const own = trouble('state acme', 'acme')
  expect(troubleOf(acme, ground, [trouble('slack'), trouble('channel C1'), own])).toBe(own)
})
