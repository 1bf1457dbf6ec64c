import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withoutProxy } from '@overheard/base/http'
import { createSlackDispatcher, sdkLogger } from '@overheard/post-once/client'
import { expect, it, onTestFinished } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { problemTexts } from '../../src/messages/problems/problem-texts.ts'
import { connectSlack } from '../../src/slack/connection.ts'
import { urlOf } from '../tools/http-server.ts'
import { openWorkspace, socketApp } from '../tools/slack-workspace.ts'

const ignore = () => undefined

type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** Connects until the test ends. */
function connectTo({ apiUrl, seed }: Workspace, own: Partial<Parameters<typeof connectSlack>[0]>) {
  const stopping = new AbortController()
  const connection = connectSlack({
    apiUrl,
    botToken: seed.token.bot,
    appToken: seed.token.app,
    signingSecret: undefined,
    register: ignore,
    problems: createProblems(Date.now, { raised: ignore, cleared: ignore }),
    counted: ignore,
    problemOf: problemTexts.slackConnection,
    sleep: () => nextTurn(),
    stopping: stopping.signal,
    now: Date.now,
    setTimer: () => ignore,
    log: { warn: ignore },
    logger: sdkLogger({ warn: ignore, error: ignore }),
    dispatcher: createSlackDispatcher(withoutProxy),
    ...own,
  })
  onTestFinished(async () => {
    stopping.abort()
    await connection.stop()
  })
  return connection
}

/** A connection in Socket Mode to a workspace of its own, whose waits end at once. */
async function connect({ others = 0 } = {}) {
  const workspace = await openWorkspace()
  for (let other = 0; other < others; other++) await socketApp(workspace)
  const { seed, control } = workspace
  const told: string[] = []
  const slept: number[] = []
  const counts: number[] = []
  const problems = createProblems(Date.now, { raised: ({ what }) => void told.push(what), cleared: ignore })
  connectTo(workspace, {
    problems,
    counted: (connections) => void counts.push(connections),
    sleep: (ms) => {
      slept.push(ms)
      return nextTurn()
    },
  })
  await expect.poll(() => control.sockets() === others + 1 && counts.length === 1).toBe(true)
  const openProblems = () => problems.openProblems().map(({ what }) => what)
  return { control, seed, openProblems, told, slept, counts }
}

it('the connection to Slack is renewed when Slack asks for a new connection or drops the old one', async () => {
  const { control } = await connect()
  const opened = () => control.calls('apps.connections.open').length
  control.disconnectSockets()
  await expect.poll(() => opened() === 2 && control.sockets() === 1).toBe(true)
  control.dropSockets()
  await expect.poll(() => opened() === 3 && control.sockets() === 1).toBe(true)
})

it.each([
  ['succeeds', undefined],
  ['fails', { method: 'apps.connections.open', times: 1, act: { do: 'status', status: 503 } } as const],
])('the polls need not wait any more when the first attempt to connect to Slack %s', async (_how, fault) => {
  const workspace = await openWorkspace()
  if (fault !== undefined) workspace.control.fault(fault)
  const later = Promise.withResolvers<void>()
  const { tried } = connectTo(workspace, { sleep: () => later.promise })
  onTestFinished(() => later.resolve())
  await tried
  expect(workspace.control.sockets()).toBe(fault === undefined ? 1 : 0)
})

it('each connection to Slack reports how many connections of the app Slack counts', async () => {
  const alone = await connect()
  expect(alone.counts).toEqual([1])
  alone.control.dropSockets()
  await expect.poll(() => alone.counts).toEqual([1, 1])
  const third = await connect({ others: 2 })
  expect(third.counts).toEqual([3])
})

it('a single failure to reconnect to Slack is not reported as a problem', async () => {
  const { control, told } = await connect()
  control.fault({ method: 'apps.connections.open', times: 1, act: { do: 'status', status: 503 } })
  control.dropSockets()
  await expect
    .poll(() => control.calls('apps.connections.open').length === 3 && control.sockets() === 1)
    .toBe(true)
  expect(told).toEqual([])
})

it('after a rate limit the connection to Slack is requested again at the time that Slack names', async () => {
  const { control, slept } = await connect()
  control.fault({ method: 'apps.connections.open', times: 1, act: { do: 'rateLimit', retryAfter: 40 } })
  control.dropSockets()
  await expect.poll(() => control.sockets() === 1 && slept.includes(40_000)).toBe(true)
})

it('reconnecting to Slack with a refused token raises a problem and is retried until Slack accepts the token', async () => {
  const { control, seed, openProblems } = await connect()
  control.replaceToken('app', 'xapp-another')
  control.dropSockets()
  await expect.poll(() => openProblems().length > 0).toBe(true)
  expect(openProblems()).toEqual([expect.stringMatching(/^The connection to Slack failed: .*invalid_auth/)])
  const before = control.calls('apps.connections.open').length
  await expect.poll(() => control.calls('apps.connections.open').length > before + 1).toBe(true)
  control.replaceToken('app', seed.token.app)
  await expect.poll(() => control.sockets() === 1 && openProblems().length === 0).toBe(true)
})

it('a command that comes over HTTP before Slack has said who the bot is gets its answer right after that', async () => {
  let listener: RequestListener | undefined
  const server = createServer((request, response) => listener?.(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const workspace = await openWorkspace({ now: Date.now, requestUrl: `${urlOf(server)}/slack/events` })
  const { seed, control, people } = workspace
  control.replaceToken('bot', 'xoxb-not-yet')
  const [refused, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const seen: string[] = []
  ;({ listener } = connectTo(workspace, {
    appToken: undefined,
    signingSecret: seed.signingSecret,
    sleep: () => {
      refused.resolve()
      return again.promise
    },
    register: (app) =>
      app.command('/mentions', async ({ ack, command }) => {
        seen.push(command.text)
        await ack()
      }),
  }))
  await refused.promise
  const ran = people.runCommand({ user: 'U0000000ANA', channel: 'C00000BRAND', line: '/mentions list' })
  await new Promise((resolve) => server.once('request', resolve))
  control.replaceToken('bot', seed.token.bot)
  again.resolve()
  await ran
  await expect.poll(() => seen).toEqual(['list'])
})
