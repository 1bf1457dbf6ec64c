import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Deployment, documentedDeployment } from '../answers/deployment.ts'
import { createService, type ServiceRequest } from '../answers/service.ts'
import type { Archive } from '../archive/archive.ts'
import type { Arrivals } from '../world/arrivals.ts'
import { createAdmission, documentedLimits, type Limits } from './admission.ts'
import { applyFault } from './apply-fault.ts'
import { controlPrefix, controlReply } from './control.ts'
import { createFaults, type Faults } from './faults.ts'
import { type Reply, replyOf, send } from './reply.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'

export type MentionServerOptions = {
  archive: Archive
  /** The one access token that is good; any that is not empty where absent. */
  token?: string
  /** UTC ms: the end of default ranges, the clock of rate limits and of the request log. */
  now: () => number
  limits?: Partial<Limits>
  deployment?: Partial<Deployment>
  /** Serve `/_control/…` as well; with the arrivals that it may set off, where there are any. */
  control?: { arrivals?: Arrivals }
  /** Waits for a slow answer; rejects when the signal aborts. Real time where absent. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export type MentionServer = {
  /** Listens on the loopback address; port 0 is any free one. The url is the `{base_url}` of the interface. Rejects where the port is taken. */
  listen: (port: number) => Promise<{ url: string; port: number }>
  /** Breaks all connections and frees the port. */
  close: () => Promise<void>
  faults: Faults
  log: RequestLog
}

/** The mention service over HTTP, answering from the archive. */
export function createMentionServer(options: MentionServerOptions): MentionServer {
  const { archive, now, control } = options
  const sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal }))
  const admission = createAdmission({ ...documentedLimits, ...options.limits }, options.token, now)
  const deployment = { ...documentedDeployment, ...options.deployment }
  const service = createService({ archive, deployment, now, ...admission })
  const faults = createFaults()
  const log = createRequestLog(now)
  const closing = new AbortController()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readRequest(request)
    const entry = log.begin(asked.method, asked.path, asked.parameters)
    const answer = (): Reply => replyOf(() => service(asked))
    const fault = faults.next(asked.path)
    if (fault) log.fault(entry, fault.kind)
    const faulted = fault ? applyFault(fault, answer) : { kind: 'reply' as const, reply: answer(), afterMs: 0 }
    if (faulted.kind === 'reset') request.socket.resetAndDestroy()
    if (faulted.kind !== 'reply') return
    if (faulted.afterMs > 0) await sleep(faulted.afterMs, closing.signal)
    log.end(entry, faulted.reply.status)
    send(response, faulted.reply)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, path } = readRequest(request)
    if (!control || !path.startsWith(controlPrefix)) return serve(request, response)
    send(response, controlReply(method, path, await text(request), { archive, faults, log, ...control }))
  }

  const server = createServer((request, response) => {
    // Only a broken connection or the closing of the server can end up here.
    handle(request, response).catch(() => response.destroy())
  })

  return {
    faults,
    log,
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          const bound = portOf(server.address())
          resolve({ url: `http://127.0.0.1:${bound}`, port: bound })
        })
      }),
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The request without its transport. Of a parameter that is sent twice the first counts. */
function readRequest({ method = 'GET', url = '/', socket }: IncomingMessage): ServiceRequest {
  const [path = '/', ...query] = url.split('?')
  const parameters = Object.fromEntries([...new URLSearchParams(query.join('?'))].reverse())
  return { method, path, parameters, address: socket.remoteAddress ?? '' }
}
