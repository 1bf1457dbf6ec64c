import { z } from 'zod'
import { automatic, ownMessages } from '../model/subscription.ts'
import { cronErrors } from '../scheduler/cron-tasks.ts'

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

export const userGroupId = z.string().regex(/^S[A-Z0-9]+$/, 'expected a Slack user group id (S…)')
