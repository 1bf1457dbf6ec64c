import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { clientOf, type OpenWorkspace, openWorkspace, socketApp } from './open.ts'

const order = { user: 'ana', channel: 'general', line: '/mentions-stats 7d' }

/** A plain Socket Mode client, and the messages it has received. */
async function bareSocket(workspace: OpenWorkspace) {
  const { url = '' } = await clientOf(workspace, workspace.seed.token.app).apps.connections.open({})
  const socket = new WebSocket(url)
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())))
  await expect.poll(() => heard).not.toEqual([])
  return { socket, heard, url }
}

it('Socket Mode of the sandbox’s Slack begins with a hello that has the number of connections', async () => {
  const workspace = await openWorkspace()
  const first = await bareSocket(workspace)
  const second = await bareSocket(workspace)
  expect(first.heard).toMatchObject([
    { type: 'hello', num_connections: 1, connection_info: { app_id: 'A0000000001' } },
  ])
  expect(second.heard).toMatchObject([{ type: 'hello', num_connections: 2 }])
  expect(workspace.control.sockets()).toBe(2)
})

it('a Socket Mode ticket of the sandbox’s Slack opens only one connection', async () => {
  const workspace = await openWorkspace()
  const { url } = await bareSocket(workspace)
  const again = new WebSocket(url)
  await new Promise((resolve) => again.on('error', resolve))
  expect(workspace.control.sockets()).toBe(1)
})

it('Socket Mode of the sandbox’s Slack answers pings', async () => {
  const { socket } = await bareSocket(await openWorkspace())
  const pong = new Promise((resolve) => socket.on('pong', resolve))
  socket.ping('x')
  await pong
})

it('a command is undeliverable at once if the connection of the sandbox’s Slack closes before the app acknowledges the command', async () => {
  const workspace = await openWorkspace()
  const { socket } = await bareSocket(workspace)
  socket.on('message', () => socket.terminate())
  expect(await workspace.people.runCommand(order)).toEqual({ kind: 'undeliverable' })
})

it('Socket Mode of the sandbox’s Slack refuses the eleventh connection', async () => {
  const workspace = await openWorkspace()
  for (let count = 0; count < 10; count += 1) await bareSocket(workspace)
  const { heard } = await bareSocket(workspace)
  expect(heard).toMatchObject([{ type: 'disconnect', reason: 'too_many_websockets' }])
})

it('Socket Mode of the sandbox’s Slack sends each command to one of the connections, in turn', async () => {
  const workspace = await openWorkspace()
  const sockets = [await bareSocket(workspace), await bareSocket(workspace)]
  for (const { socket, heard } of sockets)
    socket.on('message', () => socket.send(JSON.stringify({ envelope_id: heard.at(-1)?.envelope_id })))
  for (let count = 0; count < 4; count += 1) await workspace.people.runCommand(order)
  const envelopes = sockets.map(({ heard }) => heard.filter((one) => one.type === 'slash_commands'))
  expect(envelopes.map((one) => one.length)).toEqual([2, 2])
  expect(envelopes[0]?.[0]).toMatchObject({
    accepts_response_payload: true,
    payload: { command: '/mentions-stats', text: '7d' },
  })
})

it('a command in the sandbox’s Slack reaches a Bolt app, and only the user sees the text of the acknowledgement', async () => {
  const workspace = await openWorkspace()
  await socketApp(workspace, (app) => {
    app.command('/mentions-stats', ({ ack, command }) => ack(`You asked for ${command.text}`))
  })
  expect(await workspace.people.runCommand(order)).toMatchObject({ kind: 'acknowledged' })
  expect(workspace.state.ephemerals).toMatchObject([
    {
      user: 'U0000000ANA',
      channel: 'C000GENERAL',
      message: { text: 'You asked for 7d', bot_id: 'B0000000001' },
    },
  ])
  expect(workspace.control.envelopes()).toMatchObject([
    { type: 'slash_commands', state: 'acknowledged', via: 'socket 1' },
  ])
})

it.each([
  [
    'is asked to reconnect',
    (workspace: OpenWorkspace) => workspace.control.disconnectSockets('refresh_requested'),
  ],
  ['loses its connection', (workspace: OpenWorkspace) => workspace.control.dropSockets()],
])('a Bolt app that %s connects to the sandbox’s Slack again', async (_sentence, cut) => {
  const workspace = await openWorkspace()
  await socketApp(workspace, (app) => app.command('/mentions-stats', ({ ack }) => ack()), 500)
  const counts: number[] = []
  workspace.subscribe((event) => event.type === 'sockets' && counts.push(event.open))
  cut(workspace)
  await expect.poll(() => counts.slice(0, 2)).toEqual([0, 1])
  expect(await workspace.people.runCommand(order)).toMatchObject({ kind: 'acknowledged' })
})

it('the sandbox’s Slack shows nothing for an empty acknowledgement of a command', async () => {
  const workspace = await openWorkspace()
  await socketApp(workspace, (app) => app.command('/mentions-stats', ({ ack }) => ack()))
  await workspace.people.runCommand(order)
  expect(workspace.state.ephemerals).toEqual([])
})

it('the sandbox’s Slack sends an event only if the app has subscribed to it', async () => {
  const workspace = await openWorkspace({ subscribedEvents: ['app_home_opened', 'member_joined_channel'] })
  const heard: unknown[] = []
  await socketApp(workspace, (app) => {
    app.event('member_joined_channel', async ({ event }) => void heard.push(event))
  })
  await workspace.people.changeChannel({ do: 'kickBot', channel: 'support' })
  await workspace.people.changeChannel({ do: 'inviteBot', channel: 'support' })
  expect(workspace.control.envelopes().map((one) => one.type)).toEqual(['events_api'])
  expect(heard).toMatchObject([
    { type: 'member_joined_channel', user: 'U00000000BOT', channel: 'C0000SUPPRT' },
  ])
})
