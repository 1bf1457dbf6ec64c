import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { contentPolicy, type StatusReport, statusJson, statusPage } from './status-page.ts'

/** What the process tells about itself over HTTP. */
export type Status = {
  now: () => number
  readiness(): Promise<StatusReport>
  /** The page of `/metrics`. */
  metrics(): Promise<{ contentType: string; text: string }>
  /** Where Slack's requests go in HTTP mode. It is given POST only: Bolt throws at everything else, which would end the process. */
  slack: RequestListener | undefined
}

type Answer = { status: number; headers: OutgoingHttpHeaders; body: string }

const paths = ['/healthz', '/readyz', '/metrics']

/** Serves what the process tells about itself, and Slack's requests. Rejects where the port is taken. */
export function startStatusServer(status: Status, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? ''
    if (status.slack !== undefined && path === '/slack/events') {
      if (request.method === 'POST') return status.slack(request, response)
      return send(
        response,
        json(405, { ok: false, what: 'Slack posts its requests here.' }, { allow: 'POST' }),
      )
    }
    answerOf(status, path, request.headers.accept).then(
      (answer) => send(response, answer),
      () => send(response, json(503, { ok: false })),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

async function answerOf(status: Status, path: string, accept: string | undefined): Promise<Answer> {
  if (path === '/healthz') return json(200, { ok: true })
  if (path === '/readyz') return ready(status, accept)
  if (path !== '/metrics') return json(404, { ok: false, paths })
  const { contentType, text } = await status.metrics()
  return { status: 200, headers: { 'content-type': contentType }, body: text }
}

/** A page where a browser asks, JSON for everybody else; the status says the same in both. */
async function ready({ readiness, now }: Status, accept = ''): Promise<Answer> {
  const present = await readiness()
  const code = present.troubles.length === 0 ? 200 : 503
  if (!accept.includes('text/html')) return json(code, statusJson(present), { vary: 'accept' })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy,
    'referrer-policy': 'no-referrer',
    vary: 'accept',
  }
  return { status: code, headers, body: statusPage(present, now()) }
}

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

/** The address of a listening server. */
export function addressOf(server: Server, host: string): string {
  const address = server.address()
  return typeof address === 'object' && address !== null ? `http://${host}:${address.port}` : `http://${host}`
}
