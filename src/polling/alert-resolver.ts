import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { Alert } from '../model/alert.ts'
import type { Subscription } from '../model/subscription.ts'
import { alertNameProblemKey, alertNotFound, serviceProblemKey } from './poll-problems.ts'
import type { Problems } from './ports.ts'

/** What came of looking an alert up: none where it is not there, or where the service cannot tell, with its error then. */
type LookedUp = { alert?: Alert; error?: unknown }

/** Which alert each subscription is of, as it was found last. */
export type AlertResolver = {
  /** Looks an alert up; that it cannot be found now is made visible. */
  find(subscription: Subscription): Promise<LookedUp>
  /** An alert that some subscription was of. */
  known(id: string): Alert | undefined
  /** Whether a subscription is of an alert; looked up where it was not known to be: another process may have seen sooner that it is. */
  isOf(subscription: Subscription, id: string): Promise<boolean>
  /** Whether it was of this alert when it was looked up last. */
  wasOf(name: string, id: string): boolean
  /** It is looked up anew. */
  forget(name: string): void
}

type AlertsDeps = {
  alerts: Pick<AlertDirectory, 'find' | 'all'>
  problems: Pick<Problems, 'raise' | 'clear'>
  /** The service cannot tell. */
  failed: (subscription: string, error: unknown) => void
  /** A subscription is of an alert that it was not known to be of. */
  moved: (subscription: string, id: string) => void
}

/** Looks alerts up by what is written in subscriptions, and remembers them. */
export function createAlertResolver({ alerts, problems, failed, moved }: AlertsDeps): AlertResolver {
  const known = new Map<string, Alert>()
  const ids = new Map<string, string>()

  function remember(name: string, alert: Alert): void {
    known.set(alert.id, alert)
    if (ids.get(name) !== alert.id) moved(name, alert.id)
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
      failed(name, error)
      return { error }
    }
  }
  return {
    find: (subscription) => find(subscription),
    known: (id) => known.get(id),
    isOf: async (subscription, id) =>
      ids.get(subscription.name) === id || (await find(subscription, alerts.all)).alert?.id === id,
    wasOf: (name, id) => ids.get(name) === id,
    forget: (name) => void ids.delete(name),
  }
}
