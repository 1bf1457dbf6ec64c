import { describe, expect, it } from 'vitest'
import { clientOf, type OpenWorkspace, openWorkspace, socketApp } from './open.ts'

const general = 'C000GENERAL'
const scopes = ['chat:write', 'channels:read', 'channels:history', 'groups:history']
const subscribed = { scopes, subscribedEvents: ['message.channels'] }

/** The events that the workspace has sent. */
function sentEvents(workspace: OpenWorkspace): unknown[] {
  return workspace.control.envelopes().map(({ payload }) => payload.event)
}

describe('the event message of the sandbox’s Slack', () => {
  it('reaches a Bolt app that listens to messages and answers', async () => {
    const workspace = await openWorkspace(subscribed)
    await socketApp(workspace, (app) => {
      app.message(/^hello/, async ({ say, message }) => {
        await say({ text: 'Hello back', thread_ts: message.ts })
      })
    })
    const { ts } = workspace.people.post('ana', { channel: general, text: 'hello bot' })
    await expect.poll(() => workspace.control.messages('general')).toHaveLength(2)
    expect(sentEvents(workspace)[0]).toMatchObject({
      type: 'message',
      channel: general,
      channel_type: 'channel',
      user: 'U0000000ANA',
      text: 'hello bot',
      ts,
    })
  })

  it('is sent for messages of the app itself, too, without their metadata', async () => {
    const workspace = await openWorkspace(subscribed)
    const metadata = { event_type: 'x', event_payload: {} }
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata })
    const [event] = sentEvents(workspace)
    expect(event).toMatchObject({ bot_id: 'B0000000001', text: 'x' })
    expect(event).not.toHaveProperty('metadata')
  })

  it.each([
    ['the app has not subscribed to it', { subscribedEvents: ['message.groups'] }],
    ['the app has no permission for the history', { scopes: ['chat:write'] }],
    ['the app is not in the channel', { channels: [{ id: general, name: 'general', botIsMember: false }] }],
  ])('is not sent if %s', async (_why, options) => {
    const workspace = await openWorkspace({ ...subscribed, ...options })
    workspace.people.post('ana', { channel: general, text: 'hello' })
    expect(sentEvents(workspace)).toEqual([])
  })
})
