import type { Parameters } from './protocol.ts'

/** One request as it is remembered. `time` in UTC ms; the parameters are without the access token. */
type LoggedRequest = {
  time: number
  method: string
  path: string
  parameters: Parameters
  /** Of the answer; absent while there is none, and for ever after a reset or a hang. */
  status?: number
  /** The kind of the fault that it met. */
  fault?: string
}

/** Totals since the start (or the last `clear`), of all requests but those to the control interface. */
type Counters = { requests: number; faults: number; byStatus: Record<string, number> }

/** Requests that are remembered; older ones are forgotten, their counts stay. */
const rememberedRequests = 10_000

/** The requests that came in, and their totals. */
export type RequestLog = ReturnType<typeof createRequestLog>

/** An empty log. `now`: UTC ms. */
export function createRequestLog(now: () => number) {
  let requests: LoggedRequest[] = []
  let counters: Counters = { requests: 0, faults: 0, byStatus: {} }
  return {
    /** Remembers a request that has just come in. */
    begin(method: string, path: string, { access_token: _secret, ...parameters }: Parameters): LoggedRequest {
      const request: LoggedRequest = { time: now(), method, path, parameters }
      if (requests.length >= 2 * rememberedRequests) requests = requests.slice(-rememberedRequests)
      requests.push(request)
      counters.requests += 1
      return request
    },
    /** Notes the fault that a request met. */
    fault(request: LoggedRequest, kind: string): void {
      request.fault = kind
      counters.faults += 1
    },
    /** Notes how a request was answered. */
    end(request: LoggedRequest, status: number): void {
      request.status = status
      counters.byStatus[status] = (counters.byStatus[status] ?? 0) + 1
    },
    /** Oldest first. */
    requests: (): LoggedRequest[] => requests.slice(-rememberedRequests),
    counters: (): Counters => counters,
    clear(): void {
      requests = []
      counters = { requests: 0, faults: 0, byStatus: {} }
    },
  }
}
