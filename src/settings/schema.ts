import { z } from 'zod'
import { weekdays } from '../model/quiet.ts'
import { cronFaults } from '../schedule/cadence.ts'
import { parseDuration } from './duration.ts'

/** A word or an id, as text: YAML takes what looks like a number for one. */
const word = (what: string) =>
  z.union([z.string().min(1, `an empty ${what}`), z.number().transform(String)], { error: `expected text` })

const listOf = (what: string) => z.array(word(what)).min(1, `an empty list`)

const cron = z.string().superRefine((expression, context) => {
  const faults = cronFaults(expression)
  if (faults.length > 0) {
    context.addIssue({
      code: 'custom',
      message: `'${expression}' is not a cron expression (${faults.join('; ')})`,
    })
  }
})

const timezone = z.string().refine(isTimezone, {
  error: (issue) => `'${String(issue.input)}' is not an IANA time zone (such as Europe/Berlin)`,
})

const duration = z.string().transform((text, context) => {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  context.addIssue({ code: 'custom', message: `'${text}' is not a length of time (such as 7d or 12h)` })
  return z.NEVER
})

/** A channel by id or by name; `#` is what tells a name from an id. */
const channel = z
  .string()
  .regex(/^(#[^\s#]{1,80}|[CGD][A-Z0-9]+)$/, "expected a channel id (C…) or a name ('#marketing')")

const name = z.string().trim().min(1).max(80)

const reach = z
  .strictObject({
    from: z.number().int().min(0).exactOptional(),
    to: z.number().int().min(0).exactOptional(),
  })
  .refine(
    (range) => range.from === undefined || range.to === undefined || range.from <= range.to,
    'from is above to',
  )

const filter = z.strictObject({
  source: listOf('source').exactOptional(),
  language: listOf('language').exactOptional(),
  country: listOf('country').exactOptional(),
  sentiment: z
    .array(z.enum(['positive', 'negative', 'neutral', 'unknown']))
    .min(1, 'an empty list')
    .exactOptional(),
  reach: reach.exactOptional(),
  tag: listOf('tag').exactOptional(),
  author: listOf('author').exactOptional(),
  domain: listOf('domain').exactOptional(),
  text: listOf('text').exactOptional(),
})

const condition = filter.refine((keys) => Object.keys(keys).length > 0, 'an empty condition')

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected a time of day ('22:00')")

const quiet = z.strictObject({
  from: timeOfDay,
  to: timeOfDay,
  days: z.array(z.enum(weekdays)).min(1, 'an empty list').exactOptional(),
  timezone: timezone.exactOptional(),
  urgent: condition.exactOptional(),
})

const member = z.string().regex(/^[UW][A-Z0-9]+$/, 'expected a Slack member id (U…)')

const notify = z
  .strictObject({
    users: z.array(member).default([]),
    groups: z.array(z.string().regex(/^S[A-Z0-9]+$/, 'expected a Slack user group id (S…)')).default([]),
    here: z.boolean().default(false),
    when: condition,
  })
  .refine(({ users, groups, here }) => here || users.length + groups.length > 0, 'nobody to notify')

const subscription = z.strictObject({
  name,
  alert: word('alert'),
  channel,
  schedule: cron.default('*/2 * * * *'),
  timezone: timezone.exactOptional(),
  only: filter.default({}),
  except: filter.default({}),
  backfill: z.number().int().min(0).max(300).default(0),
  burst: z.number().int().min(1).max(1000).default(5),
  maxAge: duration.exactOptional(),
  quiet: quiet.exactOptional(),
  style: z.enum(['compact', 'full']).exactOptional(),
  notify: notify.exactOptional(),
  dedupe: z.literal('url').exactOptional(),
})

const digest = z.strictObject({
  name,
  channel,
  alerts: z.array(word('alert')).min(1).max(20),
  schedule: cron.default('0 9 * * 1'),
  timezone: timezone.exactOptional(),
  period: z.enum(['day', 'week', 'month']).default('week'),
  whenEmpty: z.enum(['skip', 'line']).default('line'),
})

/** The configuration file as it is written: every key it may have, its type, its range and its default. */
export const configurationSchema = z.strictObject({
  timezone: timezone.default('UTC'),
  owner: member.exactOptional(),
  admins: z.array(member).min(1, 'an empty list').exactOptional(),
  doubtSeconds: z.number().int().min(1).max(3600).default(30),
  subscriptions: z.array(subscription).nullable().default([]),
  digests: z.array(digest).nullable().default([]),
})

function isTimezone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
