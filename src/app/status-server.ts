import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { StandingTrouble } from '../troubles.ts'

/** What the process tells about itself over HTTP. */
export type Status = {
  /** Standing troubles: ready is who has none. */
  troubles(): StandingTrouble[]
  /** Where Slack's requests go in HTTP mode. */
  slack: RequestListener | undefined
}

/** Serves `/healthz` (the process lives), `/readyz` (what is wrong and what to do) and Slack's requests. Rejects where the port is taken. */
export function startStatusServer(status: Status, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/healthz') return answer(response, 200, { ok: true })
    if (path === '/readyz') return ready(response, status.troubles())
    if (status.slack !== undefined && path === '/slack/events') return status.slack(request, response)
    return answer(response, 404, { ok: false, paths: ['/healthz', '/readyz'] })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

function ready(response: ServerResponse<IncomingMessage>, troubles: StandingTrouble[]): void {
  const told = troubles.map(({ since, ...trouble }) => ({ ...trouble, since: new Date(since).toISOString() }))
  answer(response, troubles.length === 0 ? 200 : 503, { ok: troubles.length === 0, troubles: told })
}

function answer(response: ServerResponse<IncomingMessage>, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(`${JSON.stringify(body)}\n`)
}

/** The address of a listening server. */
export function addressOf(server: Server, host: string): string {
  const address = server.address()
  return typeof address === 'object' && address !== null ? `http://${host}:${address.port}` : `http://${host}`
}
