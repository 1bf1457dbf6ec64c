import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createMcpHandler, validateOriginHeader } from '@modelcontextprotocol/server'
import type { SetTimer, SteadyClock } from '@overheard/base/clock'
import { createRateLimiter } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import { isSameToken, readBearer } from '../health/status-access.ts'
import type { Log } from '../model/log.ts'
import { secretValues } from '../model/secret-values.ts'
import { createCursors } from './cursor.ts'
import { createView, type McpDeps } from './facts.ts'
import { defineServer } from './server.ts'

type McpEndpointDeps = {
  /** With `publicToken`, private alerts do not exist. With `privateToken`, they do. */
  publicToken: string | undefined
  privateToken: string | undefined
  sources: McpDeps
  steady: SteadyClock
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
  version: string
}

/** The largest accepted question, in bytes. */
const maxBodyBytes = 64_000
/** At most this many questions are answered at the same time. */
const maxRunning = 8
const requestLimit = { limit: 120, windowMs: 60_000 }
/** A connection that moves no byte for this time, in ms, is closed. It must be longer than the longest answer takes. */
const idleMs = 30_000

const localhost = ['localhost', '127.0.0.1', '[::1]']

/**
 * Answers `/mcp` without sessions: every request builds a server and forgets it. Access is checked before the body is read, so strangers
 * can fill no memory.
 */
export function createMcpEndpoint({
  publicToken,
  privateToken,
  sources,
  steady,
  setTimer,
  log,
  version,
}: McpEndpointDeps): RequestListener {
  const limiter = createRateLimiter(requestLimit, steady)
  let running = 0

  const handlerFor = (token: string, seesPrivate: boolean) => {
    const createServer = defineServer({
      sources,
      view: createView(sources, seesPrivate),
      cursors: createCursors(token),
      setTimer,
      log,
      version,
    })
    // A stream of changes would hold a connection, and there is nothing to announce.
    const handler = createMcpHandler(createServer, { maxSubscriptions: 0 })
    return { token, fetch: handler.fetch }
  }
  const handlers = [
    ...secretValues(publicToken ?? '').map((token) => handlerFor(token, false)),
    ...secretValues(privateToken ?? '').map((token) => handlerFor(token, true)),
  ]

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method } = request
    const origin = validateOriginHeader(headers.origin, localhost)
    if (!origin.ok) return refuse(response, 403, 'Web pages of other origins may not ask.')
    const given = readBearer(headers.authorization)
    const handler = handlers.find(({ token }) => given !== undefined && isSameToken(given, token))
    if (handler === undefined)
      return refuse(response, 401, 'Send MCP_TOKEN as bearer token.', {
        'www-authenticate': 'Bearer realm="Overheard"',
      })
    if (method !== 'POST') return refuse(response, 405, 'Only POST is supported.', { allow: 'POST' })
    const waitMs = await limiter.take('requests')
    if (waitMs > 0) return refuseForNow(response, waitMs)
    await forward(handler, request, response)
  }

  async function forward(
    { fetch }: Handler,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await readBody(request)
    if (body === undefined) return refuse(response, 413, `At most ${maxBodyBytes} bytes.`)
    const parsedBody = parseJson(body)
    if (parsedBody === undefined || Array.isArray(parsedBody))
      return refuse(response, 400, 'The body must be one JSON-RPC message.')
    if (running >= maxRunning) return refuseForNow(response, 1000)
    running += 1
    try {
      const asked = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: plainHeaders(request.headers),
        body,
      })
      const found = await fetch(asked, { parsedBody })
      const text = await found.text()
      response.writeHead(found.status, { ...Object.fromEntries(found.headers), ...safe })
      response.end(text)
    } finally {
      running -= 1
    }
  }

  return (request, response) => {
    response.setTimeout(idleMs, () => response.destroy())
    answer(request, response).catch((err: unknown) => {
      log.warn({ err }, 'a request to /mcp failed')
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Something went wrong here.')
    })
  }
}

type Handler = Pick<ReturnType<typeof createMcpHandler>, 'fetch'>

const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function refuse(
  response: ServerResponse,
  status: number,
  what: string,
  headers: Record<string, string> = {},
): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: what } }
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...safe, ...headers })
  response.end(JSON.stringify(error))
}

function refuseForNow(response: ServerResponse, waitMs: Ms): void {
  refuse(response, 429, 'Too many questions.', { 'retry-after': String(Math.ceil(waitMs / 1000)) })
}

/** Returns undefined if the body is too large. Its rest is not read, and the connection stays open for the refusal. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length']) > maxBodyBytes) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The SDK reads these headers. It must not see the token. */
function plainHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const wanted = Object.entries(headers).filter(([name]) =>
    /^(accept|content-type|mcp-.*|traceparent)$/.test(name),
  )
  return Object.fromEntries(wanted.map(([name, value]) => [name, String(value)]))
}
