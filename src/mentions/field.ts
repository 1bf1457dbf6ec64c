import type { z } from 'zod'
import { MentionServiceError } from './error.ts'

/** Names the first field that is not as the interface says, without its content: `alert_data.mentions: expected array`. */
export function describeFirstIssue(error: z.ZodError, prefix: readonly PropertyKey[] = []): string {
  const issue = error.issues[0]
  const path = [...prefix, ...(issue?.path ?? [])].map(String).join('.')
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

/**
 * Checks an answer as a whole.
 * Throws MentionServiceError `malformed` with the name of the first wrong field.
 */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  throw malformedResponse(describeFirstIssue(read.error))
}

/** The error of an answer that is JSON but not what the interface says; `field` as firstFault gives it. */
export function malformedResponse(field: string): MentionServiceError {
  const what = `The mention service answered in a shape that its interface does not have (${field})`
  return new MentionServiceError({ kind: 'malformed', retry: 'never', what, field })
}
