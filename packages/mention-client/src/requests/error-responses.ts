import { defined } from '@overheard/base/defined'
import { retryAfterMs } from '@overheard/base/http'
import { parseJson } from '@overheard/base/json'
import { maxPauseMs } from '@overheard/base/rate-limiter'
import type { Time } from '@overheard/base/time'
import { errorBodySchema } from '../decode/response-schema.ts'
import { MentionServiceError } from '../mention-service-error.ts'
import type { HttpResponse, MentionServiceErrorDetails, RedactToken } from './http.ts'

const maxDetailLength = 200

type ErrorContext = {
  forAlert: boolean
  nowMs: Time
  scrub: RedactToken
}

export function errorFromResponse(
  answer: HttpResponse,
  { forAlert, nowMs, scrub }: ErrorContext,
): MentionServiceError {
  const body = readErrorBody(answer.text, scrub)
  const refusal = classifyError(answer.status, body, forAlert)
  const asked = retryAfterMs(answer.retryAfter, answer.date, nowMs)
  const waitMs = Math.min(asked ?? refusal.afterMs ?? Number.NaN, maxPauseMs)
  const afterMs = refusal.retry !== 'later' || Number.isNaN(waitMs) ? undefined : waitMs
  const parameter = refusal.kind === 'bad_parameter' ? quotedParameter(body?.message) : undefined
  return new MentionServiceError({
    kind: refusal.kind,
    retry: refusal.retry,
    what: scrub(refusal.what + messageSuffix(answer, parameter)),
    status: answer.status,
    afterMs,
    ...defined({ isTooMuch: refusal.isTooMuch }),
    parameter,
    code: body?.code,
    detail: readDetail(body, answer.text),
  })
}

function classifyError(status: number, body: ErrorBody | undefined, forAlert: boolean): ErrorResponse {
  const assumed = assumedErrors[`${status}/${body?.code}`]
  if (assumed !== undefined) return assumed
  // Some deployments send every error with status 200. Then only the code in the body shows the error.
  const byCode = status < 300 ? findByCode(body?.code) : undefined
  if (byCode !== undefined) return byCode
  if (status === 404 && forAlert && body !== undefined) return unknownAlert
  return errorsByStatus[status] ?? errorsByStatusClass[Math.floor(status / 100)] ?? unexpectedStatus
}

function findByCode(code: number | undefined): ErrorResponse | undefined {
  return Object.entries(assumedErrors).find(([key]) => key.endsWith(`/${code}`))?.[1]
}

type ErrorBody = { code?: number; message?: string }

function readErrorBody(text: string, scrub: RedactToken): ErrorBody | undefined {
  const { data } = errorBodySchema.safeParse(parseJson(text))
  return data?.message === undefined ? data : { ...data, message: scrub(data.message) }
}

function quotedParameter(message = ''): string | undefined {
  return /["'`“‘«]([A-Za-z_]{2,40})["'`”’»]/.exec(message)?.[1]
}

function messageSuffix(answer: HttpResponse, parameter: string | undefined): string {
  if (parameter !== undefined) return `: ${parameter}`
  return answer.location === undefined ? '' : `: ${answer.location}; put the final one into MENTIONS_API_URL`
}

function readDetail(body: ErrorBody | undefined, text: string): string | undefined {
  if (body?.message !== undefined) return body.message.replace(/\s+/g, ' ').slice(0, maxDetailLength)
  if (text.trim() === '') return 'no body'
  return /^\s*</.test(text) ? 'an HTML page' : undefined
}

type ErrorResponse = Pick<MentionServiceErrorDetails, 'kind' | 'retry' | 'afterMs' | 'isTooMuch' | 'what'>

const oneMinute = 60_000
const threeSeconds = 3_000

const tokenRefused = { kind: 'unauthorized', retry: 'when_replaced' } as const
const busy = { kind: 'busy', retry: 'later', what: 'The mention service is busy' } as const
const tooManyRequests = { kind: 'rate_limited', retry: 'later', afterMs: oneMinute } as const
const unknownMethod = {
  kind: 'no_such_method',
  retry: 'never',
  what: 'The mention service does not know this operation; MENTIONS_API_URL is probably wrong',
} as const

/**
 * Assumed, because the interface does not show errors: those that one public deployment documents, by `status/code`. 403 with code 11 or 12 is a rate limit, not a problem of the
 * token. Another deployment may use a code differently, so the status of an error must match, too.
 */
export const assumedErrors: Readonly<Record<string, ErrorResponse>> = {
  '404/1': unknownMethod,
  '503/10': busy,
  '403/11': {
    ...tooManyRequests,
    what: 'The mention service accepts no more requests with this token for a minute (rate limit)',
  },
  '403/12': {
    ...tooManyRequests,
    afterMs: threeSeconds,
    what: 'The mention service accepts no more requests from this address for a few seconds (rate limit)',
  },
  '401/20': { ...tokenRefused, what: 'The mention service refuses the access token' },
  '401/21': { ...tokenRefused, what: 'The account at the mention service has expired' },
  '401/22': { ...tokenRefused, what: 'The account at the mention service has been deleted' },
  '401/23': { ...tokenRefused, what: 'The plan at the mention service does not include its API' },
  '404/30': { kind: 'alert_not_found', retry: 'never', what: 'The mention service does not know this alert' },
  '400/40': { kind: 'bad_parameter', retry: 'never', what: 'The mention service refuses a parameter' },
  '400/41': {
    kind: 'leads_alert',
    retry: 'never',
    what: 'Insights exist for mention alerts only, not for leads alerts',
  },
  '503/50': { ...busy, what: 'The mention service is unavailable for the moment' },
  '503/51': { ...tokenRefused, what: 'The mention service cannot find the account of this access token' },
  '503/52': { ...busy, what: 'The mention service has a problem with its own network' },
  '503/53': {
    kind: 'timeout',
    retry: 'later',
    isTooMuch: true,
    what: 'The mention service took too long to find the answer; a narrower range may help',
  },
  '500/54': { kind: 'unexpected', retry: 'later', what: 'The mention service met an unexpected error' },
}

const errorsByStatus: Readonly<Record<number, ErrorResponse>> = {
  400: { kind: 'bad_parameter', retry: 'never', what: 'The mention service refuses the request' },
  401: { ...tokenRefused, what: 'The mention service refuses the access token' },
  403: { ...tokenRefused, what: 'The mention service forbids this access token the request' },
  404: unknownMethod,
  405: unknownMethod,
  408: { kind: 'timeout', retry: 'later', what: 'The mention service waited too long for the request' },
  410: unknownMethod,
  413: {
    kind: 'too_large',
    retry: 'never',
    isTooMuch: true,
    what: 'The answer is too large for the mention service',
  },
  414: { kind: 'bad_parameter', retry: 'never', what: 'The request is too long for the mention service' },
  422: { kind: 'bad_parameter', retry: 'never', what: 'The mention service refuses the request' },
  425: busy,
  429: {
    ...tooManyRequests,
    what: 'The mention service accepts no more requests for the moment (rate limit)',
  },
  431: { kind: 'bad_parameter', retry: 'never', what: 'The request is too long for the mention service' },
  500: { kind: 'unexpected', retry: 'later', what: 'The mention service met an unexpected error' },
  501: unknownMethod,
  504: {
    kind: 'timeout',
    retry: 'later',
    isTooMuch: true,
    what: 'The mention service did not answer its proxy in time',
  },
}

const errorsByStatusClass: Readonly<Record<number, ErrorResponse>> = {
  3: { kind: 'unexpected', retry: 'never', what: 'The mention service redirects to another address' },
  4: { kind: 'unexpected', retry: 'never', what: 'The mention service refuses the request' },
  5: busy,
}

/**
 * A JSON response with status 404 about an alert means that the alert does not exist. An HTML 404, or a 404 for the list, means a wrong
 * address.
 */
const unknownAlert: ErrorResponse = {
  kind: 'alert_not_found',
  retry: 'never',
  what: 'The mention service does not know this alert',
}

const unexpectedStatus: ErrorResponse = {
  kind: 'unexpected',
  retry: 'later',
  what: 'The mention service answered with an unknown HTTP status',
}
