import { describe, expect, it } from 'vitest'
import { clientOf, openWorkspace, socketApp } from './open.ts'

/** Users react to messages in the embedded workspace. */

const general = 'C000GENERAL'

async function withMessage(options: Parameters<typeof openWorkspace>[0] = {}) {
  const workspace = await openWorkspace(options)
  const { ts = '' } = await clientOf(workspace).chat.postMessage({ channel: general, text: 'Card' })
  const react = (reaction = 'eyes', remove = false, user = 'ana') =>
    workspace.people.react({ user, channel: general, ts, reaction, remove })
  return { workspace, ts, react }
}

describe('a reaction in the sandbox’s Slack', () => {
  it('reaches the app as an event when it is added and when it is taken away, and the event can be sent again', async () => {
    const { workspace, ts, react } = await withMessage()
    const heard: unknown[] = []
    await socketApp(workspace, (app) => {
      app.event('reaction_added', async ({ event }) => void heard.push(event))
      app.event('reaction_removed', async ({ event }) => void heard.push(event))
    })
    expect(await react()).toMatchObject({ kind: 'acknowledged' })
    await react('eyes', true)
    const event = {
      user: 'U0000000ANA',
      reaction: 'eyes',
      item_user: workspace.seed.bot.userId,
      item: { type: 'message', channel: general, ts },
      event_ts: expect.stringMatching(/^\d{10}\.\d{6}$/),
    }
    await expect
      .poll(() => heard)
      .toEqual([
        expect.objectContaining({ ...event, type: 'reaction_added' }),
        expect.objectContaining({ ...event, type: 'reaction_removed' }),
      ])
    const [first] = workspace.control.envelopes()
    await workspace.control.redeliver(first?.id ?? '')
    await expect.poll(() => heard).toHaveLength(3)
    expect(heard[2]).toEqual(heard[0])
  })

  it('is shown in the history with the people who added it, and stays when the message is updated', async () => {
    const { workspace, ts, react } = await withMessage()
    const client = clientOf(workspace)
    await react()
    await react('eyes', false, 'ben')
    await react('tada', false, 'ben')
    await react('tada', true, 'ben')
    await client.chat.update({ channel: general, ts, text: 'Card, claimed' })
    const { messages } = await client.conversations.history({ channel: general })
    expect(messages?.[0]).toMatchObject({
      text: 'Card, claimed',
      reactions: [{ name: 'eyes', users: ['U0000000ANA', 'U0000000BEN'], count: 2 }],
    })
  })

  it('is refused with Slack’s error code, for example if it is repeated or if the channel is archived', async () => {
    const { workspace, ts, react } = await withMessage()
    await expect(react('no such')).rejects.toThrow('invalid_name')
    await expect(react('eyes', true)).rejects.toThrow('no_reaction')
    await react()
    await expect(react()).rejects.toThrow('already_reacted')
    await expect(
      workspace.people.react({ user: 'ana', channel: general, ts: '1.000000', reaction: 'eyes' }),
    ).rejects.toThrow('message_not_found')
    workspace.control.lockThread(general, ts)
    await expect(react('tada')).rejects.toThrow('thread_locked')
    await workspace.people.changeChannel({ do: 'archive', channel: general })
    await expect(react('tada')).rejects.toThrow('is_archived')
  })

  it('is not sent as an event to an app without the scope, without the subscription or outside the channel', async () => {
    for (const options of [{ scopes: ['chat:write'] }, { subscribedEvents: ['app_home_opened'] }]) {
      const { react } = await withMessage(options)
      expect(await react()).toBeUndefined()
    }
    const { workspace, react } = await withMessage()
    await workspace.people.changeChannel({ do: 'kickBot', channel: general })
    expect(await react()).toBeUndefined()
  })
})
