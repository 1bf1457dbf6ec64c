import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { expect, it, onTestFinished } from 'vitest'
import { programOf } from '../tools/program.ts'

/** Starts `npm run slack` as a process on a free port; resolves with the settings it prints. */
async function startSlack(
  ...options: string[]
): Promise<{ settings: Map<string, string>; stop: () => Promise<unknown[]> }> {
  const child = spawn(process.execPath, [programOf('src/main.ts'), 'slack', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const settings = new Map<string, string>()
  for await (const line of createInterface(child.stdout)) {
    const [, name, value] = /^ {2}([A-Z_]+)=(.+)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) settings.set(name, value)
    if (line.startsWith('It sends')) break
  }
  const exited = once(child, 'exit')
  return {
    settings,
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

it('npm run slack, which starts only the sandbox’s Slack, serves a workspace that another Bolt app can use with the printed tokens', async () => {
  const { settings, stop } = await startSlack()
  const slackApiUrl = settings.get('SLACK_API_URL') ?? ''
  const receiver = new SocketModeReceiver({
    appToken: settings.get('SLACK_APP_TOKEN') ?? '',
    logLevel: LogLevel.ERROR,
    installerOptions: { clientOptions: { slackApiUrl } },
  })
  const app = new App({
    token: settings.get('SLACK_BOT_TOKEN') ?? '',
    receiver,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl },
  })
  app.command('/hello', async ({ ack, command, client }) => {
    await ack()
    await client.chat.postMessage({ channel: command.channel_id, text: `Hello ${command.user_name}` })
  })
  await app.start()
  onTestFinished(() => receiver.client.disconnect())

  const control = async (action: string, body: object): Promise<unknown> => {
    const url = new URL(`/_control/${action}`, slackApiUrl)
    return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()
  }
  await control('runCommand', { user: 'ana', channel: 'general', line: '/hello' })
  await expect
    .poll(() => control('messages', { channel: 'general' }))
    .toMatchObject([{ text: 'Hello ana', bot_id: 'B0000000001' }])

  await receiver.client.disconnect()
  expect(await stop()).toEqual([0, null])
})

it('npm run slack with a manifest grants only its scopes, and the switches of its page make calls fail', async () => {
  const { settings, stop } = await startSlack('--manifest', 'config/slack-manifest.json')
  const slackApiUrl = settings.get('SLACK_API_URL') ?? ''
  const headers = { authorization: `Bearer ${settings.get('SLACK_BOT_TOKEN')}` }
  const call = (method: string) => fetch(new URL(method, slackApiUrl), { method: 'POST', headers })
  const press = (id: string) => fetch(new URL(`/_panel/levers/${id}`, slackApiUrl), { method: 'POST' })
  const isOn = async () => {
    const state = await (await fetch(new URL('/_panel/state', slackApiUrl))).text()
    return state.includes('"during":"Slack is down: on"')
  }
  expect(await (await call('reactions.add')).json()).toMatchObject({ error: 'missing_scope' })
  await press('down')
  expect((await call('auth.test')).status).toBe(503)
  expect(await isOn()).toBe(true)
  await press('down')
  expect((await call('auth.test')).status).toBe(200)
  expect(await isOn()).toBe(false)
  expect(await stop()).toEqual([0, null])
})
