import { memoizeAsync } from '../async/memoize.ts'
import { type Alert, nameAmong } from '../model/alert.ts'
import { isId } from '../model/id.ts'
import { isSameName } from '../model/name.ts'

/** What came of looking for an alert by what a person wrote. */
export type FoundAlert =
  | { kind: 'found'; alert: Alert }
  | { kind: 'missing'; names: string[] }
  | { kind: 'ambiguous'; alerts: Alert[] }

/** The alerts of the account, as far as they are known. */
export type AlertDirectory = {
  /**
   * An alert by its id or its whole name (case is ignored). One that was found before is also found while the service does not give
   * its list; else it rejects as the mention service does.
   */
  find(written: string): Promise<FoundAlert>
  /** All alerts, at most a minute old. Rejects as the mention service does. */
  all(): Promise<Alert[]>
  /** The last list that came; empty before the first. */
  known(): Alert[]
}

/** A list serves this long; one in which something was not found, a minute only, in ms. */
const listTtl = 10 * 60_000
const missingTtl = 60_000

/** Remembers the alerts of the service, and asks again when a list is old or does not have what is looked for. */
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

/** The alert that is written so in a subscription, of a list; undefined where it does not tell. */
export function findAlertIn(written: string, alerts: Alert[]): Alert | undefined {
  const found = findExactly(written, alerts)
  return found.kind === 'found' ? found.alert : undefined
}

/** What people call an alert that is written so in a subscription; as it is written where the list does not tell. */
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
