import type { Time } from '@overheard/base/time'
import type { AnyChangeKind } from './change-kind.ts'
import { createChangeLog } from './change-log.ts'
import { createMuteService, muteChanges } from './mute-service.ts'
import type { Mutes } from './mutes.ts'
import type { Pauses } from './pauses.ts'
import { createSubscriptionService, emptyEnded, subscriptionChanges } from './subscription-service.ts'

type LogDeps = Omit<Parameters<typeof createChangeLog>[0], 'kinds'>
type ServiceDeps = Omit<Parameters<typeof createSubscriptionService>[0], 'changes'>

type ChangesDeps = Omit<LogDeps, 'announced'> &
  ServiceDeps & {
    mutes: Mutes
    announced: LogDeps['announced'] & { prune(before: Time): Promise<unknown> }
    /** Undefined if no feature ends pauses. */
    pauses: () => Pick<Pauses, 'askAfterStop'> | undefined
    /** The kinds of changes of features. */
    addedKinds: () => AnyChangeKind[]
  }

/** Creates what people change from Slack: mutes and subscriptions, each change with Undo. */
export function createChangesFromSlack({ mutes, pauses, addedKinds, ...deps }: ChangesDeps) {
  const { now, slackSubscriptions, registry, privateAlerts, announced } = deps
  const kinds = [
    muteChanges({ now, mutes }),
    subscriptionChanges({
      now,
      slackSubscriptions,
      askAfterStop: async (request) => pauses()?.askAfterStop(request),
      syncSubscriptions: registry.sync,
      privateAlerts,
    }),
  ]
  const changes = createChangeLog({ ...deps, kinds: () => [...kinds, ...addedKinds()] })
  return {
    changes,
    service: createSubscriptionService({ ...deps, changes }),
    muting: createMuteService({ now, mutes, changes }),
    prune: (forgetBefore: Time) =>
      Promise.all([announced.prune(forgetBefore), emptyEnded(slackSubscriptions, forgetBefore)]),
  }
}
