import { expect, it } from 'vitest'
import type { Act } from '../../packages/slack-on-your-desk/src/index.ts'
import { createChannels } from '../../src/slack/channels.ts'
import { connected } from '../tools/slack-client.ts'

/** Twelve pages of channels, where Slack takes five calls and then fails once with `act`. */
async function openLarge(act?: Act) {
  const channels = Array.from({ length: 5900 }, (_, index) => ({
    id: `C${index}`,
    name: `channel-${index}`,
    botIsMember: false,
  }))
  const { workspace, client } = await connected({ channels })
  const ask = client.conversations.list
  const calls = () => workspace.control.calls('conversations.list').length
  client.conversations.list = (options) => {
    if (act !== undefined && calls() === 5) workspace.control.fault({ method: '*', times: 1, act })
    return ask(options)
  }
  return {
    workspace,
    calls,
    channels: createChannels(client, { now: workspace.clock.now, steady: workspace.clock.now }),
  }
}

const last = '#channel-5899'

it.each([
  ['a rate limit', { do: 'rateLimit', retryAfter: 30 }, { reason: 'ratelimited', afterMs: 30_000 }],
  ['a response with status 503', { do: 'status', status: 503 }, { reason: 'HTTP 503', afterMs: 5000 }],
] as const)('reading the channel list continues at the same page after %s', async (_what, act, failed) => {
  const { workspace, calls, channels } = await openLarge(act)
  expect(await channels.find(last)).toEqual({ kind: 'unreachable', ...failed })
  workspace.clock.advance(failed.afterMs)
  expect(await channels.find(last)).toEqual({ kind: 'found', id: 'C5899' })
  expect(calls()).toBe(13)
  expect(await channels.list()).toHaveLength(5900)
})

it('reading the channel list sends no request before the end of a pause that Slack asked for', async () => {
  const { workspace, calls, channels } = await openLarge({ do: 'rateLimit', retryAfter: 30 })
  await channels.find(last)
  workspace.clock.advance(10_000)
  expect(await channels.find(last)).toEqual({ kind: 'unreachable', reason: 'ratelimited', afterMs: 20_000 })
  await expect(channels.list()).rejects.toThrow()
  expect(calls()).toBe(6)
})

it('reading the channel list starts again from the first page eleven minutes after an interruption', async () => {
  const { workspace, calls, channels } = await openLarge({ do: 'rateLimit', retryAfter: 30 })
  await channels.find(last)
  workspace.clock.advance(11 * 60_000)
  expect(await channels.list()).toHaveLength(5900)
  expect(calls()).toBe(6 + 12)
})

it('the channel list of a large workspace costs at most one request a minute, and a new channel is found about a minute later', async () => {
  const { workspace, calls, channels } = await openLarge()
  for (let minutes = 0; minutes < 60; minutes += 2) {
    await channels.find(last)
    workspace.clock.advance(2 * 60_000)
  }
  expect(calls()).toBeLessThanOrEqual(60)
  await channels.find(last)
  const made = await workspace.people.changeChannel({ do: 'create', name: 'later' })
  workspace.clock.advance(61_000)
  expect(await channels.find('#later')).toEqual({ kind: 'found', id: made.id })
})
