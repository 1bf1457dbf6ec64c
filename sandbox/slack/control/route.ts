import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Snapshot } from '../events.ts'
import type { Listener } from '../feed.ts'
import { parseJson } from '../json.ts'
import { readText } from '../server/body.ts'
import type { Route } from '../server/server.ts'
import { type Controlled, orders } from './orders.ts'

/** What the control addresses reach. */
type ControlledFeed = Controlled & {
  snapshot: () => Snapshot
  subscribe: (listener: Listener) => () => void
}

/**
 * Serves `/_control/`: `GET state` (the snapshot), `GET events` (server-sent: the snapshot, then each change), and
 * `POST <order>` with JSON. Only for the browser page of this very server and for programs: a request that another
 * site's page sends is refused, since a page anywhere on the web could otherwise reach the loopback address.
 */
export function createControlRoute(to: ControlledFeed): Route {
  return (request, response, path) => {
    const name = /^\/_control\/([A-Za-z]+)$/.exec(path)?.[1]
    if (name === undefined) return false
    if (!isOwn(request)) send(response, 403, { error: 'This address serves its own page only.' })
    else if (request.method === 'GET' && name === 'state') send(response, 200, to.snapshot())
    else if (request.method === 'GET' && name === 'events') stream(to, request, response)
    else void obey(to, request, response, name)
    return true
  }
}

function isOwn({ headers }: IncomingMessage): boolean {
  const host = headers.host ?? ''
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)
  return isLoopback && (headers.origin === undefined || headers.origin === `http://${host}`)
}

async function obey(
  to: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const order = request.method === 'POST' ? orders.get(name) : undefined
  if (!order) return send(response, 404, { error: `There is no order "${name}".` })
  try {
    const text = await readText(request)
    const result = await order(to, text === '' ? {} : parseJson(text))
    send(response, 200, result ?? {})
  } catch (error) {
    send(response, 400, { error: error instanceof Error ? error.message : String(error) })
  }
}

function stream(to: ControlledFeed, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const snapshot = to.snapshot()
  write(response, 'snapshot', snapshot.seq, snapshot)
  const stop = to.subscribe((event) => write(response, 'change', event.seq, event))
  request.on('close', stop)
}

function write(response: ServerResponse, event: string, id: number, data: unknown): void {
  response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
