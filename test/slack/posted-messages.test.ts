import { expect, it } from 'vitest'
import { createMessages, type Updated } from '../../src/slack/posted-messages.ts'
import { brand, connected } from '../tools/slack-client.ts'

it.each<[code: string, ends: Updated]>([
  ['invalid_blocks', { kind: 'failed', reason: 'invalid_blocks', refused: true }],
  ['something_new', { kind: 'failed', reason: 'something_new', refused: true, unclear: true }],
  ['token_revoked', { kind: 'failed', reason: 'token_revoked' }],
  ['message_not_found', { kind: 'gone' }],
  ['is_inactive', { kind: 'gone' }],
])('a change that Slack refuses with %s', async (error, ends) => {
  const { workspace, client } = await connected()
  workspace.control.fault({ method: 'chat.update', act: { do: 'error', error } })
  const place = { channel: brand, ts: '1.000001' }
  expect(await createMessages(client).update(place, { text: 'x', blocks: [] })).toEqual(ends)
})
