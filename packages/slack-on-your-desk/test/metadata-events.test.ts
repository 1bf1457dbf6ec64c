import { describe, expect, it } from 'vitest'
import { clientOf, type OpenWorkspace, openWorkspace, socketApp } from './open.ts'

const general = 'C000GENERAL'
const scopes = ['chat:write', 'channels:read', 'channels:history', 'metadata.message:read']
const metadata = { event_type: 'posted_mentions', event_payload: { ids: '1,2' } }
const subscribed = {
  scopes,
  subscribedEvents: ['message_metadata_posted'],
  metadataSubscriptions: ['posted_mentions'],
}

/** Connects a Bolt app and returns the metadata events it has received so far. */
async function receivedEvents(workspace: OpenWorkspace): Promise<unknown[]> {
  const received: unknown[] = []
  await socketApp(workspace, (app) => {
    app.event('message_metadata_posted', async ({ event }) => void received.push(event))
  })
  return received
}

/** The events that the workspace has sent. */
function sentEvents(workspace: OpenWorkspace): unknown[] {
  return workspace.control.envelopes().map(({ payload }) => payload.event)
}

describe('the event message_metadata_posted of the sandbox’s Slack', () => {
  it('is sent to a subscribed Bolt app for its own message, with the metadata and the message’s timestamp', async () => {
    const workspace = await openWorkspace(subscribed)
    const received = await receivedEvents(workspace)
    const { ts } = await clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata })
    await expect.poll(() => received).toHaveLength(1)
    expect(received).toMatchObject([
      {
        type: 'message_metadata_posted',
        app_id: 'A0000000001',
        bot_id: 'B0000000001',
        user_id: 'U00000000BOT',
        team_id: 'T0000000001',
        channel_id: general,
        metadata,
        message_ts: ts,
      },
    ])
  })

  it('is sent even if the response to the post is lost', async () => {
    const workspace = await openWorkspace(subscribed)
    const received = await receivedEvents(workspace)
    workspace.control.fault({ method: 'chat.postMessage', times: 1, act: { do: 'reset', after: true } })
    await expect(
      clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata }),
    ).rejects.toThrow()
    await expect.poll(() => received).toHaveLength(1)
  })

  it('is sent for a message of another app, with that app’s id', async () => {
    const workspace = await openWorkspace(subscribed)
    workspace.people.postAsOtherApp({ channel: general, text: 'x', metadata })
    expect(sentEvents(workspace)).toMatchObject([{ app_id: 'A0000OTHER1', metadata }])
  })

  it.each([
    ['the app has not subscribed to the event', { subscribedEvents: ['app_home_opened'] }],
    ['the manifest does not list the metadata’s event type', { metadataSubscriptions: ['other'] }],
    ['the token lacks the scope metadata.message:read', { scopes: ['chat:write'] }],
  ])('is not sent if %s', async (_reason, change) => {
    const workspace = await openWorkspace({ ...subscribed, ...change })
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata })
    expect(sentEvents(workspace)).toEqual([])
  })

  it('is not sent for a channel that the bot is not in', async () => {
    const workspace = await openWorkspace(subscribed)
    await workspace.people.changeChannel({ do: 'kickBot', channel: general })
    workspace.people.postAsOtherApp({ channel: general, text: 'x', metadata })
    expect(sentEvents(workspace)).toEqual([])
  })

  it('is not sent if a planned fault drops the metadata, or if the message has none', async () => {
    const workspace = await openWorkspace(subscribed)
    workspace.control.fault({ method: 'chat.postMessage', times: 1, act: { do: 'dropMetadata' } })
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata })
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'x' })
    expect(sentEvents(workspace)).toEqual([])
  })

  it('can be subscribed to through the control API while the workspace runs', async () => {
    const workspace = await openWorkspace({ scopes, control: true })
    await fetch(`${workspace.url}/_control/setSubscriptions`, {
      method: 'POST',
      body: JSON.stringify({ events: ['message_metadata_posted'], metadata: ['posted_mentions'] }),
    })
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata })
    expect(sentEvents(workspace)).toHaveLength(1)
  })
})
