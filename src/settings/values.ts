/** The kinds of values that stand in the configuration file. */
import { z } from 'zod'
import { longestPattern, mostPatterns } from '../model/filter.ts'
import { cronFaults } from '../schedule/cadence.ts'
import { parseDuration } from './duration.ts'

/** A word or an id, as text: YAML takes what looks like a number for one. */
export const nonEmptyText = (what: string) =>
  z.union([z.string().min(1, `an empty ${what}`), z.number().transform(String)], { error: `expected text` })

const pattern = (what: string) =>
  z.union([z.string().min(1, `an empty ${what}`).max(longestPattern), z.number().transform(String)], {
    error: `expected text`,
  })

/** A list of patterns that is not empty; `what` is what they stand for. */
export const listOf = (what: string) => z.array(pattern(what)).min(1, `an empty list`).max(mostPatterns)

/** A cron expression of five or six fields (seconds first); what is wrong with another is told. */
export const cronExpression = z.string().superRefine((expression, context) => {
  const faults = cronFaults(expression)
  if (faults.length > 0) {
    context.addIssue({
      code: 'custom',
      message: `'${expression}' is not a cron expression (${faults.join('; ')})`,
    })
  }
})

/** An IANA time zone. */
export const timezone = z.string().refine(isTimezone, {
  error: (issue) => `'${String(issue.input)}' is not an IANA time zone (such as Europe/Berlin)`,
})

/** A length of time, read as ms. */
export const duration = z
  .string('expected a length of time (such as 7d or 12h)')
  .transform((text, context) => {
    const ms = parseDuration(text)
    if (ms !== undefined) return ms
    context.addIssue({ code: 'custom', message: `'${text}' is not a length of time (such as 7d or 12h)` })
    return z.NEVER
  })

const channelMessage = "expected a channel id (C…) or a name in quotes ('#marketing')"

/** A channel by id or by name; `#` is what tells a name from an id. */
export const channel = z.string(channelMessage).regex(/^(#[^\s#]{1,80}|[CGD][A-Z0-9]+)$/, channelMessage)

/** What is remembered by name stands in JSON objects, in which this one name is none. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((text) => text !== '__proto__', 'this name cannot be used')

/** A Slack member, by id. */
export const memberId = z.string().regex(/^[UW][A-Z0-9]+$/, 'expected a Slack member id (U…)')

/** A Slack user group, by id. */
export const userGroupId = z.string().regex(/^S[A-Z0-9]+$/, 'expected a Slack user group id (S…)')

const timeOfDayMessage = "expected a time of day in quotes ('22:00')"

/** A time of day, HH:mm. */
export const timeOfDay = z.string(timeOfDayMessage).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeOfDayMessage)

function isTimezone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
