import { type AnyMiddlewareArgs, App, type Middleware } from '@slack/bolt'
import { expect, it } from 'vitest'
import type { PostedMessage } from '../../src/model/history.ts'
import { onOwnPost } from '../../src/slack/post-events.ts'
import { writeReceipt } from '../../src/slack/receipts.ts'
import { clientOf, type OpenWorkspace, openWorkspace, socketApp } from '../tools/slack-workspace.ts'

const general = 'C000GENERAL'
const receipt = { subscription: 'acme', alert: '7', through: '2', ids: ['1', '2'] }
const digest = { digest: 'weekly', period: '2026-W47', part: 0 }

async function listening() {
  const workspace = await openWorkspace({
    subscribedEvents: ['message_metadata_posted'],
    metadataSubscriptions: ['overheard_mentions', 'overheard_digest'],
  })
  const noted: { channel: string; message: PostedMessage }[] = []
  await socketApp(workspace, (app) => onOwnPost(app, (channel, message) => noted.push({ channel, message })))
  return { workspace, noted }
}

async function post(workspace: OpenWorkspace, of: typeof receipt | typeof digest) {
  const message = { channel: general, text: 'x', metadata: writeReceipt(of) }
  return (await clientOf(workspace).chat.postMessage(message)).ts
}

it('the bot notes each of its posts with a receipt when Slack announces the post', async () => {
  const { workspace, noted } = await listening()
  const [first, second] = [await post(workspace, receipt), await post(workspace, digest)]
  await expect.poll(() => noted).toHaveLength(2)
  expect(noted).toEqual([
    { channel: general, message: { ts: first, replies: 0, receipt } },
    { channel: general, message: { ts: second, replies: 0, digest } },
  ])
})

it.each([
  ['of our bot with a receipt is noted', {}, 1],
  ['of our app without a bot id is noted', { bot_id: undefined }, 1],
  ['of another app is ignored', { app_id: 'A2' }, 0],
  ['of another installation of our app is ignored', { bot_id: 'B2' }, 0],
  ['without a receipt is ignored', { metadata: { event_type: 'other', event_payload: {} } }, 0],
  ['without a channel is ignored', { channel_id: undefined }, 0],
])('Slack’s event about a message %s', async (_what, change, expected) => {
  const noted: unknown[] = []
  const app = new App({
    receiver: { init() {}, async start() {}, async stop() {} },
    authorize: async () => ({}),
  })
  app.use = ((listener: Middleware<AnyMiddlewareArgs>) => {
    const event = { type: 'message_metadata_posted', app_id: 'A1', bot_id: 'B1', channel_id: general }
    const body = {
      api_app_id: 'A1',
      event: { ...event, message_ts: '1.0', metadata: writeReceipt(receipt), ...change },
    }
    const next = async () => expect.unreachable('the event was passed on')
    handled = listener({ body, context: { botId: 'B1' }, next } as never)
  }) as typeof app.use
  let handled: Promise<void> | undefined
  onOwnPost(app, (_channel, message) => noted.push(message))
  await handled
  expect(noted).toHaveLength(expected)
})
