import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { clientOf, type OpenWorkspace, openWorkspace } from './open.ts'

const general = 'C000GENERAL'

const order = (
  workspace: OpenWorkspace,
  name: string,
  body: unknown = {},
  headers: Record<string, string> = {},
) => fetch(`${workspace.url}/_control/${name}`, { method: 'POST', body: JSON.stringify(body), headers })

/** Opens the event stream and returns a function that reads what has arrived so far. */
async function stream(workspace: OpenWorkspace): Promise<() => { event: string; data: string }[]> {
  let received = ''
  request(`${workspace.url}/_control/events`, (response) => {
    response.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    response.on('error', () => {})
  })
    .on('error', () => {})
    .end()
  await expect.poll(() => received).toContain('\n\n')
  return () =>
    received
      .split('\n\n')
      .filter((one) => one !== '')
      .map((one) => ({ event: /event: (.*)/.exec(one)?.[1] ?? '', data: /data: (.*)/.exec(one)?.[1] ?? '' }))
}

describe('the control API of the sandbox’s Slack', () => {
  it('runs users’ actions, plans faults and returns the state', async () => {
    const workspace = await openWorkspace({ control: true })
    const posted = await (
      await order(workspace, 'post', { user: 'ana', channel: 'general', text: 'Hello' })
    ).json()
    expect(posted).toMatchObject({ user: 'U0000000ANA', text: 'Hello' })
    expect(
      await (await order(workspace, 'fault', { method: 'auth.test', act: { do: 'reset' } })).json(),
    ).toEqual({ id: 1 })
    await expect(clientOf(workspace).auth.test()).rejects.toThrow()
    const state = await (await fetch(`${workspace.url}/_control/state`)).json()
    expect(state).toMatchObject({
      messages: { [general]: [{ text: 'Hello' }] },
      faults: [{ method: 'auth.test' }],
    })
  })
  it('refuses an unknown order, an unknown user and an unknown fault', async () => {
    const workspace = await openWorkspace({ control: true })
    expect((await order(workspace, 'dance')).status).toBe(404)
    const nobody = await order(workspace, 'post', { user: 'zoe', channel: 'general', text: 'x' })
    expect(await nobody.json()).toEqual({ error: 'There is no user "zoe" in this workspace.' })
    expect((await order(workspace, 'fault', { method: 'x', act: { do: 'explode' } })).status).toBe(400)
  })
  it('refuses requests of a foreign website', async () => {
    const workspace = await openWorkspace({ control: true })
    const foreign = await order(workspace, 'reset', {}, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect((await order(workspace, 'reset', {}, { origin: workspace.url })).status).toBe(200)
  })
  it('accepts Socket Mode connections with Slack’s Origin, which the SDK for Go sends, but not with another foreign one', async () => {
    const workspace = await openWorkspace({ control: true })
    const openWith = async (origin: string) => {
      const { url = '' } = await clientOf(workspace, workspace.seed.token.app).apps.connections.open()
      const socket = new WebSocket(url, { origin })
      onTestFinished(() => socket.terminate())
      return new Promise((resolve) => {
        socket.once('open', () => resolve('open'))
        socket.once('error', () => resolve('refused'))
      })
    }
    expect(await openWith('https://api.slack.com')).toBe('open')
    expect(await openWith('https://evil.example')).toBe('refused')
  })
  it.each([['/api/auth.test'], ['/_panel/state'], ['/']])(
    'does not let a foreign website that points its name at this machine read %s',
    async (path) => {
      const read: string[] = []
      const page = (asked: IncomingMessage, response: ServerResponse) => {
        read.push(String(asked.url))
        response.end('mentions')
      }
      const { url } = await openWorkspace({ control: true, page })
      const { port } = new URL(url)
      const statusFor = (host: string) =>
        new Promise((resolve, reject) => {
          const asked = request({ port, path, headers: { host } }, (answer) => {
            answer.resume()
            resolve(answer.statusCode)
          })
          asked.on('error', reject).end()
        })
      expect(await statusFor(`evil.example:${port}`)).toBe(403)
      expect(read).toEqual([])
      expect(await statusFor(`localhost:${port}`)).toBe(200)
    },
  )
  it('is not served unless it is switched on', async () => {
    const workspace = await openWorkspace()
    expect((await order(workspace, 'reset')).status).toBe(404)
  })
  it('streams a snapshot first and then each change', async () => {
    const workspace = await openWorkspace({ control: true })
    const received = await stream(workspace)
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'Hello' })
    await expect.poll(() => received()).toHaveLength(3)
    expect(received().map((one) => one.event)).toEqual(['snapshot', 'change', 'change'])
    expect(received().map((one) => JSON.parse(one.data))).toMatchObject([
      { seq: 0, channels: { length: 4 } },
      { seq: 1, type: 'message_posted', channel: general, message: { text: 'Hello' } },
      { seq: 2, type: 'call', call: { method: 'chat.postMessage', status: 200 } },
    ])
  })
})

it('a reset of the sandbox’s Slack restores channel names and tokens and clears the history', async () => {
  const workspace = await openWorkspace()
  await workspace.people.changeChannel({ do: 'rename', channel: 'general', name: 'everyone' })
  workspace.control.replaceToken('bot', 'xoxb-new')
  workspace.people.post('ana', { channel: 'everyone', text: 'x' })
  workspace.control.reset()
  await expect(clientOf(workspace).auth.test()).resolves.toMatchObject({ ok: true })
  expect(workspace.snapshot().channels[0]).toMatchObject({ id: general, name: 'general' })
  expect(workspace.control.messages(general)).toEqual([])
})
