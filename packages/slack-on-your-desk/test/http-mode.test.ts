import { expect, it, vi } from 'vitest'
import { signatureOf } from '../src/delivery.ts'
import { httpApp, openWorkspace } from './open.ts'

/** Bolt compares timestamps with the machine's own clock. */
const realTime = { now: Date.now }

it('commands, button presses and events of the sandbox’s Slack reach a Bolt app as signed HTTP requests', async () => {
  const workspace = await openWorkspace(realTime)
  const requestUrl = await httpApp(
    workspace.apiUrl,
    { token: workspace.seed.token.bot, signingSecret: workspace.seed.signingSecret },
    (app) => {
      app.command('/mentions-stats', ({ ack, command }) =>
        ack({ text: `For ${command.text}`, response_type: 'in_channel' }),
      )
      app.action('go', async ({ ack, respond }) => {
        await ack()
        await respond({ text: 'Pressed' })
      })
      app.event('app_home_opened', async ({ event, client }) => {
        await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [] } })
      })
    },
  )
  workspace.control.setRequestUrl(requestUrl)
  const done = await workspace.people.runCommand({
    user: 'ana',
    channel: 'general',
    line: '/mentions-stats 7d',
  })
  expect(done).toMatchObject({ kind: 'acknowledged' })
  expect(workspace.control.messages('general')).toMatchObject([{ text: 'For 7d' }])
  const element = { type: 'button', text: { type: 'plain_text', text: 'Go' }, action_id: 'go' }
  const blocks = [{ type: 'actions', elements: [element] }]
  const { ts } = workspace.people.postAsOtherApp({ channel: 'general', text: 'x', blocks })
  await workspace.people.press({ user: 'ana', channel: 'general', ts, actionId: 'go' })
  await expect.poll(() => workspace.state.ephemerals).toMatchObject([{ message: { text: 'Pressed' } }])
  await workspace.people.openHome('ana')
  await expect.poll(() => workspace.state.homes.size).toBe(1)
})

it('a command that the sandbox’s Slack signs with the wrong secret is refused by Bolt and counts as undeliverable', async () => {
  const workspace = await openWorkspace({ ...realTime, signingSecret: 'other' })
  const register = vi.fn()
  const requestUrl = await httpApp(
    workspace.apiUrl,
    { token: workspace.seed.token.bot, signingSecret: 'right' },
    register,
  )
  workspace.control.setRequestUrl(requestUrl)
  const done = await workspace.people.runCommand({ user: 'ana', channel: 'general', line: '/mentions-stats' })
  expect(done).toEqual({ kind: 'undeliverable' })
})

it('the signature of a request of the sandbox’s Slack matches Slack’s own example', () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
  expect(signatureOf('8f742231b10e8888abcd99yyyzzz85a5', '1531420618', body)).toBe(
    'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  )
})
