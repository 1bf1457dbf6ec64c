import type { Parameters } from '@overheard/listen/api/protocol'

/** A logged request, without its access token. `time` is UTC ms. */
type LoggedRequest = {
  time: number
  method: string
  path: string
  parameters: Parameters
  /** The status of the answer. It stays absent after a reset or a hang. */
  status?: number
  /** The kind of the fault that hit the request. */
  fault?: string
}

/** Totals since the start or the last `clear`, without requests to the control interface. */
type Counters = { requests: number; faults: number; byStatus: Record<string, number> }

/** The log keeps this many requests. Older ones still count in the totals. */
const rememberedRequests = 10_000

export type RequestLog = ReturnType<typeof createRequestLog>

/** `now` returns UTC ms. */
export function createRequestLog(now: () => number) {
  let requests: LoggedRequest[] = []
  let counters: Counters = { requests: 0, faults: 0, byStatus: {} }
  return {
    /** Logs a request that has just come in. */
    begin(method: string, path: string, { access_token: _secret, ...parameters }: Parameters): LoggedRequest {
      const request: LoggedRequest = { time: now(), method, path, parameters }
      if (requests.length >= 2 * rememberedRequests) requests = requests.slice(-rememberedRequests)
      requests.push(request)
      counters.requests += 1
      return request
    },
    /** Logs the fault that hit a request. */
    fault(request: LoggedRequest, kind: string): void {
      request.fault = kind
      counters.faults += 1
    },
    /** Logs the status of the answer. */
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
