import { expect, it } from 'vitest'
import { createDoNotDisturb } from '../../src/slack/do-not-disturb.ts'
import { connected } from '../tools/slack-client.ts'

const ana = 'U0000000ANA'
const hour = 3_600_000

async function open(scopes = ['dnd:read']) {
  const { workspace, client } = await connected({ scopes, users: [{ id: ana, name: 'ana' }] })
  const { control, clock } = workspace
  const calls = () => control.calls('dnd.info').length
  return { control, clock, calls, told: createDoNotDisturb(client, clock.now) }
}

it('the schedule of a person is read, and asked for again after a minute', async () => {
  const { control, clock, calls, told } = await open()
  const none = { isScheduled: false, start: 1000, end: 1000, snoozedUntil: undefined }
  expect(await told(ana)).toEqual(none)
  const start = Math.floor(clock.now() / 1000) * 1000 - hour
  control.setDoNotDisturb(ana, { start, end: start + 2 * hour })
  expect(await told(ana)).toEqual(none)
  clock.advance(60_001)
  expect(await told(ana)).toEqual({ ...none, isScheduled: true, start, end: start + 2 * hour })
  expect(calls()).toBe(2)
})

it('the bot can ask about itself, to learn whether it has the scope', async () => {
  expect(await (await open()).told()).toMatchObject({ isScheduled: false })
  expect(await (await open(['users:read'])).told()).toBe('not-permitted')
})

it('an installation without the scope is asked about once a minute', async () => {
  const { calls, told } = await open(['users:read'])
  expect([await told(ana), await told(ana)]).toEqual(['not-permitted', 'not-permitted'])
  expect(calls()).toBe(1)
})

it.each([
  ['a refusal', { do: 'error', error: 'internal_error' }],
  ['a rate limit', { do: 'rateLimit', retryAfter: 1 }],
  ['an error of the server', { do: 'status', status: 500 }],
  ['a broken connection', { do: 'reset' }],
] as const)('nothing is known after %s, and it is asked again', async (_name, act) => {
  const { control, calls, told } = await open()
  control.fault({ method: 'dnd.info', times: 1, act })
  expect(await told(ana)).toBe('unknown')
  expect(await told(ana)).toMatchObject({ isScheduled: false })
  expect(calls()).toBe(2)
})
