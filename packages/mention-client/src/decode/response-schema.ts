import { z } from 'zod'
import type { Alert, Limit } from '../alert.ts'
import { type Id, type IdGap, isId } from '../id.ts'
import { MentionServiceError } from '../mention-service-error.ts'
import { readTimestamp } from './timestamp.ts'

const maxTimestamp = 8_640_000_000_000_000
export const timestampSchema = z.int().min(-maxTimestamp).max(maxTimestamp)

/** Reads a flag however it is written: `true`, 1, `"true"` or `"1"`. Returns undefined for anything else. */
export function readFlag(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw
  const word = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim().toLowerCase() : ''
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}

const limitSchema = z.object({
  limit_name: z.string(),
  /** Some services leave out what is false. */
  limit_reached: z
    .unknown()
    .optional()
    .transform((raw) => readFlag(raw ?? false))
    .pipe(z.boolean()),
  limit_renewal_date: z.unknown().transform(readTimestamp).optional(),
})

/** The elements are read one by one later, so an invalid element does not affect the others. */
const uncheckedList = z.array(z.unknown())
const limits = uncheckedList.nullish().catch(undefined)

/** Some services write an empty list as `null`, or leave it out. The limits show that it is an answer of this interface all the same. */
export const alertListSchema = z
  .object({ limits, alerts: uncheckedList.nullish() })
  .refine((answer) => answer.alerts !== undefined || answer.limits !== undefined, { path: ['alerts'] })
  .transform(({ alerts }) => alerts ?? [])

export const pageSchema = z.object({
  limits,
  alert_data: z.object({
    mentions_count: z.int().nonnegative().nullish().catch(undefined),
    mentions: uncheckedList.nullish(),
    next: z.unknown().optional(),
    overheard_id_gaps: z.unknown().optional(),
    overheard_removals: z.int().optional().catch(undefined),
  }),
})

/**
 * The service's API documentation describes `value` as an object. `readCount` in insights.ts also accepts other forms. Some services leave out
 * an empty one.
 */
export const totalSchema = z.object({
  limits,
  alert_data: z.object({ insights: z.object({ value: z.unknown().optional() }) }),
})

export const seriesSchema = z.object({
  limits,
  alert_data: z.object({
    insights: z.object({ values: uncheckedList.nullish() }),
  }),
})

export const periodSchema = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  incomplete_period: z.unknown().transform(readFlag).optional(),
  value: z.unknown().optional(),
  /** Only the own mention service has it. */
  overheard_new_method: z.unknown().optional(),
})

export const errorBodySchema = z.object({ error: z.unknown() }).transform(({ error }) => {
  const read = z.object({ code: z.unknown(), message: z.unknown() }).partial().safeParse(error)
  const { code, message } = read.success ? read.data : { code: undefined, message: error }
  return {
    ...(/^\d{1,6}$/.test(String(code)) ? { code: Number(code) } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
})

/** A missing name becomes an empty text, because an alert without a name is still usable. */
const lenientText = z.string().catch('')
const alertSchema = z.object({
  alert_id: z.unknown().optional(),
  alert_type: lenientText,
  alert_name: lenientText,
  project_name: lenientText,
})

export function readAlert(raw: unknown): Alert | undefined {
  const { data } = alertSchema.safeParse(raw)
  const id = readId(data?.alert_id)
  if (data === undefined || id === undefined) return undefined
  return {
    id,
    type: data.alert_type,
    name: data.alert_name,
    projectName: data.project_name,
  }
}

export function readLimits(raw: readonly unknown[] | null | undefined): Limit[] {
  return (raw ?? []).flatMap((element) => {
    const { data } = limitSchema.safeParse(element)
    if (data === undefined) return []
    const { limit_name: name, limit_reached: reached, limit_renewal_date: renewsAt } = data
    return typeof renewsAt === 'number' ? [{ name, reached, renewsAt }] : [{ name, reached }]
  })
}

const idGapSchema = z.tuple([z.int(), z.int()])

/** Only our own mention service tells these. What cannot be read is left out. */
export function readIdGaps(raw: unknown): IdGap[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((element) => {
    const { data } = idGapSchema.safeParse(element)
    return data === undefined ? [] : [{ first: String(data[0]), last: String(data[1]) }]
  })
}

function readId(raw: unknown): Id | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw >= 0 ? String(raw) : undefined
  return typeof raw === 'string' && isId(raw) ? raw : undefined
}

export function readElementId(element: unknown): Id | undefined {
  return typeof element === 'object' && element !== null && 'id' in element ? readId(element.id) : undefined
}

export function describeFirstIssue(error: Pick<z.ZodError, 'issues'>): string {
  const issue = error.issues[0]
  const path = (issue?.path ?? []).map(String).join('.')
  return `${path === '' ? 'the answer' : path}: ${issue === undefined ? 'not as documented' : describeIssue(issue)}`
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `expected ${issue.expected === 'int' ? 'integer' : issue.expected}`
  if (issue.code === 'invalid_value') return `expected ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'out of range'
  if (issue.code === 'invalid_format') return `expected ${issue.format}`
  return 'not as documented'
}

export function parseResponse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw malformedResponse(describeFirstIssue(read.error))
}

export function malformedResponse(field: string): MentionServiceError {
  const what = `The mention service answered in a shape that its interface does not have (${field})`
  return new MentionServiceError({ kind: 'malformed', retry: 'never', what, field })
}
