import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Deployment, documentedDeployment } from '../answers/deployment.ts'
import { createService } from '../answers/service.ts'
import type { Archive } from '../archive/archive.ts'
import type { Arrivals } from '../world/arrivals.ts'
import { createAdmission, documentedLimits, type Limits } from './admission.ts'
import { createFaults, type Faults } from './faults.ts'
import { createRequestHandler } from './request-handler.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'

/** What the server answers from, and how it behaves; everything but the archive and the clock has a default. */
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

/** A mention service over HTTP: what it listens with, and what tests steer and see of it. */
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
  const { archive, now, token, control } = options
  const sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, { signal }))
  const closing = new AbortController()
  const faults = createFaults()
  const log = createRequestLog(now)
  const handle = createRequestHandler({
    service: createService({
      archive,
      now,
      deployment: { ...documentedDeployment, ...options.deployment },
      ...createAdmission({ ...documentedLimits, ...options.limits }, token, now),
    }),
    controlled: { archive, faults, log, ...control },
    servesControl: control !== undefined,
    sleep: (ms) => sleep(ms, closing.signal),
  })
  const server = createServer((request, response) => {
    // Only a connection that breaks and the closing of the server end up here.
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
