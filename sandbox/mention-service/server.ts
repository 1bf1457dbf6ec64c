import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { SteadyClock } from '@overheard/base/clock'
import { createHttpServer, type HttpServer, readRequest, send } from '@overheard/listen/api/http-server'
import type { Reply } from '@overheard/listen/api/protocol'
import { createInterface, type Limits, type ServiceRequest } from '@overheard/listen/api/routes'
import { type Controlled, controlPrefix, controlReply } from './control.ts'
import { type Deployment, deploy } from './deployment.ts'
import { applyFault, createFaults, type Faults } from './faults.ts'
import type { Arrivals } from './generator/arrivals.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import type { MentionStore } from './store.ts'

/** Everything but the mention store and the clock has a default. */
export type MentionServerDeps = {
  mentionStore: MentionStore
  /** The only accepted access token. Without it, any token that is not empty is accepted. */
  token?: string
  /** UTC ms. It sets the end of default ranges and drives the request log. */
  now: () => number
  /** The clock of the rate limits: `now` by default, which tests only move ahead. */
  steady?: SteadyClock
  limits?: Partial<Limits>
  deployment?: Partial<Deployment>
  /** Serves `/_control/…`, too. `arrivals` lets the control interface add generated mentions. */
  control?: { arrivals?: Arrivals }
  /** Answers requests that the interface does not have. */
  others?: (request: ServiceRequest) => Reply | undefined
  /** Waits before a slow answer; rejects if the signal aborts. Real time by default. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The HTTP server, with its faults and its request log for tests. */
export type MentionServer = HttpServer & { faults: Faults; log: RequestLog }

/** The mention service as tests and the demo need it: the real interface, and around it faults, a request log and a control interface. */
export function createMentionServer(deps: MentionServerDeps): MentionServer {
  const { mentionStore, now, control, deployment = {}, sleep = waitFor } = deps
  const closing = new AbortController()
  const controlled = {
    mentionStore,
    faults: createFaults(),
    log: createRequestLog(now),
    ...control,
  }
  const answer = deploy(
    createInterface({ steady: now, ...deps, store: mentionStore.shown, planLimit: mentionStore.limit }),
    deployment,
  )
  const serve = createFaultyHandler(answer, controlled, (ms) => sleep(ms, closing.signal))
  const server = createHttpServer(async (request, response) => {
    response.setHeader('date', new Date(now()).toUTCString())
    const asked = readRequest(request)
    const other = deps.others?.(asked)
    if (other !== undefined) return send(response, other)
    if (control === undefined || !asked.path.startsWith(controlPrefix)) return serve(asked, request, response)
    send(response, controlReply(asked.method, asked.path, await text(request), controlled))
  })
  return {
    faults: controlled.faults,
    log: controlled.log,
    listen: server.listen,
    close() {
      closing.abort()
      return server.close()
    },
  }
}

const waitFor = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal })

/** Logs a request, then applies a planned fault or lets the service answer. */
function createFaultyHandler(
  answer: (request: ServiceRequest) => Reply,
  { faults, log }: Pick<Controlled, 'faults' | 'log'>,
  sleep: (ms: number) => Promise<unknown>,
) {
  return async (asked: ServiceRequest, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entry = log.begin(asked.method, asked.path, asked.parameters)
    const fault = faults.next(asked.path)
    if (fault) log.fault(entry, fault.kind)
    const ending = fault
      ? applyFault(fault, () => answer(asked))
      : { kind: 'reply' as const, reply: answer(asked), afterMs: 0 }
    if (ending.kind === 'reset') request.socket.resetAndDestroy()
    if (ending.kind !== 'reply') return
    if (ending.afterMs > 0) await sleep(ending.afterMs)
    log.end(entry, ending.reply.status)
    send(response, ending.reply)
  }
}
