import { expect, it } from 'vitest'
import { createMessages, type Updated } from '../../src/slack/posted-messages.ts'
import { createPostEphemeral } from '../../src/slack/responses.ts'
import { brand, connected } from '../tools/slack-client.ts'

it.each<[code: string, ends: Updated]>([
  ['invalid_blocks', { kind: 'failed', reason: 'invalid_blocks', refused: true }],
  ['something_new', { kind: 'failed', reason: 'something_new', refused: true, unclear: true }],
  ['token_revoked', { kind: 'failed', reason: 'token_revoked' }],
  ['message_not_found', { kind: 'gone', reason: 'message_not_found' }],
  ['is_inactive', { kind: 'gone', reason: 'is_inactive' }],
])('a message update that Slack refuses with %s has the outcome %j', async (error, ends) => {
  const { workspace, client } = await connected()
  workspace.control.fault({ method: 'chat.update', act: { do: 'error', error } })
  const place = { channel: brand, ts: '1.000001' }
  expect(await createMessages(client).update(place, { text: 'x', blocks: [] })).toEqual(ends)
})

it('a message update or an ephemeral message without blocks is sent with formatting switched off', async () => {
  const { client } = await connected()
  const sent: Record<string, unknown>[] = []
  client.apiCall = async (method, options) => {
    sent.push({ method, ...options })
    return { ok: true }
  }
  const content = { text: '*Not bold* _or italic_', blocks: [] }
  await createMessages(client).update({ channel: brand, ts: '1.000001' }, content)
  await createPostEphemeral(client)({ channel: brand, user: 'U1' }, content)
  expect(sent).toMatchObject([
    { method: 'chat.update', mrkdwn: false, parse: 'none' },
    { method: 'chat.postEphemeral', mrkdwn: false, parse: 'none' },
  ])
})

it('an ephemeral message to a person who pressed in a thread is sent to the thread', async () => {
  const { workspace, client } = await connected()
  const { ts = '' } = await client.chat.postMessage({ channel: brand, text: 'A burst' })
  const send = createPostEphemeral(client)
  for (const place of [{ thread: ts }, {}])
    await send({ channel: brand, user: 'U0000000ANA', ...place }, { text: 'x', blocks: [] })
  expect(workspace.state.ephemerals.map(({ message }) => message.thread_ts)).toEqual([ts, undefined])
})
