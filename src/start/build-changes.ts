import { randomUUID } from 'node:crypto'
import { createChangeLog } from '../subscriptions/change-log.ts'
import { createMuteService, muteChanges } from '../subscriptions/mute-service.ts'
import {
  createSubscriptionService,
  emptyEnded,
  subscriptionChanges,
} from '../subscriptions/subscription-service.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltStatus } from './build-status.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltStatus,
  | 'runtime'
  | 'log'
  | 'added'
  | 'registry'
  | 'mutes'
  | 'slackSubscriptions'
  | 'slack'
  | 'privateAlerts'
  | 'announced'
  | 'hooks'
  | 'alertName'
>

export type BuiltChanges = ReturnType<typeof buildChanges>

/** Builds what people change from Slack: mutes and subscriptions, each change with Undo. */
export function buildChanges(kernel: Kernel) {
  const { runtime, log, added, registry, mutes, slackSubscriptions, slack } = kernel
  const { privateAlerts } = kernel
  const { now } = runtime
  const changes = createChangeLog({
    now,
    newId: randomUUID,
    post: slack.post,
    messages: slack.messages,
    nameOf: slack.users.nameOf,
    announced: kernel.announced,
    changed: kernel.hooks.changed,
    kinds: () => [...changeKinds, ...added.changeKinds()],
    log,
  })
  const changeKinds = [
    muteChanges({ now, mutes }),
    subscriptionChanges({
      now,
      slackSubscriptions,
      askAfterStop: async (request) => added.first('pauses')?.askAfterStop(request),
      syncSubscriptions: registry.sync,
      privateAlerts,
    }),
  ]
  const subscriptions = createSubscriptionService({
    now,
    slackSubscriptions,
    registry,
    changes,
    alertName: kernel.alertName,
    privateAlerts,
    post: slack.post,
    nameOf: slack.users.nameOf,
  })
  return {
    changes,
    subscriptions,
    muting: createMuteService({ now, mutes, changes }),
    pruneChanges: (forgetBefore: number) =>
      Promise.all([kernel.announced.prune(forgetBefore), emptyEnded(slackSubscriptions, forgetBefore)]),
  }
}
