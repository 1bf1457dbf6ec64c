/**
 * Every method for conversations, called with the SDK's own client and checked against the SDK's own response types.
 */
import type {
  ConversationsHistoryResponse,
  ConversationsInfoResponse,
  ConversationsOpenResponse,
  WebClient,
} from '@slack/web-api'
import { expect, it } from 'vitest'
import { clientOf, type OpenWorkspace, openWorkspace } from './open.ts'

const general = 'C000GENERAL'
const ana = 'U0000000ANA'

async function open(): Promise<{ workspace: OpenWorkspace; client: WebClient }> {
  const workspace = await openWorkspace()
  return { workspace, client: clientOf(workspace) }
}

it('conversations.list of the sandbox’s Slack returns pages with a cursor', async () => {
  const { client } = await open()
  const first = await client.conversations.list({ limit: 3 })
  const rest = await client.conversations.list({
    limit: 3,
    cursor: first.response_metadata?.next_cursor ?? '',
  })
  const names = [...(first.channels ?? []), ...(rest.channels ?? [])].map((channel) => channel.name)
  expect(names).toEqual(['general', 'brand-watch', 'support', 'marketing'])
  expect(rest.response_metadata?.next_cursor).toBe('')
})

it('conversations.info of the sandbox’s Slack returns a channel with all commonly used fields', async () => {
  const { client } = await open()
  const expected: ConversationsInfoResponse['channel'] = {
    id: general,
    name: 'general',
    name_normalized: 'general',
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: false,
    is_archived: false,
    is_general: true,
    is_member: true,
    num_members: 5,
  }
  const answer = await client.conversations.info({ channel: general, include_num_members: true })
  expect(answer.channel).toMatchObject(expected)
})

it('conversations.history of the sandbox’s Slack returns messages newest first in the SDK’s types', async () => {
  const { workspace, client } = await open()
  workspace.people.post('ana', { channel: 'general', text: 'First' })
  await client.chat.postMessage({ channel: general, text: 'Second' })
  const expected: ConversationsHistoryResponse['messages'] = [
    { type: 'message', user: 'U00000000BOT', bot_id: 'B0000000001', text: 'Second' },
    { type: 'message', user: ana, text: 'First' },
  ]
  const answer = await client.conversations.history({ channel: general })
  expect(answer).toMatchObject({ ok: true, has_more: false, messages: expected })
})

it('conversations.replies of the sandbox’s Slack returns the parent and then its replies', async () => {
  const { client } = await open()
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'Parent' })
  const reply = await client.chat.postMessage({ channel: general, text: 'Reply', thread_ts: ts })
  const answer = await client.conversations.replies({ channel: general, ts })
  expect(answer.messages).toMatchObject([
    { ts, thread_ts: ts, reply_count: 1, reply_users: ['U00000000BOT'], latest_reply: reply.ts },
    { ts: reply.ts, thread_ts: ts, parent_user_id: 'U00000000BOT' },
  ])
})

it('conversations.join of the sandbox’s Slack adds the bot, and warns if the bot is a member already', async () => {
  const { workspace, client } = await open()
  await workspace.people.changeChannel({ do: 'kickBot', channel: 'support' })
  const answer = await client.conversations.join({ channel: 'C0000SUPPRT' })
  expect(answer.channel).toMatchObject({ id: 'C0000SUPPRT', is_member: true })
  expect(workspace.control.messages('support')).toMatchObject([{ subtype: 'channel_join' }])
  expect(await client.conversations.join({ channel: 'C0000SUPPRT' })).toMatchObject({
    warning: 'already_in_channel',
  })
})

it('conversations.open of the sandbox’s Slack returns the same direct message channel for a user each time', async () => {
  const { client } = await open()
  const first: ConversationsOpenResponse = await client.conversations.open({ users: ana })
  const again = await client.conversations.open({ users: ana, return_im: true })
  expect(again).toMatchObject({
    already_open: true,
    channel: { id: first.channel?.id, is_im: true, user: ana },
  })
})

it('conversations.members of the sandbox’s Slack lists users and the bot', async () => {
  const { client } = await open()
  const answer = await client.conversations.members({ channel: general })
  expect(answer.members).toEqual([ana, 'U0000000BEN', 'U0000000KIM', 'U0000000MEI', 'U00000000BOT'])
})
