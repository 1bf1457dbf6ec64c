import { z } from 'zod'

import { key } from '../model/key.ts'

export { key }

import { closestWord } from '../model/name.ts'
import { automatic, ownMessages, weekdays } from '../model/subscription.ts'
import { isTimezone } from '../model/timezone.ts'
import { cronErrors } from '../scheduler/cron-tasks.ts'

/** The kinds of values that keys of the configuration file have. */

const durationUnits = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

function parseDuration(text: string): number | undefined {
  const [, count, letter] = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim().toLowerCase()) ?? []
  const unit = durationUnits.get(letter ?? '')
  return unit === undefined ? undefined : Number(count) * unit
}

/** YAML reads an id or a name such as 1002 as a number, so a number is accepted and kept as text. */
export const nonEmptyText = (what: string) =>
  z.union([z.string().min(1, `an empty ${what}`), z.number().transform(String)], { error: `expected text` })

export const cronExpression = z.string().superRefine(reportCronErrors)

export const pollSchedule = z.string().superRefine((schedule, context) => {
  if (schedule !== automatic) reportCronErrors(schedule, context)
})

function reportCronErrors(expression: string, context: z.RefinementCtx): void {
  const errors = [...cronErrors(expression), ...longSteps(expression)]
  if (errors.length > 0)
    context.addIssue({
      code: 'custom',
      message: `'${expression}' is not a cron expression (${errors.join('; ')}); an example: '*/5 * * * *', every five minutes`,
    })
}

/** The values of each field, from the last field on: a longer step fires once in each round, and not as often as it says. */
const rounds = [7, 12, 31, 24, 60, 60]

function longSteps(expression: string): string[] {
  const fields = expression.trim().split(/\s+/).toReversed()
  return fields.flatMap((field, index) =>
    [...field.matchAll(/\/(\d+)/g)].flatMap(([, step = '0']) =>
      Number(step) > (rounds[index] ?? 60)
        ? [`the step of '${field}' is longer than the ${rounds[index]} values of its field`]
        : [],
    ),
  )
}

export const timezone = z.string().refine(isTimezone, {
  error: (issue) =>
    `'${String(issue.input)}' is not an IANA time zone (such as Europe/Berlin)${zoneQuestion(String(issue.input))}`,
})

function zoneQuestion(written: string): string {
  const zones = Intl.supportedValuesOf('timeZone')
  const city = written.trim().replaceAll(' ', '_').toLowerCase()
  const meant = zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? closestWord(written, zones)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

export const duration = z.string('expected a duration (such as 7d or 12h)').transform((text, context) => {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  context.addIssue({ code: 'custom', message: `'${text}' is not a duration (such as 7d or 12h)` })
  return z.NEVER
})

const channelMessage = "expected a channel id (C…) or a name in quotes ('#marketing')"

const ownMessagesMessage = `'${ownMessages}' is only for subscriptions that people make for themselves, with /mentions subscribe in the direct messages with Overheard: a file cannot say who that is`

/** The `#` distinguishes a channel name from a channel id. */
export const channel = z.string(channelMessage).regex(/^(#[^\s#]{1,80}|[CGD][A-Z0-9]+)$/, {
  error: ({ input }) => (input === ownMessages ? ownMessagesMessage : channelMessage),
})

const mostChannels = 100

/** One channel, or several. */
export const channels = z.union(
  [
    channel,
    z
      .array(channel)
      .min(1, 'an empty list')
      .max(mostChannels)
      .superRefine((list, context) => {
        const written = list.map((one) => one.toLowerCase())
        for (const [index, one] of written.entries())
          if (written.indexOf(one) < index)
            context.addIssue({ code: 'custom', message: `${list[index]} is here twice`, path: [index] })
      }),
  ],
  { error: channelMessage },
)

/** The store uses the name of a subscription or digest as a key of JSON objects, where `__proto__` is not an ordinary key. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((text) => text !== '__proto__', 'this name cannot be used')

export const memberId = z
  .string()
  .regex(
    /^[UW][A-Z0-9]+$/,
    'expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
  )

export const userGroupId = z.string().regex(/^S[A-Z0-9]+$/, 'expected a Slack user group id (S…)')

const timeOfDayMessage = "expected a time of day in quotes ('22:00')"

export const timeOfDay = z.string(timeOfDayMessage).regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
  error: ({ input }) => {
    const [, hour, minute] = /^(\d):([0-5]\d)$/.exec(String(input)) ?? []
    return hour === undefined ? timeOfDayMessage : `write the hour with two digits: '0${hour}:${minute}'`
  },
})

export const workingHours = z
  .array(
    z.strictObject({
      days: key(
        z.array(z.enum(weekdays)).min(1, 'an empty list'),
        'The weekdays on which these hours begin.',
        ['mon', 'tue', 'wed', 'thu'],
      ),
      from: key(timeOfDay, 'Start, as a time of day in the time zone of the file.', '09:00'),
      to: key(
        timeOfDay,
        'End, as a time of day. If it is not after the start, it is on the next day.',
        '17:30',
      ),
    }),
  )
  .min(1, 'an empty list')
