import { z } from 'zod'
import { invalidParameter } from './refusal.ts'

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
