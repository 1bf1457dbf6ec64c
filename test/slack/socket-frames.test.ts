import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withoutProxy } from '@overheard/base/http'
import { createSlackDispatcher, sdkLogger } from '@overheard/post-once/client'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { createProblems } from '../../src/health/problems.ts'
import { problemTexts } from '../../src/messages/problems/problem-texts.ts'
import { connectSlack } from '../../src/slack/connection.ts'
import { urlOf } from '../tools/http-server.ts'

const ignore = () => undefined
const acknowledgement = z.object({ envelope_id: z.string() })

/** A Slack that says what a test gives it, and a bot that is connected to it with the real SDK. */
async function open() {
  const http = createServer((request, response) => {
    const answer = request.url?.includes('auth.test')
      ? { ok: true, user_id: 'UBOT', bot_id: 'BBOT' }
      : { ok: true, url: urlOf(http).replace('http', 'ws') }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const sockets = new WebSocketServer({ server: http })
  let socket: WebSocket | undefined
  let connections = 0
  const acknowledged: string[] = []
  sockets.on('connection', (opened) => {
    connections += 1
    socket = opened
    opened.on('error', ignore)
    opened.on('message', (data) => {
      acknowledged.push(acknowledgement.parse(JSON.parse(String(data))).envelope_id)
    })
    opened.send('{"type":"hello","num_connections":1}')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const stopping = new AbortController()
  const warned: object[] = []
  const commands: string[] = []
  const clock = { now: 0 }
  const connection = connectSlack({
    apiUrl: `${urlOf(http)}/api/`,
    botToken: 'xoxb-1',
    appToken: 'xapp-1',
    signingSecret: undefined,
    register: (app) =>
      app.command('/mentions', async ({ command, ack }) => {
        commands.push(command.text)
        await ack()
      }),
    problems: createProblems(Date.now, { raised: ignore, cleared: ignore }),
    counted: ignore,
    problemOf: problemTexts.slackConnection,
    sleep: () => nextTurn(),
    stopping: stopping.signal,
    now: () => clock.now,
    setTimer: () => ignore,
    log: { warn: (fields) => void warned.push(fields) },
    logger: sdkLogger({ warn: ignore, error: ignore }),
    dispatcher: createSlackDispatcher(withoutProxy),
  })
  onTestFinished(async () => {
    stopping.abort()
    await connection.stop()
    for (const one of sockets.clients) one.terminate()
    http.closeAllConnections()
    http.close()
  })
  let count = 0
  /** Sends a command again and again over whatever connection there is, until the bot has acknowledged it. */
  async function works(): Promise<void> {
    const id = `command-${++count}`
    const payload = { command: '/mentions', text: id, team_id: 'T1', user_id: 'U1', channel_id: 'C1' }
    await expect
      .poll(() => {
        if (socket?.readyState === 1)
          socket.send(JSON.stringify({ type: 'slash_commands', envelope_id: id, payload }))
        return acknowledged.includes(id) && commands.includes(id)
      })
      .toBe(true)
  }
  await works()
  return {
    send: (frame: string | Buffer, isBinary = false) => socket?.send(frame, { binary: isBinary }),
    works,
    connections: () => connections,
    warned,
    clock,
  }
}

const envelope = (type: string, more: object) => JSON.stringify({ type, envelope_id: 'e', ...more })

describe('a frame over the connection to Slack', () => {
  it.each([
    ['the text null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['a text', '"hello"'],
    ['nothing', ''],
    ['no JSON', '{'],
    ['too long', `"${'x'.repeat(3_000_000)}"`],
    ['deep', '['.repeat(200_000)],
    ['no UTF-8', Buffer.from([0x7b, 0xff])],
  ])('that is %s closes only that connection, and is told', async (_what, frame) => {
    const { send, works, connections, warned } = await open()
    send(frame)
    await expect.poll(connections).toBe(2)
    await works()
    if (typeof frame === 'string') expect(warned).toEqual([{ frames: 1, why: 'a frame that is broken' }])
  })

  it.each([
    ['without a type', '{}'],
    ['of an unknown type', envelope('telepathy', { payload: {} })],
    ['of an event without its payload', envelope('events_api', {})],
    ['of an event that is null', envelope('events_api', { payload: { event: null } })],
    ['of a command without its payload', envelope('slash_commands', {})],
    ["with the name of the SDK's own event", envelope('disconnected', { payload: {} })],
    [
      "of an event with the name of the SDK's own",
      envelope('events_api', { payload: { event: { type: 'disconnected' } } }),
    ],
  ])('%s is left out, and the connection stays', async (_what, frame) => {
    const { send, works, connections, warned } = await open()
    send(frame)
    await works()
    expect([connections(), warned]).toEqual([1, [{ frames: 1, why: 'a frame that is unknown' }]])
  })

  it('of any content does not end the process', async () => {
    const { send, works } = await open()
    const types = fc.constantFrom(
      'hello',
      'events_api',
      'interactive',
      'slash_commands',
      'error',
      '__proto__',
    )
    const frame = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.string().map((text) => Buffer.from(text)),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc
        .record({ type: types, envelope_id: fc.jsonValue(), payload: fc.jsonValue() }, { requiredKeys: [] })
        .map((value) => Buffer.from(JSON.stringify(value))),
      fc
        .tuple(
          types,
          fc.dictionary(fc.constantFrom('type', 'event', 'actions', 'view', 'user'), fc.jsonValue()),
        )
        .map(([type, payload]) => Buffer.from(envelope(type, { payload }))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(frame, fc.boolean()), { minLength: 1 }), async (frames) => {
        for (const [bytes, isBinary] of frames) send(bytes, isBinary)
        await works()
      }),
      { numRuns: 12 },
    )
  })
})
