import { z } from 'zod'
import type { Alert, StoredAlert } from '../store/alerts.ts'
import type { Store } from '../store/store.ts'
import { writeExact } from './exact-json.ts'

/** HTTP status and message of each error code, as the public deployment documents them. */
const errorCodes = {
  1: { status: 404, message: 'No such method' },
  10: { status: 503, message: 'System is busy' },
  11: { status: 403, message: 'Too many requests for this access token' },
  12: { status: 403, message: 'Too many requests from this IP address' },
  20: { status: 401, message: 'Missing or wrong access token' },
  21: { status: 401, message: 'Account has expired' },
  22: { status: 401, message: 'Account has been deleted' },
  23: { status: 401, message: 'The plan does not include access to this interface' },
  30: { status: 404, message: 'Alert not found' },
  40: { status: 400, message: 'A parameter is missing or invalid' },
  41: { status: 400, message: 'Statistics are not available for leads alerts' },
  50: { status: 503, message: 'Temporarily unavailable' },
  51: { status: 503, message: 'Account could not be found' },
  52: { status: 503, message: 'Network error' },
  53: { status: 503, message: 'Time-out' },
  54: { status: 500, message: 'Unexpected error' },
} as const

type ErrorCode = keyof typeof errorCodes

/** An error that is answered with an error body. */
export class ApiError extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly status: number
  constructor(code: ErrorCode, message: string = errorCodes[code].message) {
    super(message)
    this.code = code
    this.status = errorCodes[code].status
  }
}

/** Error 40, with the parameter's name in quotes. */
export function invalidParameter(name: string): ApiError {
  return new ApiError(40, `Parameter "${name}" is missing or invalid`)
}

export function errorBody(code: number, message: string): { error: { code: number; message: string } } {
  return { error: { code, message } }
}

/** The query string's parameters by name. Of a repeated parameter the first value counts. */
export type Parameters = Record<string, string>

/** Comma-separated values: at least one, none empty. */
export const list = z
  .string()
  .transform((text) => text.split(',').map((value) => value.trim()))
  .refine((values) => values.every((value) => value !== ''))

/** An integer that a JavaScript number holds exactly. */
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
  .refine(Number.isSafeInteger)

export const natural = integer.refine((value) => value >= 0)

/** An id of any size. Leading zeros are removed. */
export const idParameter = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => digits.replace(/^0+(?=\d)/, ''))

/** A valid date, YYYY-MM-DD. */
export const calendarDate = z.iso.date()

/** Reads the parameters of a schema and ignores others. Throws ApiError 40 with the name of the first wrong one. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  parameters: Parameters,
): z.output<Schema> {
  const result = schema.safeParse(parameters)
  if (result.success) return result.data
  throw invalidParameter(String(result.error.issues[0]?.path[0] ?? 'request'))
}

/** The inputs of an answer about one alert. `now` (UTC ms) is the end of the default range of insights. */
export type AlertRequest = {
  store: Pick<Store, 'mentions' | 'removals' | 'rollUps'>
  alert: StoredAlert
  parameters: Parameters
  now: number
  /** Must hear the `since_id` of each request before it is answered: a client has read a mention with this id. */
  clientHasRead: (id: string) => void
}

/** The plan's monthly limit of mentions. `renewsAt` is UTC ms. */
export type PlanLimit = { reached: boolean; renewsAt?: number | undefined }

/**
 * The `limits` of every successful answer (interface 2.1). The renewal date is there only if the limit is reached.
 */
export function limitsOf({ reached, renewsAt }: PlanLimit): object[] {
  return [
    {
      limit_name: 'monthly_mentions',
      limit_reached: reached,
      ...(reached && renewsAt !== undefined && { limit_renewal_date: renewsAt }),
    },
  ]
}

/** The summary fields of an alert (interface 2.2), with ids as exact integers. */
export function alertHead({ alert_id, alert_type, alert_name, project_id, project_name }: Alert): object {
  return { alert_id: BigInt(alert_id), alert_type, alert_name, project_id: BigInt(project_id), project_name }
}

/** An HTTP answer before it is sent. */
export type Reply = { status: number; text: string; headers?: Record<string, string> }

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** A body that was not read to its end, and the answer to that. */
export class BodyRefusedError extends Error {
  override readonly name = 'BodyRefusedError'
  readonly reply: Reply
  constructor(status: number, message: string) {
    super(message)
    this.reply = jsonReply(status, errorBody(status < 500 ? 40 : 10, message))
  }
}

/** A JSON answer. A bigint becomes an exact integer. */
export function jsonReply(status: number, body: unknown): Reply {
  return { status, text: writeExact(body), headers: jsonHeaders }
}

/** Answers 200 with the JSON that the action returns, or the error body of the error it throws. */
export function replyOf(action: () => string): Reply {
  try {
    return { status: 200, text: action(), headers: jsonHeaders }
  } catch (error) {
    if (error instanceof ApiError) return jsonReply(error.status, errorBody(error.code, error.message))
    return jsonReply(500, errorBody(54, `Unexpected error: ${String(error)}`))
  }
}
