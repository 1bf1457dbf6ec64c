import { backoffMs, retry } from '../async/backoff.ts'
import type { SteadyClock } from '../async/clock.ts'
import type { Ms } from '../async/time.ts'
import type { Id } from '../model/id.ts'
import { MentionServiceError, type MentionServiceErrorKind } from '../model/mention-service-error.ts'
import { errorFromResponse } from './error-responses.ts'
import { type HttpGet, type HttpResponse, parseJsonKeepingIds, type RedactToken } from './http.ts'
import type { RequestBudget } from './request-budget.ts'
import type { Now, RequestOptions, Sleep } from './request-options.ts'

/** With `canShrink`, the caller asks for less after an error that says `isTooMuch`, so the same request is not repeated. */
type ApiRequest = { operation: string; query: string; alert?: Id; canShrink?: boolean }

/**
 * Sends a request within the budget and returns the parsed but unchecked JSON. Retries if a retry can help. Throws MentionServiceError or
 * the reason of `ask.signal`.
 */
export type ApiCall = (request: ApiRequest, ask: RequestOptions) => Promise<unknown>

export type FinishedRequest = {
  priority: RequestOptions['priority']
  outcome: 'answered' | 'given_up' | MentionServiceErrorKind
  ms: Ms
}

type ApiCallDeps = RetryDeps & {
  now: Now
  transport: HttpGet
  budget: RequestBudget
  scrub: RedactToken
  observe?: (end: FinishedRequest) => void
  /** Hears the header `Date` of each answer. */
  heardDate: (date: string | undefined) => void
}

export function createApiCall(deps: ApiCallDeps): ApiCall {
  const { transport, budget, now, steady, scrub, heardDate, observe = () => undefined } = deps
  const send = async (request: ApiRequest, ask: RequestOptions): Promise<unknown> => {
    const answer = await transport(request.operation, request.query, ask.signal)
    heardDate(answer.date)
    const body = readBody(answer)
    if (body !== undefined) return body.json
    const error = errorFromResponse(answer, { forAlert: request.alert !== undefined, nowMs: now(), scrub })
    if (error.kind === 'rate_limited') await budget.pause(error.afterMs ?? 0)
    throw error
  }
  const once = async (request: ApiRequest, ask: RequestOptions): Promise<unknown> => {
    const { priority } = ask
    await budget.take({ ...ask, alert: request.alert ?? '' })
    const sentAt = steady()
    try {
      const json = await send(request, ask)
      observe({ priority, outcome: 'answered', ms: steady() - sentAt })
      return json
    } catch (error) {
      const outcome = error instanceof MentionServiceError ? error.kind : 'given_up'
      observe({ priority, outcome, ms: steady() - sentAt })
      throw error
    }
  }
  return (request, ask) => withRetries(() => once(request, ask), deps, { ...ask, ...request })
}

function readBody(answer: HttpResponse): { json: unknown } | undefined {
  if (answer.status < 200 || answer.status > 299) return undefined
  const json = parseBody(answer)
  const isError = typeof json === 'object' && json !== null && 'error' in json && !('limits' in json)
  return isError ? undefined : { json }
}

function parseBody(answer: HttpResponse): unknown {
  try {
    return parseJsonKeepingIds(answer.text)
  } catch {
    // Do not keep the SyntaxError as the cause, because it quotes the response.
    const unreadable = describeUnreadable(answer.text)
    throw new MentionServiceError({
      kind: 'malformed',
      retry: 'later',
      what: `The mention service sent ${unreadable}`,
      status: answer.status,
      ...(unreadable === cutOffJson ? { isTooMuch: true } : {}),
    })
  }
}

const cutOffJson = 'JSON that is broken or cut off'

function describeUnreadable(text: string): string {
  if (text.trim() === '') return 'an empty answer'
  return /^\s*</.test(text) ? 'an HTML page instead of JSON' : cutOffJson
}

type RetryDeps = { steady: SteadyClock; sleep: Sleep; random: () => number }

const maxAttempts = 3

/** No retry begins after this time, in ms. The caller then gets the error: the next poll tries again, and a person stops waiting. */
const retryWindowMs = { poll: 45_000, command: 10_000 } as const

const retryBackoff = { firstMs: 2_000, maxMs: 8_000 }

/** Up to this many ms are added at random to a wait that the service asked for, so clients do not retry at the same moment. */
const jitterMs = 1_000

/**
 * Retries errors if a retry can help: at most three attempts within 45 s (10 s for a command). Waits as long as the service asks, otherwise
 * with exponential backoff and full jitter. Throws the last failure, and other errors at once.
 */
function withRetries<T>(
  attempt: () => Promise<T>,
  { steady, sleep, random }: RetryDeps,
  { priority, signal, canShrink }: RequestOptions & Pick<ApiRequest, 'canShrink'>,
): Promise<T> {
  const started = steady()
  const waitAfter = (error: unknown, failures: number) => {
    if (!(error instanceof MentionServiceError) || error.retry !== 'later' || failures === maxAttempts)
      return undefined
    if (canShrink && error.isTooMuch) return undefined
    const waitMs = retryDelayMs(failures, error.afterMs, random)
    return steady() - started + waitMs > retryWindowMs[priority] ? undefined : waitMs
  }
  return retry(attempt, waitAfter, (ms) => sleep(ms, signal))
}

function retryDelayMs(done: number, askedMs: Ms | undefined, random: () => number): number {
  if (askedMs !== undefined) return askedMs + Math.round(random() * jitterMs)
  return backoffMs(done, retryBackoff, random)
}
