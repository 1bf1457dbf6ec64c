import { randomUUID } from 'node:crypto'
import { subscriptionDefaults } from '../config/configuration.ts'
import { createIsOwn, decideFor } from '../engine/index.ts'
import { openCollection } from '../model/collection.ts'
import type { Subscription } from '../model/subscription.ts'
import { createReminderQueue } from '../reminders/reminder-queue.ts'
import { changeKind, muteKind, pauseKind, reminderKind, subscriptionKind } from '../stored-kinds.ts'
import { createAnnouncedChanges } from '../subscriptions/change-log.ts'
import { createMutes } from '../subscriptions/mutes.ts'
import { createSubscriptionRegistry } from '../subscriptions/subscription-registry.ts'
import { type Begun, dayMs } from './begun.ts'
import type { OpenedStore } from './open-store.ts'

/** The decision log keeps this many days if `retentionDays` is not set: a month of 31 days and some time to post its digest. */
const logDays = 35
const cardDays = 90

const noRecords = { entries: [], damaged: [] }

export type OpenedRecords = ReturnType<typeof openRecords>

/** Opens what people have stored: subscriptions, pauses, mutes, reminders and changes. */
export function openRecords({
  configuration,
  runtime,
  store,
  added,
}: Pick<Begun & OpenedStore, 'configuration' | 'runtime' | 'store' | 'added'>) {
  const { now } = runtime
  const slackSubscriptions = openCollection(store, subscriptionKind)
  const pauseRecords = openCollection(store, pauseKind)
  const registry = createSubscriptionRegistry(
    configuration.subscriptions,
    slackSubscriptions,
    // Without the feature, nobody could end a pause.
    { readAll: async () => (added.first('pauses') === undefined ? noRecords : pauseRecords.readAll()) },
    now,
    subscriptionDefaults(configuration),
  )
  const mutes = createMutes(openCollection(store, muteKind), now)
  const isOwn = createIsOwn(configuration.own)
  const ledReminders = openCollection(store.leading, reminderKind)
  const pressedReminders = openCollection(store, reminderKind)
  const { retentionDays } = configuration
  return {
    slackSubscriptions,
    pauseRecords,
    ledPauses: openCollection(store.leading, pauseKind),
    registry,
    mutes,
    isOwn,
    decide: (subscription: Subscription) => decideFor(subscription, { mutes: mutes.of, isOwn }),
    ledReminders,
    pressedReminders,
    reminderQueue: createReminderQueue({
      reminders: pressedReminders,
      leading: ledReminders,
      now,
      newId: randomUUID,
    }),
    announced: createAnnouncedChanges(openCollection(store, changeKind), now),
    logKeptMs: (retentionDays ?? logDays) * dayMs,
    cardsKeptMs: (retentionDays ?? cardDays) * dayMs,
  }
}
