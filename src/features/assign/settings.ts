import { z } from 'zod'
import { key, memberId } from '../../kernel/keys.ts'
import { subscriptionKey } from '../../kernel/subscription-key.ts'
import { writtenCondition } from '../../kernel/written-filter.ts'
import { type Filter, filterSchema, type Subscription } from '../../model/subscription.ts'

/** `to` are Slack member ids in the order of their first turns. */
export type AssignRule = { when: Filter; to: string[] }

const example = [{ when: { language: ['de'] }, to: ['U0123456789', 'U0987654321'] }]

const rulesSchema = z
  .array(
    z.strictObject({
      when: key(
        writtenCondition,
        'A filter with the keys of `only`. The first rule whose filter matches a posted mention counts.',
        { language: ['de'] },
      ),
      to: key(
        z
          .array(memberId)
          .min(1, 'an empty list')
          .max(100)
          .superRefine((people, context) => {
            for (const [index, person] of people.entries())
              if (people.indexOf(person) < index)
                context.addIssue({
                  code: 'custom',
                  message: `'${person}' is already in the list`,
                  path: [index],
                })
          }),
        'Slack member ids. They take turns: a mention goes to the person who has waited longest.',
        ['U0123456789', 'U0987654321'],
      ),
    }),
  )
  .max(100)

const fileKeys = {
  assign: key(
    rulesSchema.default([]),
    'Rules that assign posted mentions to people, in turn. People who are away, who may not see the alert, or whose account is deactivated are passed over. docs/use/assign.md explains it.',
    example,
  ),
}

export const keys = {
  file: fileKeys,
  subscription: {
    assign: key(
      rulesSchema.exactOptional(),
      'Rules for the mentions of this subscription, instead of those at the top level. An empty list: none.',
      example,
    ),
  },
}

const ownRules = subscriptionKey('assign', z.array(z.object({ when: filterSchema, to: z.array(z.string()) })))

/** Returns a function that returns the rules for the mentions of a subscription. */
export const rulesFor =
  ({ assign }: z.output<z.ZodObject<typeof fileKeys>>) =>
  (subscription: Subscription): AssignRule[] =>
    ownRules(subscription) ?? assign

/** The people whom the rules of the file and of its subscriptions name, each once. */
export function assigneesIn(
  { assign }: Pick<z.output<z.ZodObject<typeof fileKeys>>, 'assign'>,
  subscriptions: readonly Subscription[],
): string[] {
  const rules = [...assign, ...subscriptions.flatMap((subscription) => ownRules(subscription) ?? [])]
  return [...new Set(rules.flatMap(({ to }) => to))]
}

/** Returns the filters of `assign`, which is a key of the file and of each subscription. */
export const filtersIn = ({ assign = [] }: { assign?: { when: Filter }[] }) =>
  assign.map(({ when: filter }, index) => ({ path: `assign[${index}].when`, filter }))
