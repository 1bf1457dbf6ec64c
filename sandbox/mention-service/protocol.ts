import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { writeExact } from './exact-json.ts'
import type { AlertRecord, PlanLimit } from './records.ts'
import type { MentionStore } from './store.ts'

/** HTTP status and words of each error code, as the public deployment documents them. */
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

/** A request that is answered with an error body. */
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

/** Code 40, naming the parameter in quotes. */
export function invalidParameter(name: string): ApiError {
  return new ApiError(40, `Parameter "${name}" is missing or invalid`)
}

/** The one form of an error body. */
export function errorBody(code: number, message: string): { error: { code: number; message: string } } {
  return { error: { code, message } }
}

/** What a handler needs of a request's query string: each parameter's first value, by name. */
export type Parameters = Record<string, string>

/** Comma-separated values, at least one, none of them empty. */
export const list = z
  .string()
  .transform((text) => text.split(',').map((value) => value.trim()))
  .refine((values) => values.every((value) => value !== ''))

/** An integer that a number holds exactly. */
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
  .refine(Number.isSafeInteger)

/** An integer of zero or more. */
export const natural = integer.refine((value) => value >= 0)

/** An id of any size, without leading zeros. */
export const idParameter = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => digits.replace(/^0+(?=\d)/, ''))

/** A date that the calendar has, YYYY-MM-DD. */
export const calendarDate = z.iso.date()

/** Reads the parameters of a schema; others are ignored. Throws Refusal 40 with the name of the first that is wrong. */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  parameters: Parameters,
): z.output<Schema> {
  const result = schema.safeParse(parameters)
  if (result.success) return result.data
  throw invalidParameter(String(result.error.issues[0]?.path[0] ?? 'request'))
}

/** Where deployments differ from each other: what the interface leaves open, and what a careless one does wrong. */
export type Deployment = {
  /** `refused`: `sort_by=id` is error 40. `ignored`: whatever is asked for, mentions come by date, newest first. */
  sorting: 'honoured' | 'id refused' | 'ignored'
  sinceId: 'honoured' | 'ignored'
  /** The value of `reach`, in totals and series: `{"reach": 7}` or `7`. */
  reachShape: 'object' | 'number'
  /** The values of languages, sources, gender and age: an object of numbers, or their sum. */
  breakdownShape: 'object' | 'number'
}

/** The deployment whose behaviour is publicly documented. */
export const documentedDeployment: Deployment = {
  sorting: 'honoured',
  sinceId: 'honoured',
  reachShape: 'object',
  breakdownShape: 'object',
}

/** What an answer about one alert is computed from. `now` in UTC ms: where the default range of insights ends. */
export type AlertRequest = {
  mentionStore: MentionStore
  alert: AlertRecord
  parameters: Parameters
  deployment: Deployment
  now: number
}

/** The `limits` of every successful answer, interface 2.1: a renewal date only where the limit is reached. */
export function limitsOf({ reached, renewsAt }: PlanLimit): object[] {
  return [
    {
      limit_name: 'monthly_mentions',
      limit_reached: reached,
      ...(reached && renewsAt !== undefined && { limit_renewal_date: renewsAt }),
    },
  ]
}

/** The alert summary fields, interface 2.2, with ids as exact integers. */
export function alertHead({
  alert_id,
  alert_type,
  alert_name,
  project_id,
  project_name,
}: AlertRecord): object {
  return { alert_id: BigInt(alert_id), alert_type, alert_name, project_id: BigInt(project_id), project_name }
}

/** An answer before it is sent. */
export type Reply = { status: number; text: string; headers?: Record<string, string> }

/** A JSON answer; bigint values become exact integers. */
export function jsonReply(status: number, body: unknown): Reply {
  return { status, text: writeExact(body), headers: { 'content-type': 'application/json; charset=utf-8' } }
}

/** What the action returns as a success, what it throws as an error body. */
export function replyOf(action: () => object): Reply {
  try {
    return jsonReply(200, action())
  } catch (error) {
    if (error instanceof ApiError) return jsonReply(error.status, errorBody(error.code, error.message))
    return jsonReply(500, errorBody(54, `Unexpected error: ${String(error)}`))
  }
}

/** Sends an answer, whole. */
export function send(response: ServerResponse, { status, text, headers }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
