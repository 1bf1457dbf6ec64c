import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ServiceRequest } from '../answers/service.ts'
import { applyFault } from './apply-fault.ts'
import { type Controlled, controlPrefix, controlReply } from './control.ts'
import { type Reply, replyOf, send } from './reply.ts'

type HandlerOptions = {
  service: (request: ServiceRequest) => object
  /** Faults and log are used for every request, the rest by the control interface. */
  controlled: Controlled
  servesControl: boolean
  /** Waits until a slow answer is due; rejects when the server closes. */
  sleep: (ms: number) => Promise<unknown>
}

/** Answers one request. Rejects where the connection breaks or the server closes meanwhile. */
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The way of a request: logged first, then spoilt by a planned fault or answered by the service. */
export function createRequestHandler(options: HandlerOptions): RequestHandler {
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

/** The request without its transport. Of a parameter that is sent twice the first counts. */
function readRequest({ method = 'GET', url = '/', socket }: IncomingMessage): ServiceRequest {
  const [path = '/', ...query] = url.split('?')
  const parameters = Object.fromEntries([...new URLSearchParams(query.join('?'))].reverse())
  return { method, path, parameters, address: socket.remoteAddress ?? '' }
}
