import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { withoutProxy } from '../../src/async/http.ts'
import { createProblems } from '../../src/health/problems.ts'
import { problemTexts } from '../../src/messages/problem-texts.ts'
import { createSlackDispatcher, sdkLogger } from '../../src/slack/client.ts'
import { connectSlack } from '../../src/slack/connection.ts'
import { openWorkspace, socketApp } from '../tools/slack-workspace.ts'

const ignore = () => undefined

/** A connection in Socket Mode to a workspace of its own; it waits a hundredth of the time. */
async function connect({ others = 0 } = {}) {
  const workspace = await openWorkspace()
  for (let other = 0; other < others; other++) await socketApp(workspace)
  const { apiUrl, seed, control } = workspace
  const stopping = new AbortController()
  const told: string[] = []
  const slept: number[] = []
  const counts: number[] = []
  const problems = createProblems(Date.now, { raised: ({ what }) => void told.push(what), cleared: ignore })
  const connection = connectSlack({
    apiUrl,
    botToken: seed.token.bot,
    appToken: seed.token.app,
    signingSecret: undefined,
    register: ignore,
    problems,
    counted: (connections) => void counts.push(connections),
    problemOf: problemTexts.slackConnection,
    sleep: (ms) => {
      slept.push(ms)
      return nextTurn()
    },
    stopping: stopping.signal,
    now: Date.now,
    setTimer: () => ignore,
    log: { warn: ignore },
    logger: sdkLogger({ warn: ignore, error: ignore }),
    dispatcher: createSlackDispatcher(withoutProxy),
  })
  onTestFinished(async () => {
    stopping.abort()
    await connection.stop()
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
