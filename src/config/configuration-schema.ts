import { z } from 'zod'
import { longestPattern, mostPatterns, weekdays } from '../model/subscription.ts'
import { cronFaults } from '../scheduler/cron.ts'

const durationUnits = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/** A length of time as people write it (`90s`, `30m`, `12h`, `7d`, `2w`), in ms; undefined where it is none. */
function parseDuration(text: string): number | undefined {
  const [, count, letter] = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim().toLowerCase()) ?? []
  const unit = durationUnits.get(letter ?? '')
  return unit === undefined ? undefined : Number(count) * unit
}

/** The kinds of values that stand in the configuration file. */

/** A word or an id, as text: YAML takes what looks like a number for one. */
const nonEmptyText = (what: string) =>
  z.union([z.string().min(1, `an empty ${what}`), z.number().transform(String)], { error: `expected text` })

const pattern = (what: string) =>
  z.union([z.string().min(1, `an empty ${what}`).max(longestPattern), z.number().transform(String)], {
    error: `expected text`,
  })

/** A list of patterns that is not empty; `what` is what they stand for. */
const listOf = (what: string) => z.array(pattern(what)).min(1, `an empty list`).max(mostPatterns)

/** A cron expression of five or six fields (seconds first); what is wrong with another is told. */
const cronExpression = z.string().superRefine((expression, context) => {
  const faults = cronFaults(expression)
  if (faults.length > 0) {
    context.addIssue({
      code: 'custom',
      message: `'${expression}' is not a cron expression (${faults.join('; ')})`,
    })
  }
})

/** An IANA time zone. */
const timezone = z.string().refine(isTimezone, {
  error: (issue) => `'${String(issue.input)}' is not an IANA time zone (such as Europe/Berlin)`,
})

/** A length of time, read as ms. */
const duration = z.string('expected a length of time (such as 7d or 12h)').transform((text, context) => {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  context.addIssue({ code: 'custom', message: `'${text}' is not a length of time (such as 7d or 12h)` })
  return z.NEVER
})

const channelMessage = "expected a channel id (C…) or a name in quotes ('#marketing')"

/** A channel by id or by name; `#` is what tells a name from an id. */
const channel = z.string(channelMessage).regex(/^(#[^\s#]{1,80}|[CGD][A-Z0-9]+)$/, channelMessage)

/** What is remembered by name stands in JSON objects, in which this one name is none. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((text) => text !== '__proto__', 'this name cannot be used')

/** A Slack member, by id. */
const memberId = z.string().regex(/^[UW][A-Z0-9]+$/, 'expected a Slack member id (U…)')

/** A Slack user group, by id. */
const userGroupId = z.string().regex(/^S[A-Z0-9]+$/, 'expected a Slack user group id (S…)')

const timeOfDayMessage = "expected a time of day in quotes ('22:00')"

/** A time of day, HH:mm. */
const timeOfDay = z.string(timeOfDayMessage).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeOfDayMessage)

function isTimezone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

const reachSchema = z
  .strictObject({
    from: z.number().int().min(0).exactOptional(),
    to: z.number().int().min(0).exactOptional(),
  })
  .refine(
    (range) => range.from === undefined || range.to === undefined || range.from <= range.to,
    'from is above to',
  )

/** What may be asked of a mention: lists are any-of, keys are all-of; empty, it lets everything through. */
const filterSchema = z.strictObject({
  source: listOf('source').exactOptional().describe('reddit, web, news-blogs, …'),
  language: listOf('language').exactOptional().describe('ISO codes, or unknown'),
  country: listOf('country').exactOptional().describe('ISO codes, or unknown'),
  sentiment: z
    .array(z.enum(['positive', 'negative', 'neutral', 'unknown']))
    .min(1, 'an empty list')
    .exactOptional(),
  reach: reachSchema.exactOptional().describe('both ends are included'),
  tag: listOf('tag').exactOptional(),
  author: listOf('author').exactOptional().describe('whole names'),
  domain: listOf('domain').exactOptional().describe('hosts, with everything below them'),
  text: listOf('text').exactOptional().describe('whole words in title and snippet'),
})

/** A filter that asks for something. */
const conditionSchema = filterSchema.refine((keys) => Object.keys(keys).length > 0, 'an empty condition')

const quietHoursSchema = z.strictObject({
  from: timeOfDay,
  to: timeOfDay.describe('not after the beginning: on the next day'),
  days: z
    .array(z.enum(weekdays))
    .min(1, 'an empty list')
    .exactOptional()
    .describe('on which the hours begin; without it every day'),
  timezone: timezone.exactOptional(),
  urgent: conditionSchema.exactOptional().describe('what passes at once'),
})

const notifySchema = z
  .strictObject({
    users: z.array(memberId).default([]),
    groups: z.array(userGroupId).default([]),
    here: z.boolean().default(false),
    when: conditionSchema,
  })
  .refine(({ users, groups, here }) => here || users.length + groups.length > 0, 'nobody to notify')

/** A subscription: one alert to one channel. */
const subscriptionSchema = z.strictObject({
  name: name.describe('unique and stable: bookmark and receipts hang on it'),
  alert: nonEmptyText('alert').describe('name or id of an alert of the mention service'),
  channel,
  schedule: cronExpression.default('*/2 * * * *').describe('cron, five or six fields (seconds first)'),
  timezone: timezone.exactOptional(),
  only: filterSchema.default({}).describe('what is let through: lists are any-of, keys are all-of'),
  except: filterSchema.default({}).describe('what is left out: one hit is enough'),
  backfill: z
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('how many of the newest the first look posts'),
  burst: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe('more than this in one turn become one message and its thread'),
  maxAge: duration.exactOptional().describe('older ones by their own date are skipped (such as 7d)'),
  quiet: quietHoursSchema.exactOptional().describe('hours in which only what is urgent is posted'),
  style: z.enum(['compact', 'full']).exactOptional().describe('how much a card shows; without it full'),
  notify: notifySchema.exactOptional().describe('who is called by name on a card'),
  dedupe: z
    .enum(['url', 'story'])
    .exactOptional()
    .describe(
      'what joins the first card within seven days: url, the same address or title; story, nearly the same title, too',
    ),
  spike: z
    .enum(['calm', 'normal', 'alert', 'off'])
    .exactOptional()
    .describe('how much it takes to call it a storm, which is one card and its thread; without it normal'),
})

const digestSchema = z.strictObject({
  name,
  channel,
  alerts: z.array(nonEmptyText('alert')).min(1).max(20).describe('names or ids'),
  schedule: cronExpression.default('0 9 * * 1').describe('cron; without it Mondays at nine'),
  timezone: timezone.exactOptional(),
  period: z
    .enum(['day', 'week', 'month'])
    .default('week')
    .describe('the last whole day, week or month before the schedule'),
  whenEmpty: z.enum(['skip', 'line']).default('line').describe('line: say in one line that nothing happened'),
})

/** The configuration file as it is written: every key it may have, its type, its range and its default. */
export const configurationSchema = z.strictObject({
  timezone: timezone.default('UTC').describe('IANA zone of whatever does not name its own'),
  owner: memberId.exactOptional().describe('who is told by direct message when something stops'),
  admins: z
    .array(memberId)
    .min(1, 'an empty list')
    .exactOptional()
    .describe('who may change things from Slack; without it everybody, for their channels'),
  docs: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'expected an https address' })
    .max(3000)
    .exactOptional()
    .describe('where your own documentation is: a link on the home tab'),
  plan: z
    .strictObject({ monthlyMentions: z.number().int().min(1) })
    .exactOptional()
    .describe('of the mention service: when 80 and 95 per cent of its mentions are used is said'),
  doubtSeconds: z
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(30)
    .describe('how long an unanswered post stays in doubt before it is posted again'),
  subscriptions: z.array(subscriptionSchema).nullable().default([]).describe('one alert to one channel each'),
  digests: z.array(digestSchema).nullable().default([]).describe('summaries on a schedule'),
})

/**
 * The JSON Schema (draft 2020-12) of the configuration file as it is written, by which editors complete and check it. What only
 * code can check (cron expressions, time zones, names used twice) is left to `npm run check`.
 */
export function configurationJsonSchema(): object {
  return {
    title: 'What Overheard watches and where it posts it',
    ...z.toJSONSchema(configurationSchema, { io: 'input' }),
  }
}
