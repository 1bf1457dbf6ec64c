import { describe, expect, it } from 'vitest'
import { createChannels } from '../../src/slack/channels.ts'
import { brand, connected } from '../tools/slack-client.ts'

async function open(options = {}) {
  const { workspace, client } = await connected(options)
  return {
    workspace,
    channels: createChannels(client, { now: workspace.clock.now, steady: workspace.clock.now }),
  }
}

describe('finding a channel', () => {
  it.each([
    ['an id returns the id without a request', 'C0ANYTHING', { kind: 'found', id: 'C0ANYTHING' }, 0],
    [
      'a name returns the id, with one request for two searches',
      '#brand-watch',
      { kind: 'found', id: brand },
      1,
    ],
    [
      'a name in other upper and lower case returns the id, with one request for two searches',
      '#Brand-Watch',
      { kind: 'found', id: brand },
      1,
    ],
    [
      'a name that does not exist returns “missing”, with one request for two searches',
      '#nowhere',
      { kind: 'missing' },
      1,
    ],
  ])('by %s', async (_what, written, found, asked) => {
    const { channels, workspace } = await open()
    expect(await channels.find(written)).toEqual(found)
    await channels.find(written)
    expect(workspace.control.calls('conversations.list')).toHaveLength(asked)
  })

  it('works for a channel beyond the first page of Slack’s list', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({
      id: `C${index}`,
      name: `channel-${index}`,
      botIsMember: true,
    }))
    const { channels } = await open({ channels: many })
    expect(await channels.find('#channel-1199')).toEqual({ kind: 'found', id: 'C1199' })
  })

  it('works about a minute after the channel is created, even if the name was missing before', async () => {
    const { channels, workspace } = await open()
    expect(await channels.find('#later')).toEqual({ kind: 'missing' })
    const made = await workspace.people.changeChannel({ do: 'create', name: 'later' })
    workspace.clock.advance(61_000)
    expect(await channels.find('#later')).toEqual({ kind: 'found', id: made.id })
  })

  it.each([
    [
      'the error token_revoked',
      { do: 'error', error: 'token_revoked' },
      { kind: 'refused', reason: 'token_revoked' },
    ],
    [
      'status 429',
      { do: 'rateLimit', retryAfter: 4 },
      { kind: 'unreachable', reason: 'ratelimited', afterMs: 4000 },
    ],
    ['status 503', { do: 'status', status: 503 }, { kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }],
  ] as const)(
    'fails with the reason if Slack responds with %s, and works afterwards',
    async (_what, act, expected) => {
      const { channels, workspace } = await open()
      workspace.control.fault({ method: 'conversations.list', times: 1, act })
      expect(await channels.find('#brand-watch')).toEqual(expected)
      workspace.clock.advance(5000)
      expect(await channels.find('#brand-watch')).toEqual({ kind: 'found', id: brand })
    },
  )
})

describe('the check if a channel or the token can be used', () => {
  it('returns unusable for a channel before the bot is invited, usable afterwards, and unusable when the channel is archived', async () => {
    const { channels, workspace } = await open({
      channels: [{ id: brand, name: 'brand-watch', botIsMember: false }],
    })
    expect(await channels.probe(brand)).toBe('unusable')
    await workspace.people.changeChannel({ do: 'inviteBot', channel: brand })
    expect(await channels.probe(brand)).toBe('usable')
    await workspace.people.changeChannel({ do: 'archive', channel: brand })
    expect(await channels.probe(brand)).toBe('unusable')
    expect(await channels.probe('C0NOWHERE')).toBe('unusable')
  })

  it('returns unsure for the channel and for the token while Slack responds with status 503', async () => {
    const { channels, workspace } = await open()
    workspace.control.fault({ method: '*', act: { do: 'status', status: 503 } })
    expect([await channels.probe(brand), await channels.probeToken()]).toEqual(['unsure', 'unsure'])
  })

  it('returns unsure for the channel and for the token after an unknown error code', async () => {
    const { channels, workspace } = await open()
    workspace.control.fault({ method: '*', act: { do: 'error', error: 'something_new' } })
    expect([await channels.probe(brand), await channels.probeToken()]).toEqual(['unsure', 'unsure'])
  })

  it('returns unusable for a token that Slack refuses, and usable when Slack accepts the token again', async () => {
    const { channels, workspace } = await open()
    expect(await channels.probeToken()).toBe('usable')
    workspace.control.replaceToken('bot', 'xoxb-another')
    expect(await channels.probeToken()).toBe('unusable')
    workspace.control.replaceToken('bot', workspace.seed.token.bot)
    expect(await channels.probeToken()).toBe('usable')
  })
})

describe('a channel that was found by name before', () => {
  const listed = (workspace: Awaited<ReturnType<typeof open>>['workspace']) =>
    workspace.control.calls('conversations.list').length
  const page = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `C${index}`,
      name: `channel-${index}`,
      botIsMember: true,
    }))

  it.each([
    [1, 1],
    [500, 1],
    [501, 2],
    [1001, 3],
  ])('is looked up in the list of %i channels once in %i minutes', async (count, minutes) => {
    const { channels, workspace } = await open({ channels: page(count) })
    await channels.find('#channel-0')
    const before = listed(workspace)
    workspace.clock.advance(minutes * 60_000 - 1000)
    expect(await channels.find('#channel-0')).toEqual({ kind: 'found', id: 'C0' })
    expect(listed(workspace)).toBe(before)
    workspace.clock.advance(2000)
    expect(await channels.find('#channel-0')).toEqual({ kind: 'found', id: 'C0' })
    expect(listed(workspace)).toBeGreaterThan(before)
  })
})
