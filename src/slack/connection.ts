import type { RequestListener } from 'node:http'
import { App, HTTPReceiver, type Logger, SocketModeReceiver } from '@slack/bolt'
import type { Dispatcher } from 'undici'
import { errorMessage } from '../model/log.ts'
import type { ProblemBoard } from '../model/problem.ts'
import { slackFetch } from './client.ts'
import { outcomeOf } from './errors.ts'

/** Slack's way to us: commands, presses, events. */
type SlackConnection = {
  /** Takes Slack's requests in HTTP mode. */
  listener: RequestListener | undefined
  stop(): Promise<void>
}

type ConnectionDeps = {
  apiUrl: string
  botToken: string
  /** The app-level token, for Socket Mode. */
  appToken: string | undefined
  /** For HTTP mode. */
  signingSecret: string | undefined
  register: (app: App) => void
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** Default: direct connections. */
  dispatcher?: Dispatcher
  sleep: (ms: number) => Promise<void>
  stopping: AbortSignal
  logger: Logger
}

/** The key of the trouble that this process is not connected to Slack. */
export const connectionProblemKey = 'slack connection'
/** How long to wait before a connection that failed is tried again, in ms: longer where Slack asks for it, up to the longest. */
const [retryAfter, longestRetry] = [10_000, 10 * 60_000]
/** From asking for a connection to Slack's hello over it, in ms: two calls and a handshake. */
const helloWithin = 30_000
/** Connections that break at once are not made more often than this, in ms. */
const leastApart = 5_000
/** A call of Bolt's own client that takes longer is given up, in ms. */
const callTimeout = 10_000

/** Connects to Slack, in Socket Mode where there is an app token, else over HTTP; goes on trying while Slack refuses or is away. */
export function connectSlack(deps: ConnectionDeps): SlackConnection {
  if (deps.appToken !== undefined) return overSocket(deps, deps.appToken)
  return overHttp(deps, deps.signingSecret ?? '')
}

/**
 * Reconnecting is ours, not the SDK's: its own ends the process where Slack refuses the app token meanwhile, and after a long
 * outage it waits for as long again.
 */
function overSocket(deps: ConnectionDeps, appToken: string): SlackConnection {
  let receiver: SocketModeReceiver | undefined
  const connected = stayConnected(deps, async () => {
    receiver = socketReceiver(deps, appToken)
    const { client } = receiver
    const closed = new Promise<void>((resolve) => client.once('disconnected', () => resolve()))
    const app = boltApp(deps, receiver)
    await app.init()
    await waitForHello(deps, app).catch((error: unknown) => {
      void client.disconnect()
      throw error
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

/** Connects. A connection is one once Slack says hello; the SDK waits for that for ever. */
async function waitForHello({ sleep }: ConnectionDeps, app: App): Promise<void> {
  const silence = sleep(helloWithin).then(() => Promise.reject(new Error('Slack said no hello')))
  await Promise.race([app.start(), silence])
}

function socketReceiver(
  { apiUrl, logger, dispatcher }: ConnectionDeps,
  appToken: string,
): SocketModeReceiver {
  // Its own clientOptions: the socket client writes into the object it is given.
  const clientOptions = {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: slackFetch(callTimeout, dispatcher),
  }
  return new SocketModeReceiver({
    appToken,
    installerOptions: { clientOptions },
    logger,
    ...(dispatcher === undefined ? {} : { dispatcher }),
    clientPingTimeout: 5000,
    autoReconnectEnabled: false,
  })
}

function overHttp(deps: ConnectionDeps, signingSecret: string): SlackConnection {
  const receiver = new HTTPReceiver({ signingSecret, endpoints: '/slack/events', logger: deps.logger })
  const app = boltApp(deps, receiver)
  const connected = untilItWorks(deps, () => app.init())
  return {
    listener: (request, response) => receiver.requestListener(request, response),
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
      timeout: callTimeout,
      fetch: slackFetch(callTimeout, dispatcher),
    },
  })
  register(app)
  return app
}

/** Slack closes each connection after some hours, and asks to leave when it moves one: then there is a new one at once. */
async function stayConnected(
  deps: ConnectionDeps,
  connect: () => Promise<{ closed: Promise<void> }>,
): Promise<void> {
  for (let forgiven = 0; !deps.stopping.aborted; forgiven = 1) {
    const connection = await untilItWorks(deps, connect, forgiven)
    await Promise.all([connection?.closed, deps.sleep(leastApart)])
  }
}

/** What `connect` came to; undefined where the bot is stopped before it works. So many failures in a row are nobody's trouble. */
async function untilItWorks<Connection>(
  { problems, sleep, stopping }: ConnectionDeps,
  connect: () => Promise<Connection>,
  forgiven = 0,
): Promise<Connection | undefined> {
  for (let failures = 1; !stopping.aborted; failures++) {
    try {
      const connection = await connect()
      problems.clear(connectionProblemKey)
      return connection
    } catch (error) {
      if (stopping.aborted) return undefined
      const reason = errorMessage(error)
      const what = `Slack cannot be connected to: ${reason}.`
      const whatToDo =
        'Check SLACK_BOT_TOKEN and SLACK_APP_TOKEN; it is tried again by itself. Commands do not work meanwhile.'
      if (failures > forgiven)
        problems.raise(connectionProblemKey, { stops: 'commands and buttons', what, whatToDo })
      await sleep(Math.max(retryAfter, Math.min(longestRetry, retryAfterOf(error))))
    }
  }
  return undefined
}

/** For how long Slack asked to be left alone, in ms; 0 where it did not. */
function retryAfterOf(error: unknown): number {
  const outcome = outcomeOf(error, false)
  return outcome.kind === 'deferred' ? outcome.afterMs : 0
}
