import { closestWord } from '@overheard/base/name'
import { z } from 'zod'
import { key } from '../model/key.ts'
import { weekdays } from '../model/subscription.ts'
import { isTimezone } from '../model/timezone.ts'

export { key }

/** The former names of keys. */
const formerNames = z.registry<{ name: string }>()

/** A key that had another name: files that have it by that name are accepted, with a warning. */
export function renamed<Key extends z.ZodType>(formerly: string, schema: Key): Key {
  formerNames.add(schema, { name: formerly })
  return schema
}

export const formerNameOf = (schema: z.ZodType): string | undefined => formerNames.get(schema)?.name

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

export const memberId = z
  .string()
  .regex(
    /^[UW][A-Z0-9]+$/,
    'expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
  )

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
