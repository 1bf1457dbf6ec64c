import { MentionServiceError, type MentionServiceErrorDetails } from './error.ts'
import {
  documentedErrors,
  type ErrorResponse,
  errorsByStatus,
  errorsByStatusClass,
  unexpectedStatus,
  unknownAlert,
} from './refusals.ts'
import { retryAfterMs } from './retry-after.ts'
import type { RedactToken } from './secret.ts'
import type { HttpResponse } from './transport.ts'
import { errorBodySchema } from './wire.ts'

/** How much of a foreign message is kept: enough for a log line. */
const maxDetailLength = 200

/** `forAlert`: the request was about one alert. `nowMs`: epoch ms, to read a `Retry-After` that is a date in an answer without one. */
type ErrorContext = { forAlert: boolean; nowMs: number; scrub: RedactToken }

/** The typed error of an answer that is not a success, or of a success whose body is an error. */
export function errorFromResponse(
  answer: HttpResponse,
  { forAlert, nowMs, scrub }: ErrorContext,
): MentionServiceError {
  const body = readErrorBody(answer.text, scrub)
  const refusal = classifyError(answer.status, body, forAlert)
  const asked = retryAfterMs(answer, nowMs)
  const afterMs = refusal.retry === 'later' ? (asked ?? refusal.afterMs) : undefined
  const parameter = refusal.kind === 'bad_parameter' ? quotedParameter(body?.message) : undefined
  return new MentionServiceError({
    kind: refusal.kind,
    retry: refusal.retry,
    what: scrub(refusal.what + messageSuffix(answer, parameter)),
    status: answer.status,
    ...withoutUndefined({ afterMs, parameter, code: body?.code, detail: readDetail(body, answer.text) }),
  })
}

function classifyError(status: number, body: ErrorBody | undefined, forAlert: boolean): ErrorResponse {
  const documented = documentedErrors[`${status}/${body?.code}`]
  if (documented !== undefined) return documented
  // Some deployments answer every error with 200: then the code is all there is.
  const byCode = status < 300 ? findByCode(body?.code) : undefined
  if (byCode !== undefined) return byCode
  if (status === 404 && forAlert && body !== undefined) return unknownAlert
  return errorsByStatus[status] ?? errorsByStatusClass[Math.floor(status / 100)] ?? unexpectedStatus
}

function findByCode(code: number | undefined): ErrorResponse | undefined {
  return Object.entries(documentedErrors).find(([key]) => key.endsWith(`/${code}`))?.[1]
}

type ErrorBody = { code?: number; message?: string }

function readErrorBody(text: string, scrub: RedactToken): ErrorBody | undefined {
  try {
    const { data } = errorBodySchema.safeParse(JSON.parse(text))
    return data?.message === undefined ? data : { ...data, message: scrub(data.message) }
  } catch {
    return undefined
  }
}

/** The interface has the parameter's name quoted in the message. */
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

type OptionalDetails = Pick<MentionServiceErrorDetails, 'afterMs' | 'parameter' | 'code' | 'detail'>

/** The facts that are there: an optional field is left out rather than undefined. */
function withoutUndefined(
  facts: { [Name in keyof OptionalDetails]: OptionalDetails[Name] | undefined },
): OptionalDetails {
  return {
    ...(facts.afterMs === undefined ? {} : { afterMs: facts.afterMs }),
    ...(facts.parameter === undefined ? {} : { parameter: facts.parameter }),
    ...(facts.code === undefined ? {} : { code: facts.code }),
    ...(facts.detail === undefined ? {} : { detail: facts.detail }),
  }
}
