import { memoizeAsync } from '../async/memoize.ts'
import { type Alert, nameAmong } from '../model/alert.ts'
import { isId } from '../model/id.ts'
import { isSameName } from '../model/name.ts'

/** The result of looking up an alert by name or id. */
export type FoundAlert =
  | { kind: 'found'; alert: Alert }
  | { kind: 'missing'; names: string[] }
  | { kind: 'ambiguous'; alerts: Alert[] }

/** A cache of the alerts of the account. */
export type AlertDirectory = {
  /**
   * Finds an alert by its id or its full name (case is ignored). If the service fails, it still finds alerts that were found before; otherwise
   * it rejects with the error of the service.
   */
  find(written: string): Promise<FoundAlert>
  /** All alerts, at most a minute old. Rejects with the error of the service. */
  all(): Promise<Alert[]>
  /** The last list; empty before the first. */
  known(): Alert[]
}

/** A list is used for this time, in ms. If an alert was not found in it, only for a minute. */
const listTtl = 10 * 60_000
const missingTtl = 60_000

/** Asks the service again if the list is old or does not contain the alert. */
export function createAlertDirectory(list: () => Promise<Alert[]>, now: () => number): AlertDirectory {
  let last: Alert[] = []
  const load = async () => {
    last = await list()
    return last
  }
  const listAlerts = memoizeAsync(load, { now, ttlMs: listTtl })
  return {
    all: () => listAlerts.noOlderThan(missingTtl),
    async find(written) {
      try {
        const found = findExactly(written, await listAlerts())
        return found.kind === 'found' ? found : findExactly(written, await listAlerts.noOlderThan(missingTtl))
      } catch (error) {
        const found = findExactly(written, last)
        if (found.kind !== 'found') throw error
        return found
      }
    },
    known: () => last,
  }
}

/** Finds the alert of a subscription in a list; undefined if it is missing or ambiguous. */
export function findAlertIn(written: string, alerts: Alert[]): Alert | undefined {
  const found = findExactly(written, alerts)
  return found.kind === 'found' ? found.alert : undefined
}

/** The name of a subscription's alert for people; the text of the subscription if the alert is missing or ambiguous. */
export function alertDisplayName(written: string, alerts: Alert[]): string {
  const alert = findAlertIn(written, alerts)
  return alert === undefined ? written : nameAmong(alert, alerts)
}

function findExactly(written: string, alerts: Alert[]): FoundAlert {
  const matching = alerts.filter(({ name }) => isSameName(name, written))
  const byId = isId(written) ? alerts.filter(({ id }) => id === written) : []
  const [alert, ...others] = byId.length > 0 ? byId : matching
  if (alert === undefined) return { kind: 'missing', names: alerts.map((other) => other.name) }
  return others.length > 0 ? { kind: 'ambiguous', alerts: [alert, ...others] } : { kind: 'found', alert }
}
