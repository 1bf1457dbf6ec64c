import { createIsOwn, decideFor } from '../engine/index.ts'
import { openCollection } from '../model/collection.ts'
import type { Subscription } from '../model/subscription.ts'
import { createSpeakTo } from '../people/speak-to.ts'
import { createReminderQueue } from '../reminders/reminder-queue.ts'
import { changeKind, muteKind, pauseKind, reminderKind, subscriptionKind } from '../stored-kinds.ts'
import { createAnnouncedChanges } from '../subscriptions/change-log.ts'
import { createMutes } from '../subscriptions/mutes.ts'
import { createSubscriptionRegistry } from '../subscriptions/subscription-registry.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

const noRecords = { entries: [], damaged: [] }

export type OpenedRecords = ReturnType<typeof openRecords>

/** Opens what people have stored: subscriptions, pauses, mutes, reminders and changes. */
export function openRecords({
  clock: { now, newId, setTimer },
  settings: { configuration, subscriptionDefaults },
  store,
  slack,
  features,
}: Pick<SettingsRooms, 'clock' | 'settings' | 'store' | 'slack' | 'features'>) {
  const fromSlack = openCollection(store, subscriptionKind)
  const pauses = openCollection(store, pauseKind)
  const registry = createSubscriptionRegistry(
    configuration.subscriptions,
    fromSlack,
    // Without the feature, nobody could end a pause.
    { readAll: async () => (features.first('pauses') === undefined ? noRecords : pauses.readAll()) },
    now,
    subscriptionDefaults,
  )
  const mutes = createMutes(openCollection(store, muteKind), now)
  const isOwn = createIsOwn(configuration.ownPosts)
  const led = openCollection(store.leading, reminderKind)
  const pressed = openCollection(store, reminderKind)
  return {
    subscriptions: {
      registry,
      fromSlack,
      pauses,
      ledPauses: openCollection(store.leading, pauseKind),
      mutes,
      isOwn,
      decideFor: (subscription: Subscription) =>
        decideFor(subscription, { mutes: mutes.of, isOwn, added: features.rules(false) }),
      decideInPoll: (subscription: Subscription) =>
        decideFor(subscription, { mutes: mutes.of, isOwn, added: features.rules(true) }),
      announced: createAnnouncedChanges(openCollection(store, changeKind), now),
    },
    speakTo: createSpeakTo({ ...slack, registry, setTimer }),
    reminders: { led, pressed, ...createReminderQueue({ reminders: pressed, leading: led, now, newId }) },
  }
}
