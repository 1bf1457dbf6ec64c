import { z } from 'zod'
import { isRecord } from '../json.ts'

/** Slack's rules as zod schemas, and violations in Slack's words. */

/** A problem of a payload: a JSON pointer to it, and Slack's words for it. */
export type Problem = { pointer: string; code: string; message: string }

/** A string of `least` to `most` characters. Zod counts code points, as Slack does. */
export function text(most: number, least = 0) {
  return z.string().min(least, { abort: true }).max(most, { abort: true })
}

/** A list of `least` to `most` items. With a wrong number of items, the items are not checked. */
export function list<Item extends z.ZodType>(item: Item, most: number, least = 1) {
  return z.array(z.unknown()).min(least).max(most).pipe(z.array(item))
}

/** An issue that concerns several fields. */
export function problem(code: string, message: string, path: PropertyKey[] = []) {
  return { code: 'custom' as const, params: { code }, message, path }
}

/**
 * The parameters of a zod refinement that reports such an issue. Zod runs it only if nothing else is wrong with the
 * value.
 */
export function fault(code: string, message: string, path: PropertyKey[] = []) {
  const when = ({ issues }: { issues: unknown[] }) => issues.length === 0
  return { params: { code }, message, path, when }
}

/** Returns the problems of a value. `pointer` is the value's own JSON pointer. */
export function problemsOf(schema: z.ZodType, value: unknown, pointer: string): Problem[] {
  const { error } = schema.safeParse(value, { reportInput: true })
  const problems = error ? error.issues.flatMap((issue) => problemsIn(issue, pointer)) : []
  // Zod checks the length of any value that has one, even of a string in place of an array.
  const mistyped = new Set(problems.filter(({ code }) => code === 'invalid_type').map((one) => one.pointer))
  return problems.filter((one) => one.code === 'invalid_type' || !mistyped.has(one.pointer))
}

function problemsIn(issue: z.core.$ZodIssue, root: string): Problem[] {
  const pointer = [root, ...issue.path].join('/')
  const parent = [root, ...issue.path.slice(0, -1)].join('/')
  const field = issue.path.at(-1)
  if (issue.code === 'unrecognized_keys') return additionalIn(issue, pointer)
  if (issue.code === 'invalid_union') {
    const type = isRecord(issue.input) ? issue.input.type : undefined
    if (type === undefined) return [missing('type', parent)]
    const named = typeof type === 'object' ? JSON.stringify(type) : String(type)
    return [{ pointer, code: 'unsupported_type', message: `unsupported type: ${named}` }]
  }
  if (issue.input === undefined && typeof field === 'string') return [missing(field, parent)]
  return [{ pointer, ...wordsFor(issue) }]
}

function missing(field: string, pointer: string): Problem {
  return { pointer, code: 'missing_field', message: `missing required field: ${field}` }
}

/** A field with the value `undefined` never reaches Slack, because JSON leaves it out. */
function additionalIn({ keys, input }: z.core.$ZodIssueUnrecognizedKeys, pointer: string): Problem[] {
  const sent = keys.filter((key) => input?.[key] !== undefined)
  return sent.map((key) => {
    return { pointer, code: 'additional_property', message: `invalid additional property: ${key}` }
  })
}

function wordsFor(issue: z.core.$ZodIssue): { code: string; message: string } {
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', message: `must provide ${nouns[issue.expected] ?? issue.expected}` }
    case 'invalid_value':
      return { code: 'invalid_enum', message: `must be one of: ${issue.values.join(', ')}` }
    case 'invalid_format':
      return { code: 'invalid_format', message: 'invalid format' }
    case 'too_small':
      return tooLittle(issue)
    case 'too_big':
      return tooMuch(issue)
    case 'custom':
      return { code: String(issue.params?.code), message: issue.message }
    default:
      return { code: issue.code, message: issue.message }
  }
}

const nouns: Record<string, string> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  int: 'an integer',
}

function tooLittle({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall) {
  if (origin === 'string')
    return { code: 'too_short', message: `must be more than ${Number(minimum) - 1} characters` }
  if (origin === 'array') return { code: 'too_few', message: `no fewer than ${minimum} items allowed` }
  return { code: 'too_small', message: `must be greater than ${inclusive ? 'or equal to ' : ''}${minimum}` }
}

function tooMuch({ origin, maximum }: z.core.$ZodIssueTooBig) {
  if (origin === 'string')
    return { code: 'too_long', message: `must be less than ${Number(maximum) + 1} characters` }
  if (origin === 'array') return { code: 'too_many', message: `no more than ${maximum} items allowed` }
  return { code: 'too_large', message: `must be less than or equal to ${maximum}` }
}
