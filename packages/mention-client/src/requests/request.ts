import { backoffMs, retry } from '@overheard/base/backoff'
import type { SteadyClock } from '@overheard/base/clock'
import type { Ms } from '@overheard/base/time'
import type { Id } from '../id.ts'
import { MentionServiceError, type MentionServiceErrorKind } from '../mention-service-error.ts'
import { errorFromResponse } from './error-responses.ts'
import { type HttpResponse, type HttpSend, parseJsonKeepingIds, type RedactToken } from './http.ts'
import type { RequestBudget } from './request-budget.ts'
import type { Now, RequestOptions, Sleep } from './request-options.ts'

/** If `canShrink`, the caller asks for less after an error that says `isTooMuch`, so the same request is not repeated. */
type ApiRequest = { operation: string; query: string; alert?: Id; canShrink?: (() => boolean) | undefined }

/**
 * Sends a request within the budget and returns the parsed but unchecked JSON. Throws MentionServiceError or the reason of `ask.signal`.
 *
 * Retries errors if a retry can help: at most three attempts within 45 s (10 s for a command), so a longer wait that the service
 * asks for ends the call. Waits as long as it asks, otherwise with exponential backoff and full jitter. Throws the last failure, and other errors at
 * once. After a 429 all requests wait (`budget.pause`); when a poll comes again, engine/schedule/poll-results.ts says.
 */
export type ApiCall = (request: ApiRequest, ask: RequestOptions) => Promise<unknown>

export type FinishedRequest = {
  priority: RequestOptions['priority']
  outcome: 'answered' | 'given_up' | MentionServiceErrorKind
  ms: Ms
}

type ApiCallDeps = {
  steady: SteadyClock
  sleep: Sleep
  random: () => number
  now: Now
  transport: HttpSend
  budget: RequestBudget
  scrub: RedactToken
  observe?: (end: FinishedRequest) => void
  /** Hears the header `Date` of each answer. */
  heardDate: (date: string | undefined) => void
}

export function createApiCall(deps: ApiCallDeps): ApiCall {
  const { transport, budget, now, steady, sleep, random, scrub, heardDate, observe = () => undefined } = deps
  async function errorOf(answer: HttpResponse, forAlert: boolean): Promise<MentionServiceError> {
    const error = errorFromResponse(answer, { forAlert, nowMs: now(), scrub })
    if (error.kind === 'rate_limited') await budget.pause(error.afterMs ?? 0)
    return error
  }
  return ({ operation, query, alert, canShrink }, ask) => {
    const { priority, signal } = ask
    const started = steady()
    const attempt = async (): Promise<unknown> => {
      await budget.take({ ...ask, alert: alert ?? '' })
      const sentAt = steady()
      try {
        const answer = await transport('GET', operation, { query }, signal)
        heardDate(answer.date)
        const body = readBody(answer)
        if (body === undefined) throw await errorOf(answer, alert !== undefined)
        observe({ priority, outcome: 'answered', ms: steady() - sentAt })
        return body.json
      } catch (error) {
        const outcome = error instanceof MentionServiceError ? error.kind : 'given_up'
        observe({ priority, outcome, ms: steady() - sentAt })
        throw error
      }
    }
    const waitAfter = (error: unknown, failures: number): Ms | undefined => {
      if (!(error instanceof MentionServiceError) || error.retry !== 'later' || failures === maxAttempts)
        return undefined
      if (error.isTooMuch && canShrink?.()) return undefined
      const waitMs = retryDelayMs(failures, error.afterMs, random)
      return steady() - started + waitMs > retryWindowMs[priority] ? undefined : waitMs
    }
    return retry(attempt, waitAfter, (ms) => sleep(ms, signal))
  }
}

/** Returns undefined for an answer that is an error. */
function readBody({ status, text }: HttpResponse): { json: unknown } | undefined {
  if (status < 200 || status > 299) return undefined
  try {
    const json = parseJsonKeepingIds(text)
    const isError = typeof json === 'object' && json !== null && 'error' in json && !('limits' in json)
    return isError ? undefined : { json }
  } catch {
    // Do not keep the SyntaxError as the cause, because it quotes the response.
    const unreadable = describeUnreadable(text)
    throw new MentionServiceError({
      kind: 'malformed',
      retry: 'later',
      what: `The mention service sent ${unreadable}`,
      status,
      ...(unreadable === cutOffJson ? { isTooMuch: true } : {}),
    })
  }
}

const cutOffJson = 'JSON that is broken or cut off'

function describeUnreadable(text: string): string {
  if (text.trim() === '') return 'an empty answer'
  return /^\s*</.test(text) ? 'an HTML page instead of JSON' : cutOffJson
}

const maxAttempts = 3

/** No retry begins after this time, in ms. The caller then gets the error: the next poll tries again, and a person stops waiting. */
const retryWindowMs = { poll: 45_000, command: 10_000 } as const

const retryBackoff = { firstMs: 2_000, maxMs: 8_000 }

/** Up to this many ms are added at random to a wait that the service asked for, so clients do not retry at the same moment. */
const jitterMs = 1_000

function retryDelayMs(done: number, askedMs: Ms | undefined, random: () => number): number {
  if (askedMs !== undefined) return askedMs + Math.round(random() * jitterMs)
  return backoffMs(done, retryBackoff, random)
}
