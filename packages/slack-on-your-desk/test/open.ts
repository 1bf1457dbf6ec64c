/** Starts workspaces and apps for tests and stops them after each test. */
import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { expect, onTestFinished } from 'vitest'
import { createHandClock, type HandClock } from '../src/hand-clock.ts'
import type { WorkspaceOptions } from '../src/options.ts'
import { undeclaredError } from '../src/web-api/call.ts'
import { createWorkspace, type Workspace } from '../src/workspace.ts'

/** The time at which every test starts: 20 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 20, 12)

export const handClock = () => createHandClock(noon)

export type OpenWorkspace = Workspace & { clock: HandClock }

/** A listening workspace. It has no rate limits unless the options set them. A method that answers with a code it does not declare fails the test. */
export async function openWorkspace(options: Partial<WorkspaceOptions> = {}): Promise<OpenWorkspace> {
  const clock = handClock()
  const undeclared: string[] = []
  const workspace = createWorkspace({
    now: clock.now,
    setTimer: clock.setTimer,
    postLimit: 'off',
    tiers: 'off',
    channels: [
      { id: 'C000GENERAL', name: 'general' },
      { id: 'C00000BRAND', name: 'brand-watch' },
      { id: 'C0000SUPPRT', name: 'support' },
      { id: 'C0MARKETING', name: 'marketing' },
    ],
    ...options,
    log: (line) => {
      if (line.endsWith(undeclaredError)) undeclared.push(line)
      options.log?.(line)
    },
  })
  await workspace.listen()
  onTestFinished(async () => {
    await workspace.close()
    expect(undeclared).toEqual([])
  })
  return Object.assign(workspace, { clock })
}

const quiet = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
}

/** The SDK's own client without its retries. */
export function clientOf(workspace: Workspace, token = workspace.seed.token.bot): WebClient {
  return new WebClient(token, {
    slackApiUrl: workspace.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: quiet,
  })
}

/**
 * A connected Bolt app in Socket Mode. `clientPingTimeout` (ms) is both the time until a late pong breaks the
 * connection and the time until the client reconnects: a short one breaks connections on a busy machine.
 */
export async function socketApp(
  workspace: Workspace,
  register: (app: App) => void = () => {},
  clientPingTimeout = 5000,
): Promise<App> {
  const receiver = new SocketModeReceiver({
    appToken: workspace.seed.token.app,
    logger: quiet,
    clientPingTimeout,
    installerOptions: { clientOptions: { slackApiUrl: workspace.apiUrl } },
  })
  const app = new App({
    token: workspace.seed.token.bot,
    receiver,
    logger: quiet,
    deferInitialization: true,
    clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 }, logger: quiet },
  })
  await app.init()
  register(app)
  await app.start()
  onTestFinished(() => receiver.client.disconnect())
  return app
}

/** Starts a Bolt app in HTTP mode on any free port. Returns its request URL. */
export async function httpApp(
  apiUrl: string,
  secrets: { token: string; signingSecret: string },
  register: (app: App) => void,
): Promise<string> {
  const receiver = new HTTPReceiver({ signingSecret: secrets.signingSecret, logger: quiet })
  const app = new App({
    token: secrets.token,
    receiver,
    logger: quiet,
    clientOptions: { slackApiUrl: apiUrl, logger: quiet },
  })
  register(app)
  const server = await receiver.start(0)
  onTestFinished(() => receiver.stop().then(() => undefined))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/slack/events`
}

/** Resolves when the app has used a response_url. */
export function nextAnswer(workspace: Workspace): Promise<void> {
  return new Promise((resolve) => {
    const stop = workspace.subscribe((event) => {
      if (event.type !== 'call' || event.call.method !== 'response_url') return
      stop()
      resolve()
    })
  })
}
