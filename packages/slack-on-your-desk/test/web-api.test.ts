import type {
  AuthTestResponse,
  ChatPostMessageResponse,
  UsersInfoResponse,
  ViewsOpenResponse,
  WebClient,
} from '@slack/web-api'
import { expect, it } from 'vitest'
import { clientOf, type OpenWorkspace, openWorkspace } from './open.ts'

/**
 * Every method except those for conversations, called with the SDK's own client and checked against the SDK's own
 * response types.
 */

const general = 'C000GENERAL'
const ana = 'U0000000ANA'

async function open(): Promise<{ workspace: OpenWorkspace; client: WebClient }> {
  const workspace = await openWorkspace()
  return { workspace, client: clientOf(workspace) }
}

it('auth.test of the sandbox’s Slack returns the bot’s ids, and its scopes in a header', async () => {
  const { workspace, client } = await open()
  const expected: AuthTestResponse = {
    ok: true,
    url: `${workspace.url}/`,
    team: 'Your workspace',
    team_id: 'T0000000001',
    user: 'your-app',
    user_id: 'U00000000BOT',
    bot_id: 'B0000000001',
    is_enterprise_install: false,
  }
  const answer = await client.auth.test()
  expect(answer).toMatchObject(expected)
  expect(answer.response_metadata).toMatchObject({ scopes: workspace.seed.scopes.bot })
})

it('a new installation of an app in the sandbox’s Slack has another bot id with the same app id and cannot change older messages', async () => {
  const { workspace, client } = await open()
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'before' })
  const before = workspace.seed.bot
  const { botId, userId } = workspace.control.reinstall({ newUser: true })
  expect(await client.auth.test()).toMatchObject({ bot_id: botId, user_id: userId })
  expect([botId, userId]).not.toContain(before.botId)
  await client.chat.postMessage({ channel: general, text: 'after' })
  expect(workspace.control.messages(general)).toMatchObject([
    { bot_id: before.botId, user: before.userId, app_id: before.appId },
    { bot_id: botId, user: userId, app_id: before.appId, bot_profile: { app_id: before.appId } },
  ])
  await expect(client.chat.update({ channel: general, ts, text: 'x' })).rejects.toThrow('cant_update_message')
  for (const bot of [before.botId, botId])
    expect((await client.bots.info({ bot })).bot).toMatchObject({ id: bot, app_id: before.appId })
  await expect(client.bots.info({ bot: 'B0000OTHER1' })).rejects.toThrow('bot_not_found')
})

it('a new installation of an app in the sandbox’s Slack keeps the bot’s user id by default', async () => {
  const { workspace } = await open()
  expect(workspace.control.reinstall().userId).toBe(workspace.seed.bot.userId)
})

it('the sandbox’s Slack refuses replies in a channel without threads or in a locked thread, but accepts a message beside the locked thread', async () => {
  const { workspace, client } = await open()
  const { control } = workspace
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'parent' })
  const reply = () => client.chat.postMessage({ channel: general, thread_ts: ts, text: 'reply' })
  control.setThreadable('general', false)
  await expect(reply()).rejects.toThrow('restricted_action_non_threadable_channel')
  control.setThreadable('general', true)
  await reply()
  control.lockThread('general', ts)
  await expect(reply()).rejects.toThrow('restricted_action_thread_locked')
  await client.chat.postMessage({ channel: general, text: 'x' })
  control.reset()
  const { ts: again = '' } = await client.chat.postMessage({ channel: general, text: 'parent' })
  await client.chat.postMessage({ channel: general, thread_ts: again, text: 'reply' })
})

it('apps.connections.open of the sandbox’s Slack returns a WebSocket address with a ticket', async () => {
  const { workspace } = await open()
  const answer = await clientOf(workspace, workspace.seed.token.app).apps.connections.open({})
  expect(answer.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/link\/\?ticket=/)
})

it('chat.postMessage of the sandbox’s Slack returns the stored message', async () => {
  const { client } = await open()
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'Hi' } }]
  const metadata = { event_type: 'heard', event_payload: { ids: '7' } }
  const answer = await client.chat.postMessage({ channel: general, text: 'Hi', blocks, metadata })
  const message: ChatPostMessageResponse['message'] = {
    type: 'message',
    ts: '1795176000.000000',
    user: 'U00000000BOT',
    team: 'T0000000001',
    bot_id: 'B0000000001',
    app_id: 'A0000000001',
    bot_profile: {
      id: 'B0000000001',
      app_id: 'A0000000001',
      name: 'your-app',
      deleted: false,
      updated: 0,
      team_id: 'T0000000001',
    },
    text: 'Hi',
    metadata: { event_type: 'heard', event_payload: { ids: '7' } },
  }
  expect(answer).toMatchObject({ ok: true, channel: general, ts: '1795176000.000000' })
  const { blocks: kept, ...rest } = answer.message ?? {}
  expect(rest).toEqual(message)
  const text = { type: 'mrkdwn', text: 'Hi', verbatim: false }
  expect(kept).toEqual([{ type: 'section', block_id: expect.stringMatching(/./), text }])
})

it('the sandbox’s Slack truncates a text above 40,000 characters with a warning', async () => {
  const { workspace, client } = await open()
  const answer = await client.chat.postMessage({ channel: general, text: 'x'.repeat(40_001) })
  expect(answer.response_metadata).toMatchObject({ warnings: ['message_truncated'] })
  expect(workspace.control.messages(general)[0]?.text).toHaveLength(40_000)
})

it('chat.update of the sandbox’s Slack changes the text, removes blocks, keeps metadata and marks the message as edited', async () => {
  const { workspace, client } = await open()
  const metadata = { event_type: 'heard', event_payload: { ids: '7' } }
  const blocks = [{ type: 'divider' }]
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'One', blocks, metadata })
  const answer = await client.chat.update({ channel: general, ts, text: 'Two' })
  expect(answer).toMatchObject({ ok: true, channel: general, ts, text: 'Two' })
  const [kept] = workspace.control.messages(general)
  expect(kept).toMatchObject({ text: 'Two', metadata, edited: { user: 'U00000000BOT' } })
  expect(kept).not.toHaveProperty('blocks')
})

it('chat.delete of the sandbox’s Slack deletes a message', async () => {
  const { workspace, client } = await open()
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'One' })
  expect(await client.chat.delete({ channel: general, ts })).toMatchObject({ ok: true, channel: general, ts })
  expect(workspace.control.messages(general)).toEqual([])
})

it('chat.postEphemeral of the sandbox’s Slack shows a message to one user and does not change the history', async () => {
  const { workspace, client } = await open()
  const answer = await client.chat.postEphemeral({ channel: general, user: ana, text: 'Psst' })
  expect(workspace.state.ephemerals).toMatchObject([
    { channel: general, user: ana, message: { ts: answer.message_ts, text: 'Psst' } },
  ])
  expect(workspace.control.messages(general)).toEqual([])
})

it('chat.getPermalink of the sandbox’s Slack returns an address on the sandbox’s own server', async () => {
  const { workspace, client } = await open()
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'One' })
  const answer = await client.chat.getPermalink({ channel: general, message_ts: ts })
  expect(answer.permalink).toBe(`${workspace.url}/archives/${general}/p${ts.replace('.', '')}`)
})

it('users.info of the sandbox’s Slack returns a user, with an empty text for a missing display name', async () => {
  const { client } = await open()
  const expected: UsersInfoResponse['user'] = {
    id: 'U0000000MEI',
    name: 'mei',
    real_name: 'mei',
    tz: 'Asia/Tokyo',
    is_bot: false,
    profile: { display_name: '', real_name: 'mei' },
  }
  expect((await client.users.info({ user: 'U0000000MEI' })).user).toMatchObject(expected)
})

it('views.publish, views.open, views.push and views.update of the sandbox’s Slack return the stored view', async () => {
  const { workspace, client } = await open()
  const title = { type: 'plain_text' as const, text: 'Title' }
  const modal = { type: 'modal' as const, title, blocks: [{ type: 'divider' }], private_metadata: 'p' }
  const home = await client.views.publish({ user_id: ana, view: { type: 'home', blocks: [] } })
  expect(home.view).toMatchObject({ type: 'home', id: workspace.state.homes.get(ana)?.id })
  const trigger = () => {
    workspace.state.triggers.set('t', { user: ana, expiresAt: workspace.clock.now() + 1, used: false })
    return 't'
  }
  const opened = await client.views.open({ trigger_id: trigger(), view: modal })
  const expected: ViewsOpenResponse['view'] = {
    type: 'modal',
    private_metadata: 'p',
    callback_id: '',
    state: { values: {} },
  }
  expect(opened.view).toMatchObject(expected)
  const pushed = await client.views.push({ trigger_id: trigger(), view: modal })
  expect(pushed.view).toMatchObject({ root_view_id: opened.view?.id, previous_view_id: opened.view?.id })
  const view_id = pushed.view?.id ?? ''
  const updated = await client.views.update({ view_id, hash: pushed.view?.hash ?? '', view: modal })
  expect(updated.view).toMatchObject({ id: view_id, previous_view_id: opened.view?.id })
})

it('blocks.validate of the sandbox’s Slack needs no token and names each problem with its pointer', async () => {
  const { workspace } = await open()
  const client = clientOf(workspace, '')
  expect(await client.blocks.validate({ blocks: [{ type: 'divider' }] })).toMatchObject({ ok: true })
  await expect(client.blocks.validate({ blocks: [{ type: 'header' }] })).rejects.toMatchObject({
    data: {
      error: 'invalid_blocks',
      errors: [{ pointer: '/blocks/0', code: 'missing_field', message: 'missing required field: text' }],
    },
  })
})

it('the sandbox’s Slack refuses and logs an unknown method', async () => {
  const lines: string[] = []
  const workspace = await openWorkspace({ log: (line) => void lines.push(line) })
  await expect(clientOf(workspace).apiCall('chat.whisper')).rejects.toMatchObject({
    data: { error: 'unknown_method', req_method: 'chat.whisper' },
  })
  expect(lines).toEqual(['The embedded Slack has no method chat.whisper.'])
})
