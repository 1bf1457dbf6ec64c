import type { Alert } from '@overheard/mention-client/alert'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Subscription } from '../../model/subscription.ts'
import type { Problems } from '../ports.ts'
import { alertNameProblemKey, alertNotFound, serviceProblemKey } from './poll-problems.ts'

type LookedUp = { alert?: Alert; error?: unknown }

export type AlertResolver = {
  find(subscription: Subscription): Promise<LookedUp>
  knownAlert(id: Id): Alert | undefined
  /** True if the subscription watches the alert with this id. If this process does not know that, it asks the service. */
  hasAlert(subscription: Subscription, id: Id): Promise<boolean>
  alertOf(name: string): Id | undefined
  forget(name: string): void
}

type AlertsDeps = {
  alerts: Pick<AlertDirectory, 'find' | 'all'>
  problems: Pick<Problems, 'raise' | 'clear'>
  onLookupFailed: (subscription: string, error: unknown) => void
  onAlertChanged: (subscription: string, id: Id) => void
}

export function createAlertResolver({
  alerts,
  problems,
  onLookupFailed,
  onAlertChanged,
}: AlertsDeps): AlertResolver {
  const known = new Map<Id, Alert>()
  const ids = new Map<string, Id>()

  function remember(name: string, alert: Alert): void {
    known.set(alert.id, alert)
    if (ids.get(name) !== alert.id) onAlertChanged(name, alert.id)
    ids.set(name, alert.id)
  }
  async function find(subscription: Subscription, refresh?: AlertDirectory['all']): Promise<LookedUp> {
    const { name, alert: written } = subscription
    try {
      await refresh?.()
      const found = await alerts.find(written)
      problems.clear(serviceProblemKey)
      if (found.kind !== 'found') {
        problems.raise(alertNameProblemKey(written), alertNotFound(subscription, found))
        return {}
      }
      problems.clear(alertNameProblemKey(written))
      remember(name, found.alert)
      return { alert: found.alert }
    } catch (error) {
      onLookupFailed(name, error)
      return { error }
    }
  }
  return {
    find,
    knownAlert: (id) => known.get(id),
    hasAlert: async (subscription, id) =>
      ids.get(subscription.name) === id || (await find(subscription, alerts.all)).alert?.id === id,
    alertOf: (name) => ids.get(name),
    forget: (name) => void ids.delete(name),
  }
}
