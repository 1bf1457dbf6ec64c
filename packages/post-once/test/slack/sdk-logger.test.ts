import { systemClocks } from '@overheard/base/clock'
import { withoutProxy } from '@overheard/base/http'
import { expect, it } from 'vitest'
import { createChannels } from '../../../../src/slack/channels.ts'
import { openWorkspace } from '../../../../test/tools/slack-workspace.ts'
import { createSlackDispatcher, sdkLogger, slackClient } from '../../src/slack/client.ts'

it('the log omits the warning of Slack’s SDK about a channel that the bot is already in, and contains another warning of the SDK', async () => {
  const workspace = await openWorkspace()
  const warnings: string[] = []
  const logger = sdkLogger({
    warn: (_fields, text) => void warnings.push(text),
    error: (_fields, text) => void warnings.push(text),
  })
  const { apiUrl, seed } = workspace
  const client = slackClient(
    { apiUrl, token: seed.token.bot, logger, dispatcher: createSlackDispatcher(withoutProxy) },
    5000,
  )
  await createChannels(client, systemClocks).join('C00000BRAND')
  expect(workspace.control.calls('conversations.join')).toMatchObject([
    { answer: { warning: 'already_in_channel' } },
  ])
  expect(warnings).toEqual([])
  await client.chat.postMessage({ channel: 'C00000BRAND', text: '', blocks: [{ type: 'divider' }] })
  expect(warnings).not.toEqual([])
})
