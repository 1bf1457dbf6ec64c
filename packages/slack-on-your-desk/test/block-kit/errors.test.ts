import { expect, it } from 'vitest'
import { textLength } from '../../src/block-kit/composition.ts'
import { clientOf, openWorkspace } from '../open.ts'
import { mrkdwn, section, times } from './samples.ts'

it('the sandbox’s Slack rejects invalid blocks in Slack’s own error format', async () => {
  const client = clientOf(await openWorkspace())
  const blocks = [section({ text: mrkdwn(3001) })]
  const error = 'must be less than 3001 characters [json-pointer:/blocks/0/text/text]'
  await expect(client.chat.postMessage({ channel: 'C000GENERAL', text: 'x', blocks })).rejects.toMatchObject({
    data: { error: 'invalid_blocks', errors: [error], response_metadata: { messages: [`[ERROR] ${error}`] } },
  })
})

it('the sandbox’s Slack limits the total length of all texts in the blocks of a message', async () => {
  const client = clientOf(await openWorkspace())
  const blocks = (last: number) => [
    ...times(3, () => section({ text: mrkdwn(3000) })),
    section({ text: mrkdwn(last) }),
  ]
  expect(textLength(blocks(2000))).toBe(11_000)
  const post = (last: number) =>
    client.chat.postMessage({ channel: 'C000GENERAL', text: 'x', blocks: blocks(last) })
  await expect(post(2000)).resolves.toMatchObject({ ok: true })
  await expect(post(2001)).rejects.toThrow('msg_blocks_too_long')
})
