import type { RequestListener } from 'node:http'
import { retry } from '@overheard/base/backoff'
import { type SetTimer, systemTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Dispatcher } from '@overheard/base/http'
import { parseJson } from '@overheard/base/json'
import type { Ms, Time } from '@overheard/base/time'
import { rejectOnAbort, TimedOutError, withTimeout } from '@overheard/base/timeout'
import { slackApiFetch } from '@overheard/post-once/client'
import { outcomeOf } from '@overheard/post-once/errors'
import type { AuthorizeResult, Logger, Receiver, ReceiverEvent } from '@slack/bolt'
import appModule from '@slack/bolt/dist/App.js'
import httpModule from '@slack/bolt/dist/receivers/HTTPReceiver.js'
import socketModule from '@slack/bolt/dist/receivers/SocketModeReceiver.js'
import { z } from 'zod'
import { errorMessage, type Log } from '../model/log.ts'
import type { Problem, ProblemBoard } from '../model/problem.ts'
import { createSignedRequests } from './signed-requests.ts'
import { guardFrames } from './socket-frames.ts'
import { createSparingWarning } from './sparing-warning.ts'

// The index of Bolt loads express, too, which takes a tenth of the CPU time of a start.
const { default: App } = appModule
const { default: HTTPReceiver } = httpModule
const { default: SocketModeReceiver } = socketModule
type App = InstanceType<typeof App>
type SocketModeReceiver = InstanceType<typeof SocketModeReceiver>

type SlackConnection = {
  listener: RequestListener | undefined
  /** Resolves when the first attempt to connect has ended, whether it succeeded or not. */
  tried: Promise<void>
  /**
   * From now on, what people do waits, and is acknowledged if its acknowledgement says nothing. Resolves when the listeners have ended their
   * work, or after two seconds.
   */
  hold(): Promise<void>
  /** Passes everything to new listeners: first what has waited. The connection stays. */
  goOn(register: (app: App) => void): void
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
  now: () => Time
  setTimer: SetTimer
  sleep: (ms: Ms) => Promise<void>
  stopping: AbortSignal
  log: Pick<Log, 'warn'>
  logger: Logger
}

const connectionProblemKey = 'slack connection'
const [retryMs, maxRetryMs] = [10_000, 10 * 60_000]
const helloTimeoutMs = 30_000
const leastApart = 5_000
const callTimeoutMs = 10_000
/**
 * Slack may take so long to answer a ping. The SDK's 5 s are also over if this process itself has to wait for a busy machine, and a connection
 * that is closed for it loses the presses that are on their way.
 */
const pongMs = 15_000

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
  const { stopping } = deps
  let receiver: SocketModeReceiver | undefined
  const tried = Promise.withResolvers<void>()
  const warnOfFrame = createSparingWarning(
    deps,
    'frames',
    'left out what came over the connection to Slack, because it is no message of Slack or could not be handled',
  )
  const front = createFront(deps)
  const connect = async () => {
    const connecting = socketReceiver(deps, appToken)
    receiver = connecting
    const { client } = connecting
    guardFrames(client, { dropped: (why) => warnOfFrame({ why }) })
    const closed = new Promise<void>((resolve) => client.once('disconnected', () => resolve()))
    onHello(client, deps.counted)
    await front.receiveFrom(connecting)
    stopping.throwIfAborted()
    // The SDK would wait for Slack's hello without a limit.
    const hello = withTimeout(systemTimer, helloTimeoutMs, (signal) =>
      rejectOnAbort(connecting.start(), signal),
    )
    await hello.catch((error: unknown) => {
      void client.disconnect()
      throw error instanceof TimedOutError
        ? new Error(`Slack sent no hello message in ${helloTimeoutMs / 1000} s`)
        : error
    })
    return { closed }
  }
  const connected = stayConnected(deps, () => connect().finally(tried.resolve))
  return {
    ...front.replaceable,
    listener: undefined,
    tried: tried.promise,
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
    fetch: slackApiFetch(callTimeoutMs, dispatcher),
  }
  return new SocketModeReceiver({
    appToken,
    installerOptions: { clientOptions },
    logger,
    dispatcher,
    clientPingTimeout: pongMs,
    autoReconnectEnabled: false,
  })
}

function overHttp(deps: ConnectionDeps, signingSecret: string): SlackConnection {
  const receiver = new HTTPReceiver({ signingSecret, endpoints: '/slack/events', logger: deps.logger })
  const front = createFront(deps)
  const connected = untilItWorks(deps, () => front.receiveFrom(receiver))
  return {
    ...front.replaceable,
    tried: Promise.resolve(),
    // Before the SDK's receiver knows the bot, it answers nobody.
    listener: createSignedRequests({
      ...deps,
      signingSecret,
      ready: connected,
      handle: receiver.requestListener,
    }),
    stop: async () => void (await connected),
  }
}

/** Listeners may end their work for this time, in ms, before others replace them. Slack wants an answer within three seconds. */
const endingMs = 2000

/**
 * Stands between Slack and the listeners. A connection keeps its receiver for as long as it lasts, and the SDK cannot remove listeners, so
 * each set of listeners has an app of its own.
 */
function createFront(deps: ConnectionDeps) {
  let identity: AuthorizeResult | undefined
  const identified = async () => {
    if (identity === undefined) throw new Error('Slack has not said yet who the bot is')
    return identity
  }
  let app = boltApp(deps, identified)
  let held: PromiseWithResolvers<void> | undefined
  const running = new Set<Promise<void>>()

  async function processEvent(event: ReceiverEvent): Promise<void> {
    let passed = event
    if (held !== undefined) {
      passed = await acknowledged(event)
      await held.promise
    }
    const work = app.processEvent(passed)
    running.add(work)
    await work.finally(() => running.delete(work))
  }

  return {
    /** Asks Slack who the bot is, and then takes what a receiver receives. Rejects if Slack refuses the token. */
    async receiveFrom(receiver: Receiver): Promise<void> {
      const { user_id, bot_id } = await app.client.auth.test({ token: deps.botToken })
      identity = {
        botToken: deps.botToken,
        ...defined({ botUserId: user_id, botId: bot_id }),
      }
      const front: App = Object.create(app)
      front.processEvent = processEvent
      receiver.init(front)
    },
    replaceable: {
      async hold() {
        held ??= Promise.withResolvers()
        const ended = Promise.allSettled(running)
        await withTimeout(deps.setTimer, endingMs, (signal) => rejectOnAbort(ended, signal)).catch(
          () => undefined,
        )
      },
      goOn(register: (app: App) => void) {
        app = boltApp({ ...deps, register }, identified)
        held?.resolve()
        held = undefined
      },
    } satisfies Partial<SlackConnection>,
  }
}

/** These need an acknowledgement that says something. */
const answeredTypes = ['view_submission', 'block_suggestion']

async function acknowledged(event: ReceiverEvent): Promise<ReceiverEvent> {
  if (answeredTypes.includes(String(event.body.type))) return event
  await event.ack()
  return { ...event, ack: async () => undefined }
}

/** An app without a connection. */
const noReceiver: Receiver = {
  init: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
}

function boltApp(
  { apiUrl, register, logger, dispatcher }: ConnectionDeps,
  authorize: () => Promise<AuthorizeResult>,
): App {
  const app = new App({
    authorize,
    receiver: noReceiver,
    logger,
    clientOptions: {
      slackApiUrl: apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: callTimeoutMs,
      fetch: slackApiFetch(callTimeoutMs, dispatcher),
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
    // A call that Slack does not answer must not hold up the end of the process.
    const connection = await rejectOnAbort(connect(), stopping)
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
