import { z } from 'zod'
import { outdatedKind } from './cards/posted-cards.ts'
import { type DigestProgress, digestProgressSchema } from './digests/progress.ts'
import { engineKinds } from './engine/index.ts'
import { features } from './features.ts'
import { problemKind } from './health/leader-problems.ts'
import { installationKinds } from './installations/index.ts'
import { missedFactKind } from './kernel/hooks.ts'
import { createDamageTexts } from './messages/problems/damage-texts.ts'
import { postedCardSchema } from './model/card.ts'
import {
  type AnnouncedChange,
  announcedChangeSchema,
  anyChangeSchema,
  askedChangeSchema,
  type Change,
  muteChangeSchema,
  pauseChangeSchema,
  pausePlanChangeSchema,
  subscriptionChangeSchema,
} from './model/change.ts'
import type { CollectionKind } from './model/collection.ts'
import { requireDistinct } from './model/distinct-names.ts'
import { settingKind } from './model/made-settings.ts'
import { type Mute, muteSchema } from './model/mute.ts'
import { type Pause, pauseSchema } from './model/pause.ts'
import {
  catchUpReminderSchema,
  mentionReminderSchema,
  noticeSchema,
  type Reminder,
  reminderBase,
} from './model/reminder.ts'
import { spikeCardRecordSchema } from './model/spike-card.ts'
import { automatic, type SlackSubscription, slackSubscriptionSchema } from './model/subscription.ts'
import { isTimezone } from './model/timezone.ts'
import { cronErrors } from './scheduler/cron-tasks.ts'
import { knownChannelKind } from './slack/channels.ts'
import { listedChannelKind } from './subscriptions/listed-channels.ts'

/** The collections of the core with one record for each message. */
export const coreMessageSchemas = {
  cards: postedCardSchema,
  'spike-cards': spikeCardRecordSchema,
}

const anyReminder = z.looseObject({ ...reminderBase.shape, kind: z.string() })
export const anyReminderSchema: z.ZodType<Reminder> = anyReminder

/** The key is the id of a channel. */
export const muteKind: CollectionKind<Mute[]> = {
  name: 'mutes',
  schema: z.array(muteSchema),
  restricts: true,
}

/** The key is the name of a subscription. */
export const pauseKind: CollectionKind<Pause> = { name: 'pauses', schema: pauseSchema, restricts: true }

/** Nobody could plan the polls of a subscription with such a value: the record counts as damaged, and everything else goes on. */
function reportUnplannable({ subscription }: SlackSubscription, context: z.RefinementCtx): void {
  const { schedule, timezone, quiet } = subscription
  if (schedule !== automatic && cronErrors(schedule).length > 0)
    context.addIssue({
      code: 'custom',
      message: 'the schedule is no cron expression',
      path: ['subscription'],
    })
  for (const zone of [timezone, quiet?.timezone ?? timezone])
    if (!isTimezone(zone))
      context.addIssue({ code: 'custom', message: 'the time zone is not known', path: ['subscription'] })
}

/** The key is the name of a subscription. */
export const subscriptionKind: CollectionKind<SlackSubscription> = {
  name: 'subscriptions',
  schema: slackSubscriptionSchema.superRefine(reportUnplannable),
  restricts: true,
}

export const digestKind: CollectionKind<DigestProgress> = { name: 'digests', schema: digestProgressSchema }

const mentionReminders = mentionReminderSchema.shape.kind.options

/** By the kinds of reminders. */
export const reminderSchemas: ReadonlyMap<string, z.ZodType<Reminder>> = new Map([
  ...mentionReminders.map((kind): [string, z.ZodType<Reminder>] => [kind, mentionReminderSchema]),
  ['catch-up', catchUpReminderSchema],
  ['notice', noticeSchema],
  ...features.flatMap(({ reminders }) => [...reminders]),
])

export const reminderSchema = openKinds<Reminder>(anyReminderSchema, reminderSchemas)

export const reminderKind: CollectionKind<Reminder> = { name: 'reminders', schema: reminderSchema }

/** By the kinds of changes. */
export const changeSchemas: ReadonlyMap<string, z.ZodType<Change>> = new Map<string, z.ZodType<Change>>([
  ['subscription', subscriptionChangeSchema],
  ['pause', pauseChangeSchema],
  ['pause-plan', pausePlanChangeSchema],
  ['mute', muteChangeSchema],
  ['asked', askedChangeSchema],
  ...features.flatMap(({ changes }) => [...changes]),
])

export const changeKind: CollectionKind<AnnouncedChange> = {
  name: 'announced-changes',
  schema: announcedChangeSchema.extend({ change: openKinds<Change>(anyChangeSchema, changeSchemas) }),
}

const collectionsOfFeatures = features.flatMap(({ collections }) => collections)
export const messagesOfFeatures = features.flatMap(({ messages }) => messages)

export const damageTexts = createDamageTexts(
  Object.fromEntries([
    ...collectionsOfFeatures.map(({ kind, damage }) => [kind.name, damage] as const),
    ...messagesOfFeatures.map(({ name, damage }) => [name, damage] as const),
  ]),
)

/** All collections. The start and the doctor check them for damage. */
export const storedKinds: readonly CollectionKind<unknown>[] = [
  muteKind,
  pauseKind,
  subscriptionKind,
  knownChannelKind,
  listedChannelKind,
  ...engineKinds,
  reminderKind,
  changeKind,
  digestKind,
  outdatedKind,
  problemKind,
  ...installationKinds,
  settingKind,
  missedFactKind,
  ...collectionsOfFeatures.map(({ kind }) => kind),
]

requireDistinct(
  'kinds of stored records',
  [...storedKinds, ...messagesOfFeatures].map(({ name }) => name).concat(Object.keys(coreMessageSchemas)),
)

export const restrictingKinds: ReadonlySet<string> = new Set(
  storedKinds.flatMap(({ name, restricts }) => (restricts ? [name] : [])),
)

/** Damage in these collections stops something at once. The others that restrict matter only to a subscription that loses its checkpoint. */
export const stoppingKinds: ReadonlySet<string> = new Set(
  [muteKind, pauseKind, subscriptionKind, knownChannelKind].map(({ name }) => name),
)

/**
 * Returns the schema of records of several kinds. A record of a kind in `kinds` must fit that schema. A record of any other kind is kept as
 * it is, because the feature that wrote it may come back.
 */
export function openKinds<Stored extends { kind: string }>(
  any: z.ZodType<Stored>,
  kinds: ReadonlyMap<string, z.ZodType<Stored>>,
): z.ZodType<Stored> {
  return any.transform((record, context) => {
    const read = kinds.get(record.kind)?.safeParse(record)
    if (read === undefined) return record
    if (read.success) return read.data
    for (const { message, path } of read.error.issues)
      context.issues.push({ code: 'custom', message, path, input: record })
    return z.NEVER
  })
}
