import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { formIn, maxFileBytes, readBytes, serveFile } from './file-server.ts'
import { isRecord, parseJson } from './json.ts'
import { useResponseUrl } from './response-urls.ts'
import type { Sockets } from './socket-mode.ts'
import type { Context } from './state.ts'
import { AttachedFile } from './web-api/attached-file.ts'
import { performCall, recordCall } from './web-api/call.ts'
import { type CallOutcome, type Reply, runWithFault, takeFaults } from './web-api/faults.ts'
import { refuse } from './wire.ts'

/** Serves a request. Returns false if the path belongs to another route. */
export type Route = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

type Listening = {
  listen: (port: number) => Promise<string>
  close: () => Promise<void>
}

/**
 * Creates the HTTP and WebSocket server on the loopback address. `isGuarded`: only programs and this server's own page may use it. A page of
 * any other site can reach the loopback address, also under a name of its own, so requests with a foreign Origin or Host are refused.
 */
export function createListening(
  context: Context,
  sockets: Sockets,
  more: Route[],
  isGuarded: boolean,
): Listening {
  const routes: Route[] = [...(isGuarded ? [refuseForeign] : []), slackRoute(context), ...more]
  const server = createServer(serve(context, routes))
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    if (isGuarded && !isOwn(request, sdkOrigin)) socket.destroy()
    else sockets.accept(request, socket, head)
  })
  return {
    listen: (port) => start(server, port),
    close: async () => {
      await sockets.close()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function start(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${portOf(server.address())}`))
  })
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

function serve(context: Context, routes: Route[]): RequestListener {
  return (request, response) => {
    request.on('error', () => response.destroy())
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/'
    if (routes.some((route) => route(request, response, path))) return
    context.log(`The embedded Slack has nothing at ${path}.`)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
  }
}

const refuseForeign: Route = (request, response) => {
  if (isOwn(request)) return false
  response.writeHead(403, { 'content-type': 'text/plain' }).end('This address serves its own page only.\n')
  return true
}

/** The SDK for Go opens its Socket Mode connections with this Origin. A browser sends it only for pages of Slack. */
const sdkOrigin = 'https://api.slack.com'

function isOwn({ headers }: IncomingMessage, alsoAllowed?: string): boolean {
  const host = headers.host ?? ''
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)
  return isLoopback && [undefined, `http://${host}`, alsoAllowed].includes(headers.origin)
}

function slackRoute(context: Context): Route {
  return (request, response, path) => {
    const [, place = '', name] = /^\/(api|response|upload\/v1|files)\/(.+)$/.exec(path) ?? []
    if (name === undefined) return false
    servePlace(context, request, response, { place, name }).catch((error: unknown) => {
      context.log(`The call ${name} failed: ${String(error)}`)
      response.destroy()
    })
    return true
  }
}

function servePlace(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  { place, name }: { place: string; name: string },
): Promise<void> {
  if (place === 'api') return serveWebApi(context, request, response, name)
  if (place === 'response') return serveResponseUrl(context, request, response, name)
  return serveFile(context, request, response, { id: name, isUpload: place !== 'files' })
}

/** Serves `/api/<method>`: reads the call, applies planned faults, answers, and records the call. */
async function serveWebApi(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
): Promise<void> {
  const at = context.clock.now()
  response.setHeader('date', new Date(at).toUTCString())
  const args = await readArgs(request)
  if (args === undefined)
    return sendReply(response, { status: 200, headers: {}, answer: refuse('invalid_json') })
  const token = readToken(request, args)
  const effects = takeFaults(context, method, args)
  const ending = await runWithFault(context, effects.act, () =>
    performCall(context, { method, args, token }, effects),
  )
  recordCall(context, { method, args }, at, ending)
  finish(response, ending)
}

/** Sends the answer, breaks the connection, or stays silent until the server closes. */
function finish(response: ServerResponse, ending: CallOutcome): void {
  if (ending.kind === 'answered') sendReply(response, ending.reply)
  else if (ending.kind === 'reset') response.socket?.resetAndDestroy()
}

function sendReply(response: ServerResponse, reply: Reply): void {
  const json = JSON.stringify(reply.answer)
  response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8', ...reply.headers })
  response.end(json)
}

/** Serves `/response/<id>`. Faults and the record of calls know it as the method `response_url`. */
async function serveResponseUrl(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): Promise<void> {
  const at = context.clock.now()
  const body = parseJson(await readText(request))
  const args = isRecord(body) ? body : {}
  const channel = context.state.responseUrls.get(id)?.channel ?? ''
  const effects = takeFaults(context, 'response_url', { channel })
  const ending = await runWithFault(context, effects.act, () => useResponseUrl(context, id, args, effects))
  recordCall(context, { method: 'response_url', args }, at, ending)
  finish(response, ending)
}

/** The greatest size of a request body, well above Slack's own limit. */
const maxBytes = 2_000_000

/** Reads a request's body as text. Throws if it is larger than 2 MB. */
export async function readText(request: IncomingMessage): Promise<string> {
  return (await readBytes(request, maxBytes)).toString('utf8')
}

/**
 * Reads the arguments of a call from JSON, a form or the query string. Undefined: the content type is JSON, but the
 * body is not.
 */
async function readArgs(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const query = Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return { ...query, ...(await readMultipart(request, type)) }
  const body = await readText(request)
  if (!type.startsWith('application/json'))
    return { ...query, ...Object.fromEntries(new URLSearchParams(body)) }
  const json = body === '' ? {} : parseJson(body)
  return isRecord(json) ? { ...query, ...json } : undefined
}

async function readMultipart(request: IncomingMessage, type: string): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of await formIn(type, await readBytes(request, maxFileBytes)))
    fields[name] =
      value instanceof Blob ? new AttachedFile(value.name, Buffer.from(await value.arrayBuffer())) : value
  return fields
}

/** Reads the token from the bearer header or the `token` argument. */
function readToken(request: IncomingMessage, args: Record<string, unknown>): string | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer ?? (typeof args.token === 'string' ? args.token : undefined)
}
