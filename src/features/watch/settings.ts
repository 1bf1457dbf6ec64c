import { z } from 'zod'
import type { Fault } from '../../kernel/feature.ts'
import { duration, key, memberId, renamed, timeOfDay, timezone, workingHours } from '../../kernel/keys.ts'
import { subscriptionKey } from '../../kernel/subscription-key.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { WorkCalendar } from '../../people/working-time.ts'
import type { WatchPlan } from './model.ts'

const watchSchema = z.strictObject({
  users: key(
    z
      .array(memberId)
      .min(1, 'an empty list')
      .max(100)
      .superRefine((users, context) => {
        for (const [index, user] of users.entries())
          if (users.indexOf(user) < index)
            context.addIssue({ code: 'custom', message: `'${user}' is already in the list`, path: [index] })
      }),
    'Slack member ids, in the order of their turns.',
    ['U0123456789', 'U0987654321'],
  ),
  rotate: key(z.enum(['daily', 'weekly']).default('weekly'), 'How long a turn is: a day or a week.', 'daily'),
  from: key(
    z.iso.date('expected a date (such as 2026-11-23)'),
    'The first day of the first turn. Before it, the first person is on duty. Weekly turns begin on the weekday of this date.',
    '2026-11-23',
  ),
  handover: key(timeOfDay.default('09:00'), 'The time of day at which each turn begins.', '08:30'),
  hours: key(
    z
      .union([z.literal('working'), workingHours], {
        error: 'expected working, or a list of hours with days, from and to',
      })
      .exactOptional(),
    'People are told only in these hours, and not on holidays of `calendar`: `working` means `workingHours`, and a list is written like that. Outside, the message waits until the hours begin. Default: at any time.',
    'working',
    [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '08:00', to: '20:00' }],
  ),
  timezone: key(
    timezone.exactOptional(),
    'Time zone of the turns and of `hours`. Default: that of the file.',
    'Europe/Berlin',
  ),
})

const escalation = z.union(
  [
    z.literal('off'),
    duration.refine((ms) => ms >= 1000 && ms <= 7 * 86_400_000, 'expected at least 1s and at most 7d'),
  ],
  { error: 'expected a duration (such as 15m) or off' },
)

const fileKeys = {
  onDuty: renamed(
    'watch',
    key(
      watchSchema.exactOptional(),
      'People who take turns at being on duty. If nobody claims an urgent mention (`notify.when`) in time, the person on duty gets a direct message. docs/use/urgent.md explains it.',
      { users: ['U0123456789', 'U0987654321'], from: '2026-11-23' },
    ),
  ),
  escalateAfter: key(
    escalation.exactOptional(),
    'Default of `escalateAfter` for all subscriptions with `notify`. Without this key: 15m if there is `onDuty`, and otherwise off.',
    '30m',
    'off',
  ),
}

export const keys = {
  file: fileKeys,
  subscription: {
    escalateAfter: key(
      escalation.exactOptional(),
      'If nobody claims an urgent mention (`notify.when`) in this time, the person on duty is told, and after the same time again the people and groups of `notify`. `off`: nobody is told. Default: that of the file.',
      '5m',
      'off',
    ),
  },
}

type Escalation = z.output<typeof escalation>
type WatchSettings = z.output<z.ZodObject<typeof fileKeys>>

/** Urgent mentions that nobody claims are escalated after this time (ms), if there is a watch and the file names no other time. */
const usualEscalation = 15 * 60_000

const escalateAfter = subscriptionKey('escalateAfter', z.union([z.literal('off'), z.number()]))

export function planOf({ onDuty: watch }: WatchSettings, zone: string): WatchPlan | undefined {
  if (watch === undefined) return undefined
  const { hours: _, ...plan } = watch
  return { ...plan, timezone: watch.timezone ?? zone }
}

/** Returns when people may be called; undefined if at any time. */
export function callHoursOf(
  { onDuty: watch }: WatchSettings,
  calendar: WorkCalendar,
): WorkCalendar | undefined {
  if (watch?.hours === undefined) return undefined
  const hours = watch.hours === 'working' ? calendar.hours : watch.hours
  return { hours, isHoliday: calendar.isHoliday, timezone: watch.timezone ?? calendar.timezone }
}

/**
 * Returns a function that returns after which time (ms) the person on watch is called, and after the same time again the people of `notify`;
 * undefined if nobody is called.
 */
export function escalationOf({ onDuty: watch, escalateAfter: everywhere = usualEscalation }: WatchSettings) {
  return (subscription: Subscription): number | undefined => {
    if (watch === undefined || subscription.notify === undefined) return undefined
    const after = escalateAfter(subscription) ?? everywhere
    return after === 'off' ? undefined : after
  }
}

export function checkEscalation(
  { onDuty: watch, escalateAfter: everywhere }: WatchSettings,
  subscriptions: { hasNotify: boolean; own: { escalateAfter?: Escalation } }[],
): Fault[] {
  const check = (after: Escalation | undefined, path: PropertyKey[], hasNotify: boolean): Fault[] => {
    if (after === undefined || after === 'off') return []
    if (watch === undefined) return [{ path, message: 'nobody can be told, because `onDuty` is missing' }]
    return hasNotify
      ? []
      : [{ path, message: 'only mentions of `notify.when` are urgent, and `notify` is missing' }]
  }
  return [
    ...check(everywhere, ['escalateAfter'], true),
    ...subscriptions.flatMap(({ hasNotify, own }, index) =>
      check(own.escalateAfter, ['subscriptions', index, 'escalateAfter'], hasNotify),
    ),
  ]
}
