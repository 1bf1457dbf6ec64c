import type { WebClient } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { clientOf, type OpenWorkspace, openWorkspace } from './open.ts'

const general = 'C000GENERAL'
const secret = { id: 'C000SECRETS', name: 'secrets', botIsMember: false, isPrivate: true }
const open = { id: 'C0000OPENED', name: 'opened', botIsMember: false }
const channels = [{ id: general, name: 'general', botIsMember: true, members: ['U0000000ANA'] }, secret, open]

type Row = [
  sentence: string,
  error: string,
  call: (client: WebClient, workspace: OpenWorkspace) => Promise<unknown>,
]

const post = (client: WebClient, fields: Record<string, unknown>) =>
  client.apiCall('chat.postMessage', { channel: general, text: 'Hi', ...fields })

const refusals: Row[] = [
  ['a request without a token', 'not_authed', (_client, workspace) => clientOf(workspace, '').auth.test()],
  ['a wrong token', 'invalid_auth', (_client, workspace) => clientOf(workspace, 'xoxb-other').auth.test()],
  [
    'a revoked token',
    'token_revoked',
    (client, workspace) => {
      workspace.control.revokeToken('bot')
      return client.auth.test()
    },
  ],
  [
    'a replaced token',
    'invalid_auth',
    (client, workspace) => {
      workspace.control.replaceToken('bot', 'xoxb-new')
      return client.auth.test()
    },
  ],
  [
    'the bot token in place of the app-level token',
    'not_allowed_token_type',
    (client) => client.apps.connections.open({}),
  ],
  [
    'a post to a channel that does not exist',
    'channel_not_found',
    (client) => post(client, { channel: 'C0' }),
  ],
  [
    'a post to a private channel without the bot',
    'channel_not_found',
    (client) => post(client, { channel: secret.id }),
  ],
  [
    'a post to a public channel without the bot',
    'not_in_channel',
    (client) => post(client, { channel: open.id }),
  ],
  [
    'the history of a channel without the bot',
    'not_in_channel',
    (client) => client.conversations.history({ channel: open.id }),
  ],
  [
    'a post to an archived channel',
    'is_archived',
    async (client, workspace) => {
      await workspace.people.changeChannel({ do: 'archive', channel: 'general' })
      return post(client, {})
    },
  ],
  ['a post without text and blocks', 'no_text', (client) => post(client, { text: '' })],
  ['blocks that are not a list', 'invalid_blocks_format', (client) => post(client, { blocks: '{' })],
  ['metadata that is not JSON', 'invalid_metadata_format', (client) => post(client, { metadata: 'x' })],
  [
    'metadata without a payload',
    'invalid_metadata_schema',
    (client) => post(client, { metadata: { event_type: 'a' } }),
  ],
  [
    'metadata that is too large',
    'metadata_too_large',
    (client) => post(client, { metadata: { event_type: 'a', event_payload: { long: 'x'.repeat(16_000) } } }),
  ],
  [
    'a reply to a thread that does not exist',
    'thread_not_found',
    (client) => post(client, { thread_ts: '1.000000' }),
  ],
  [
    'an update of a message that does not exist',
    'message_not_found',
    (client) => client.chat.update({ channel: general, ts: '1.0', text: 'x' }),
  ],
  [
    'an update of another author’s message',
    'cant_update_message',
    (client, workspace) => {
      const { ts } = workspace.people.post('ana', { channel: general, text: 'Mine' })
      return client.chat.update({ channel: general, ts, text: 'x' })
    },
  ],
  [
    'an update of more than 4,000 characters',
    'msg_too_long',
    async (client) => {
      const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'x' })
      return client.chat.update({ channel: general, ts, text: 'x'.repeat(4001) })
    },
  ],
  [
    'the deletion of another author’s message',
    'cant_delete_message',
    (client, workspace) => {
      const { ts } = workspace.people.post('ana', { channel: general, text: 'Mine' })
      return client.chat.delete({ channel: general, ts })
    },
  ],
  [
    'an ephemeral message for a user who is not in the channel',
    'user_not_in_channel',
    (client) => client.chat.postEphemeral({ channel: general, user: 'U0000000BEN', text: 'x' }),
  ],
  ['an invented cursor', 'invalid_cursor', (client) => client.conversations.list({ cursor: 'x' })],
  ['a page of 0 channels', 'invalid_limit', (client) => client.conversations.list({ limit: 0 })],
  [
    'a history page of more than 999 messages',
    'invalid_limit',
    (client) => client.conversations.history({ channel: general, limit: 1000 }),
  ],
  [
    'a history from a time that is not a timestamp',
    'invalid_ts_oldest',
    (client) => client.conversations.history({ channel: general, oldest: 'x' }),
  ],
  [
    'the join of a private channel',
    'channel_not_found',
    (client) => client.conversations.join({ channel: secret.id }),
  ],
  ['a look-up of a user who does not exist', 'user_not_found', (client) => client.users.info({ user: 'U0' })],
]

describe('the sandbox’s Slack refuses', () => {
  it.each(refusals)('%s with the error %s', async (_sentence, error, call) => {
    const workspace = await openWorkspace({ channels })
    await expect(call(clientOf(workspace), workspace)).rejects.toMatchObject({ data: { ok: false, error } })
  })
})

const scopes: [string, (client: WebClient) => Promise<unknown>][] = [
  ['chat:write', (client) => post(client, {})],
  ['channels:read', (client) => client.conversations.list()],
  ['groups:read', (client) => client.conversations.list({ types: 'private_channel' })],
  ['channels:history', (client) => client.conversations.history({ channel: general })],
  ['channels:join', (client) => client.conversations.join({ channel: general })],
  ['im:write', (client) => client.conversations.open({ users: 'U0000000ANA' })],
  ['users:read', (client) => client.users.info({ user: 'U0000000ANA' })],
]

describe('the error of the sandbox’s Slack for a missing scope', () => {
  it.each(scopes)('names the scope %s', async (needed, call) => {
    const workspace = await openWorkspace()
    await expect(call(clientOf(workspace))).resolves.toMatchObject({ ok: true })
    workspace.control.setScopes('bot', ['commands'])
    const data = { error: 'missing_scope', needed, provided: 'commands' }
    await expect(call(clientOf(workspace))).rejects.toMatchObject({ data })
  })
})
