import { type ErrorFacts, MentionServiceError } from './error.ts'
import {
  documentedRefusals,
  oddStatus,
  type Refusal,
  refusalsByClass,
  refusalsByStatus,
  unknownAlert,
} from './refusals.ts'
import { retryAfterMs } from './retry-after.ts'
import type { Scrub } from './secret.ts'
import type { Answer } from './transport.ts'
import { wireError } from './wire.ts'

/** How much of a foreign message is kept: enough for a log line. */
const detailLength = 200

/** `forAlert`: the request was about one alert. `nowMs`: epoch ms, to read a `Retry-After` that is a date in an answer without one. */
type Context = { forAlert: boolean; nowMs: number; scrub: Scrub }

/** The typed error of an answer that is not a success, or of a success whose body is an error. */
export function refusalOf(answer: Answer, { forAlert, nowMs, scrub }: Context): MentionServiceError {
  const body = errorBody(answer.text, scrub)
  const refusal = meaning(answer.status, body, forAlert)
  const asked = retryAfterMs(answer, nowMs)
  const afterMs = refusal.retry === 'later' ? (asked ?? refusal.afterMs) : undefined
  const parameter = refusal.kind === 'bad_parameter' ? quotedName(body?.message) : undefined
  return new MentionServiceError({
    kind: refusal.kind,
    retry: refusal.retry,
    what: scrub(refusal.what + specifics(answer, parameter)),
    status: answer.status,
    ...given({ afterMs, parameter, code: body?.code, detail: detailOf(body, answer.text) }),
  })
}

function meaning(status: number, body: ErrorBody | undefined, forAlert: boolean): Refusal {
  const documented = documentedRefusals[`${status}/${body?.code}`]
  if (documented !== undefined) return documented
  // Some deployments answer every error with 200: then the code is all there is.
  const byCode = status < 300 ? codeAlone(body?.code) : undefined
  if (byCode !== undefined) return byCode
  if (status === 404 && forAlert && body !== undefined) return unknownAlert
  return refusalsByStatus[status] ?? refusalsByClass[Math.floor(status / 100)] ?? oddStatus
}

function codeAlone(code: number | undefined): Refusal | undefined {
  return Object.entries(documentedRefusals).find(([key]) => key.endsWith(`/${code}`))?.[1]
}

type ErrorBody = { code?: number; message?: string }

function errorBody(text: string, scrub: Scrub): ErrorBody | undefined {
  try {
    const { data } = wireError.safeParse(JSON.parse(text))
    return data?.message === undefined ? data : { ...data, message: scrub(data.message) }
  } catch {
    return undefined
  }
}

/** The interface has the parameter's name quoted in the message. */
function quotedName(message = ''): string | undefined {
  return /["'`“‘«]([A-Za-z_]{2,40})["'`”’»]/.exec(message)?.[1]
}

function specifics(answer: Answer, parameter: string | undefined): string {
  if (parameter !== undefined) return `: ${parameter}`
  return answer.location === undefined ? '' : `: ${answer.location}; put the final one into MENTIONS_API_URL`
}

function detailOf(body: ErrorBody | undefined, text: string): string | undefined {
  if (body?.message !== undefined) return body.message.replace(/\s+/g, ' ').slice(0, detailLength)
  if (text.trim() === '') return 'no body'
  return /^\s*</.test(text) ? 'an HTML page' : undefined
}

type Given = Pick<ErrorFacts, 'afterMs' | 'parameter' | 'code' | 'detail'>

/** The facts that are there: an optional field is left out rather than undefined. */
function given(facts: { [Name in keyof Given]: Given[Name] | undefined }): Given {
  return {
    ...(facts.afterMs === undefined ? {} : { afterMs: facts.afterMs }),
    ...(facts.parameter === undefined ? {} : { parameter: facts.parameter }),
    ...(facts.code === undefined ? {} : { code: facts.code }),
    ...(facts.detail === undefined ? {} : { detail: facts.detail }),
  }
}
