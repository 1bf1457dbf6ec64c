import { msSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { key } from '../../kernel/keys.ts'
import { subscriptionKey } from '../../kernel/subscription-key.ts'
import { writtenCondition } from '../../kernel/written-filter.ts'
import { type Filter, filterSchema, type Subscription } from '../../model/subscription.ts'

/** Working time in ms, or a number of working days. */
export type Allowed = { ms: number } | { days: number }
export type Target = { when: Filter; claim?: Allowed; done?: Allowed }

const unitMs = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

const allowed = z
  .string('expected working time (such as 2h) or working days (1d)')
  .transform((text, context): Allowed => {
    const [, count = '', unit = ''] = /^(\d{1,4})\s*([smhd])$/.exec(text.trim().toLowerCase()) ?? []
    const ms = unitMs.get(unit)
    const number = Number(count)
    const most = unit === 'd' ? 90 : (90 * 24 * 3_600_000) / (ms ?? 1)
    if (count !== '' && number > 0 && number <= most)
      return ms === undefined ? { days: number } : { ms: number * ms }
    context.addIssue({
      code: 'custom',
      message: `'${text}' is not working time (such as 45m or 2h) or a number of working days (1d), of at most 90 days`,
    })
    return z.NEVER
  })

const example = [{ when: { sentiment: ['negative'] }, claim: '2h', done: '1d' }]

const targetsSchema = z
  .array(
    z
      .strictObject({
        when: key(
          writtenCondition,
          'A filter with the keys of `only`. The first target whose filter matches a posted mention counts.',
          { sentiment: ['negative'] },
        ),
        claim: key(
          allowed.exactOptional(),
          'In how much working time after the post somebody should claim the mention, or get it assigned by a person. With `d`: at the same time of that many working days later.',
          '2h',
        ),
        done: key(
          allowed.exactOptional(),
          'In how much working time after the post the mention should be done. With `d`: at the same time of that many working days later.',
          '1d',
        ),
      })
      .refine(({ claim, done }) => claim !== undefined || done !== undefined, 'neither claim nor done'),
  )
  .max(100)

const fileKeys = {
  targets: key(
    targetsSchema.default([]),
    'How fast mentions should be answered, in working time (`workingHours`, `calendar`). What is late comes first in `/mentions open`, and the digest says what was kept. docs/use/assign.md explains it.',
    example,
  ),
}

export const keys = {
  file: fileKeys,
  subscription: {
    targets: key(
      targetsSchema.exactOptional(),
      'Targets for the mentions of this subscription, instead of those at the top level. An empty list: none.',
      example,
    ),
  },
}

const stored = z.union([z.object({ ms: msSchema }), z.object({ days: z.number() })])
const ownTargets = subscriptionKey(
  'targets',
  z.array(z.object({ when: filterSchema, claim: stored.exactOptional(), done: stored.exactOptional() })),
)

type Settings = z.output<z.ZodObject<typeof fileKeys>>

export const targetsFor =
  ({ targets }: Settings) =>
  (subscription: Subscription): Target[] =>
    ownTargets(subscription) ?? targets

/** Returns the filters of `targets`, which is a key of the file and of each subscription. */
export const filtersIn = ({ targets = [] }: { targets?: { when: Filter }[] }) =>
  targets.map(({ when: filter }, index) => ({ path: `targets[${index}].when`, filter }))
