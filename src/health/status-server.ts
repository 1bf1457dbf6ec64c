import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, Server, ServerResponse } from 'node:http'
import type { Ms, Time } from '@overheard/base/time'
import type { ListeningState } from '@overheard/mention-client/listening-client'
import { speakIn } from '../messages/kit/locale.ts'
import type { Quantiles } from '../model/subscription-status.ts'
import { type StatusAccess, statusAccess } from './status-access.ts'
import { type StatusReport, slowestFirst, statusPage } from './status-page.ts'

type StatusServerDeps = {
  port: number
  host: string
  /** Who may read `/status` and `/metrics`. */
  status: { token: string | undefined; isOff: boolean }
  now: () => Time
  reasonNotReady(): Promise<string | undefined>
  report(): Promise<StatusReport>
  /** Gets the header `Accept`, which chooses the format. */
  metrics(accept?: string): Promise<{ contentType: string; text: string }>
  /** Answers `/slack/events` in HTTP mode and checks the signatures itself; undefined in Socket Mode. */
  slack: RequestListener | undefined
  /** Answers `/mcp` and checks the access itself; undefined if no token is set. */
  mcp?: RequestListener | undefined
}

/** These limits, in ms, end connections that clients keep open. Slack sends a request at once. */
const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000 }
const connectionsCheckingInterval = 2_000
/** Ends a connection that moves no byte, such as that of a client that does not read its answer. Longer than any answer takes. */
const timeout = 60_000
const maxConnections = 256

/** An import of node:http would read all its exports, and some of them load Node's own copy of undici (2 MB). */
const { createServer } = process.getBuiltinModule('node:http')

/** Everything but Slack is answered in English: operators and programs read it. */
export function startStatusServer(deps: StatusServerDeps): Promise<Server> {
  const server = createServer({ ...timeouts, connectionsCheckingInterval }, (request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? ''
    if (deps.slack !== undefined && path === '/slack/events') return deps.slack(request, response)
    if (deps.mcp !== undefined && path === '/mcp') return speakIn('en', () => deps.mcp?.(request, response))
    speakIn('en', () => answer(deps, path, request)).then(
      (found) => send(response, found),
      () => send(response, json(503, { ok: false })),
    )
  })
  Object.assign(server, { timeout, maxConnections })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(withSetting(error, deps.host)))
    server.listen(deps.port, deps.host, () => resolve(server))
  })
}

/** Errors about the port name it. An address that cannot be used needs the name of its setting. */
function withSetting(error: Error, host: string): Error {
  const isAboutHost =
    'code' in error && ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(String(error.code))
  if (!isAboutHost) return error
  return new Error(
    `HOST: this machine has no address '${host}'. Set it to 127.0.0.1, to 0.0.0.0, or to one of its addresses.`,
  )
}

type Answer = { status: number; headers: OutgoingHttpHeaders; body: string }

async function answer(deps: StatusServerDeps, path: string, request: IncomingMessage): Promise<Answer> {
  if (request.url === '/') return json(200, { ok: true, paths: pathsOf(deps) })
  if (path === '/healthz') return json(200, { ok: true })
  if (path === '/readyz') {
    const reason = await deps.reasonNotReady()
    return reason === undefined ? json(200, { ok: true }) : json(503, { ok: false, reason })
  }
  if (path !== '/status' && path !== '/metrics') return json(404, { ok: false })
  const access = statusAccess(deps.status, request)
  if (access !== 'open') return refusals[access]
  if (path === '/status') return status(deps, request.headers.accept)
  const { contentType, text } = await deps.metrics(request.headers.accept)
  return { status: 200, headers: { 'content-type': contentType, vary: 'accept' }, body: text }
}

const refusals: Record<Exclude<StatusAccess, 'open'>, Answer> = {
  login: json(
    401,
    { ok: false, what: 'Send STATUS_TOKEN as bearer token, or as the password of Basic authentication.' },
    { 'www-authenticate': 'Basic realm="Overheard"' },
  ),
  off: json(404, {
    ok: false,
    what: 'This page is off, because STATUS_TOKEN is not set. Set it, and send it as bearer token.',
  }),
  'local-only': json(404, {
    ok: false,
    what: 'Without STATUS_TOKEN this page answers only requests that come from this machine and through no proxy.',
  }),
}

/** What there is to see. Everybody may know the paths, because they are in the documentation. */
const pathsOf = ({ slack, mcp }: StatusServerDeps): Record<string, string> => ({
  '/healthz': 'the process lives',
  '/readyz': 'the process can serve',
  '/status': 'problems, and how fast subscriptions are (may need STATUS_TOKEN)',
  '/metrics': 'metrics for Prometheus (may need STATUS_TOKEN)',
  ...(slack && { '/slack/events': 'requests of Slack' }),
  ...(mcp && { '/mcp': 'questions of AI assistants (needs a token)' }),
})

async function status({ report, now }: StatusServerDeps, accept = ''): Promise<Answer> {
  const found = await report()
  if (!accept.includes('text/html')) return json(200, statusJson(found), { vary: 'accept' })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy,
    'referrer-policy': 'no-referrer',
    vary: 'accept',
  }
  return { status: 200, headers, body: statusPage(found, now()) }
}

function statusJson({
  installation,
  problems,
  warnings,
  behind,
  paused,
  subscriptions,
  listening,
}: StatusReport): object {
  return {
    ok: problems.length === 0,
    installation,
    problems: problems.map(({ since, ...problem }) => ({ ...problem, since: new Date(since).toISOString() })),
    warnings,
    behind: behind.length,
    paused: paused.map(({ name, at, until, state }) => ({
      subscription: name,
      since: new Date(at).toISOString(),
      ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
      asks: state === 'asks',
    })),
    lagSeconds: Math.round((behind[0]?.ms ?? 0) / 1000),
    subscriptions: slowestFirst(subscriptions).slice(0, maxListed).map(freshnessJson),
    ...(listening && { listening: listeningJson(listening) }),
  }
}

function listeningJson({ isRunning, failures, lastEnd, channels }: ListeningState): object {
  const date = (at: Time | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  return {
    isRunning,
    failures,
    lastEnd,
    sources: channels.slice(0, maxListed).map(({ source, channel, kind, ...state }) => ({
      ...{ source, channel, kind, failures: state.failures, error: state.error, ended: state.ended },
      ...{ lastAnswer: date(state.okAt), lastNews: date(state.itemAt), nextRequest: date(state.nextAt) },
      waitsUntil: date(state.waitsUntil),
      ...(state.delayMs !== undefined && { delaySeconds: seconds(state.delayMs) }),
      gaps: state.gaps.map(({ at, what }) => ({ at: date(at), what })),
    })),
  }
}

/** At most this many subscriptions are listed, those with the longest delay. */
const maxListed = 1000

const seconds = (ms: Ms) => Math.round(ms / 100) / 10
const quantilesJson = ({ median, p95 }: Quantiles) => ({ median: seconds(median), p95: seconds(p95) })

function freshnessJson({
  subscription,
  checkedEveryMs,
  checkedAt,
  delays,
}: StatusReport['subscriptions'][number]): object {
  return {
    subscription,
    ...(checkedEveryMs === undefined ? {} : { checkedEverySeconds: seconds(checkedEveryMs) }),
    ...(checkedAt === undefined ? {} : { lastCheck: new Date(checkedAt).toISOString() }),
    ...(delays === undefined
      ? {}
      : { mentions: delays.mentions, ourDelaySeconds: quantilesJson(delays.ours) }),
    ...(delays?.service === undefined ? {} : { serviceDelaySeconds: quantilesJson(delays.service) }),
  }
}

/** The page may load nothing, so a stranger's text in it can neither run nor fetch anything. */
const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function json(status: number, body: object, headers: OutgoingHttpHeaders = {}): Answer {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: `${JSON.stringify(body)}\n` }
}

function send(response: ServerResponse<IncomingMessage>, { status, headers, body }: Answer): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(body)
}

export function addressOf(server: Server, host: string): string {
  const address = server.address()
  return typeof address === 'object' && address !== null ? `http://${host}:${address.port}` : `http://${host}`
}
