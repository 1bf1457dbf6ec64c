import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Controlled, controlPrefix, controlReply } from './control.ts'
import { applyFault, createFaults, type Faults } from './faults.ts'
import type { Arrivals } from './generator/arrivals.ts'
import { type Deployment, documentedDeployment, type Reply, replyOf, send } from './protocol.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import {
  createAdmission,
  createRouter,
  documentedLimits,
  type Limits,
  type ServiceRequest,
} from './routes.ts'
import type { MentionStore } from './store.ts'

/** Everything but the mention store and the clock has a default. */
export type MentionServerOptions = {
  mentionStore: MentionStore
  /** The only accepted access token. Without it, any token that is not empty is accepted. */
  token?: string
  /** UTC ms. It sets the end of default ranges and drives rate limits and the request log. */
  now: () => number
  limits?: Partial<Limits>
  deployment?: Partial<Deployment>
  /** Serves `/_control/…`, too. `arrivals` lets the control interface add generated mentions. */
  control?: { arrivals?: Arrivals }
  /** Waits before a slow answer; rejects if the signal aborts. Real time by default. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The HTTP server, with its faults and its request log for tests. */
export type MentionServer = {
  /**
   * Listens on the loopback address; port 0 takes any free port. `url` is the `{base_url}` of the interface. Rejects
   * if the port is taken.
   */
  listen: (port: number) => Promise<{ url: string; port: number }>
  /** Breaks all connections and frees the port. */
  close: () => Promise<void>
  faults: Faults
  log: RequestLog
}

export function createMentionServer(options: MentionServerOptions): MentionServer {
  const { mentionStore, now, token, control } = options
  const sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal }))
  const closing = new AbortController()
  const faults = createFaults()
  const log = createRequestLog(now)
  const handle = createRequestHandler({
    service: createRouter({
      mentionStore,
      now,
      deployment: { ...documentedDeployment, ...options.deployment },
      ...createAdmission({ ...documentedLimits, ...options.limits }, token, now),
    }),
    controlled: { mentionStore, faults, log, ...control },
    servesControl: control !== undefined,
    sleep: (ms) => sleep(ms, closing.signal),
  })
  const server = createServer((request, response) => {
    // The handler rejects only if the connection breaks or the server closes.
    handle(request, response).catch(() => response.destroy())
  })

  return {
    faults,
    log,
    listen: (port) => listen(server, port),
    close() {
      closing.abort()
      return close(server)
    },
  }
}

function listen(server: Server, port: number): Promise<{ url: string; port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      resolve({ url: `http://127.0.0.1:${bound}`, port: bound })
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

type HandlerOptions = {
  service: (request: ServiceRequest) => object
  /** Every request uses faults and log; the control interface uses the rest. */
  controlled: Controlled
  servesControl: boolean
  /** Waits before a slow answer; rejects if the server closes. */
  sleep: (ms: number) => Promise<unknown>
}

/** Answers one request. Rejects if the connection breaks or the server closes meanwhile. */
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Logs a request, then applies a planned fault or lets the service answer. */
function createRequestHandler(options: HandlerOptions): RequestHandler {
  const { service, controlled, servesControl, sleep } = options
  const { faults, log } = controlled

  async function serve(
    asked: ServiceRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const entry = log.begin(asked.method, asked.path, asked.parameters)
    const answer = (): Reply => replyOf(() => service(asked))
    const fault = faults.next(asked.path)
    if (fault) log.fault(entry, fault.kind)
    const ending = fault ? applyFault(fault, answer) : { kind: 'reply' as const, reply: answer(), afterMs: 0 }
    if (ending.kind === 'reset') request.socket.resetAndDestroy()
    if (ending.kind !== 'reply') return
    if (ending.afterMs > 0) await sleep(ending.afterMs)
    log.end(entry, ending.reply.status)
    send(response, ending.reply)
  }

  return async (request, response) => {
    const asked = readRequest(request)
    if (!(servesControl && asked.path.startsWith(controlPrefix))) return serve(asked, request, response)
    send(response, controlReply(asked.method, asked.path, await text(request), controlled))
  }
}

/** Of a repeated parameter the first value counts. */
function readRequest({ method = 'GET', url = '/', socket }: IncomingMessage): ServiceRequest {
  const [path = '/', ...query] = url.split('?')
  const parameters = Object.fromEntries([...new URLSearchParams(query.join('?'))].reverse())
  return { method, path, parameters, address: socket.remoteAddress ?? '' }
}
