import type { RequestListener } from 'node:http'
import { App, HTTPReceiver, type Logger, SocketModeReceiver } from '@slack/bolt'
import { z } from 'zod'
import { retry } from '../async/backoff.ts'
import { type SetTimer, systemTimer } from '../async/clock.ts'
import type { Dispatcher } from '../async/http.ts'
import { rejectOnAbort, TimedOutError, withTimeout } from '../async/timeout.ts'
import { parseJson } from '../model/json.ts'
import { errorMessage, type Log } from '../model/log.ts'
import type { Problem, ProblemBoard } from '../model/problem.ts'
import { slackFetch } from './client.ts'
import { outcomeOf } from './errors.ts'
import { createSignedRequests } from './signed-requests.ts'

type SlackConnection = {
  listener: RequestListener | undefined
  stop(): Promise<void>
}

type ConnectionDeps = {
  apiUrl: string
  botToken: string
  appToken: string | undefined
  signingSecret: string | undefined
  register: (app: App) => void
  problemOf: (reason: string) => Problem
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** Called for each new connection in Socket Mode, with the number of connections of our app that Slack counts. */
  counted: (connections: number) => void
  dispatcher: Dispatcher
  now: () => number
  setTimer: SetTimer
  sleep: (ms: number) => Promise<void>
  stopping: AbortSignal
  log: Pick<Log, 'warn'>
  logger: Logger
}

const connectionProblemKey = 'slack connection'
const [retryMs, maxRetryMs] = [10_000, 10 * 60_000]
const helloTimeoutMs = 30_000
const leastApart = 5_000
const callTimeoutMs = 10_000

/** Connects to Slack in Socket Mode if there is an app-level token, otherwise over HTTP. Retries while Slack refuses or does not answer. */
export function connectSlack(deps: ConnectionDeps): SlackConnection {
  if (deps.appToken !== undefined) return overSocket(deps, deps.appToken)
  return overHttp(deps, deps.signingSecret ?? '')
}

/**
 * Connects, and reconnects without the SDK, because the SDK's reconnection ends the process if Slack refuses the app-level token, and waits
 * too long after a long outage.
 */
function overSocket(deps: ConnectionDeps, appToken: string): SlackConnection {
  let receiver: SocketModeReceiver | undefined
  const connected = stayConnected(deps, async () => {
    receiver = socketReceiver(deps, appToken)
    const { client } = receiver
    const closed = new Promise<void>((resolve) => client.once('disconnected', () => resolve()))
    onHello(client, deps.counted)
    const app = boltApp(deps, receiver)
    await app.init()
    // The SDK would wait for Slack's hello without a limit.
    const hello = withTimeout(systemTimer, helloTimeoutMs, (signal) => rejectOnAbort(app.start(), signal))
    await hello.catch((error: unknown) => {
      void client.disconnect()
      throw error instanceof TimedOutError
        ? new Error(`Slack sent no hello message in ${helloTimeoutMs / 1000} s`)
        : error
    })
    return { closed }
  })
  return {
    listener: undefined,
    async stop() {
      await receiver?.client.disconnect().catch(() => undefined)
      await connected
    },
  }
}

const helloSchema = z.object({ type: z.literal('hello'), num_connections: z.number() })

/** The SDK does not pass on what Slack's hello message says (slackapi/node-slack-sdk#2253). The hello is the first message. */
function onHello(client: SocketModeReceiver['client'], counted: ConnectionDeps['counted']): void {
  client.once('ws_message', (data: unknown) => {
    const hello = helloSchema.safeParse(parseJson(String(data)))
    if (hello.success) counted(hello.data.num_connections)
  })
}

function socketReceiver(
  { apiUrl, logger, dispatcher }: ConnectionDeps,
  appToken: string,
): SocketModeReceiver {
  // Use a separate clientOptions object, because the socket client changes it.
  const clientOptions = {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: slackFetch(callTimeoutMs, dispatcher),
  }
  return new SocketModeReceiver({
    appToken,
    installerOptions: { clientOptions },
    logger,
    dispatcher,
    clientPingTimeout: 5000,
    autoReconnectEnabled: false,
  })
}

function overHttp(deps: ConnectionDeps, signingSecret: string): SlackConnection {
  const receiver = new HTTPReceiver({ signingSecret, endpoints: '/slack/events', logger: deps.logger })
  const app = boltApp(deps, receiver)
  const connected = untilItWorks(deps, () => app.init())
  return {
    listener: createSignedRequests({ ...deps, signingSecret, handle: receiver.requestListener }),
    stop: async () => void (await connected),
  }
}

function boltApp(
  { apiUrl, botToken, register, logger, dispatcher }: ConnectionDeps,
  receiver: SocketModeReceiver | HTTPReceiver,
): App {
  const app = new App({
    token: botToken,
    receiver,
    deferInitialization: true,
    logger,
    clientOptions: {
      slackApiUrl: apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: callTimeoutMs,
      fetch: slackFetch(callTimeoutMs, dispatcher),
    },
  })
  register(app)
  return app
}

/**
 * Keeps one connection open. Slack closes each connection after some hours, or asks the client to leave it. Then a new connection is made,
 * at least five seconds after the last one.
 */
async function stayConnected(
  deps: ConnectionDeps,
  connect: () => Promise<{ closed: Promise<void> }>,
): Promise<void> {
  for (let forgiven = 0; !deps.stopping.aborted; forgiven = 1) {
    const connection = await untilItWorks(deps, connect, forgiven)
    await Promise.all([connection?.closed, deps.sleep(leastApart)])
  }
}

function untilItWorks<Connection>(
  { problems, problemOf, sleep, stopping }: ConnectionDeps,
  connect: () => Promise<Connection>,
  forgiven = 0,
): Promise<Connection | undefined> {
  const attempt = async () => {
    if (stopping.aborted) return undefined
    const connection = await connect()
    problems.clear(connectionProblemKey)
    return connection
  }
  const waitAfter = (error: unknown, failures: number) => {
    if (failures > forgiven && !stopping.aborted)
      problems.raise(connectionProblemKey, { ...problemOf(errorMessage(error)), ofThisProcess: true })
    return Math.max(retryMs, Math.min(maxRetryMs, retryAfterOf(error)))
  }
  return retry(attempt, waitAfter, sleep)
}

function retryAfterOf(error: unknown): number {
  const outcome = outcomeOf(error, false)
  return outcome.kind === 'deferred' ? outcome.afterMs : 0
}
