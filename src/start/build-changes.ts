import { createChangeLog } from '../subscriptions/change-log.ts'
import { createMuteService, muteChanges } from '../subscriptions/mute-service.ts'
import {
  createSubscriptionService,
  emptyEnded,
  subscriptionChanges,
} from '../subscriptions/subscription-service.ts'
import type { BuiltAccess } from './build-cards.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

export type BuiltChanges = ReturnType<typeof buildChanges>

/** Builds what people change from Slack: mutes and subscriptions, each change with Undo. */
export function buildChanges({
  clock: { now, newId },
  log,
  slack,
  alerts,
  subscriptions: { registry, mutes, fromSlack: slackSubscriptions, announced, privateAlerts },
  features,
}: Pick<SettingsRooms, 'clock' | 'log' | 'slack' | 'alerts' | 'features'> &
  Pick<OpenedRecords & BuiltAccess, 'subscriptions'>) {
  const changes = createChangeLog({
    now,
    newId,
    post: slack.post,
    messages: slack.messages,
    nameOf: slack.users.nameOf,
    announced,
    changed: features.tell.changed,
    kinds: () => [...changeKinds, ...features.changeKinds()],
    log,
  })
  const changeKinds = [
    muteChanges({ now, mutes }),
    subscriptionChanges({
      now,
      slackSubscriptions,
      askAfterStop: async (request) => features.first('pauses')?.askAfterStop(request),
      syncSubscriptions: registry.sync,
      privateAlerts,
    }),
  ]
  const service = createSubscriptionService({
    now,
    slackSubscriptions,
    registry,
    changes,
    alertName: alerts.nameOf,
    privateAlerts,
    post: slack.post,
    nameOf: slack.users.nameOf,
  })
  return {
    changes,
    service,
    muting: createMuteService({ now, mutes, changes }),
    prune: (forgetBefore: number) =>
      Promise.all([announced.prune(forgetBefore), emptyEnded(slackSubscriptions, forgetBefore)]),
  }
}
