import { memoizeAsync } from '@overheard/base/memoize'
import { nameKey } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { Alert } from './alert.ts'
import { type Id, isId, type WrittenAlert } from './id.ts'

export type FoundAlert =
  | { kind: 'found'; alert: Alert }
  | { kind: 'missing'; names: string[] }
  | { kind: 'ambiguous'; alerts: Alert[] }

export type AlertDirectory = {
  /**
   * Finds an alert by its id or its full name (upper and lower case are equal). If the service fails, finds alerts of the last list, and
   * rejects with the service's error for others.
   */
  find(written: WrittenAlert): Promise<FoundAlert>
  all(): Promise<Alert[]>
  known(): Alert[]
  /** Reads the list anew, because an alert was made or removed. Never rejects. */
  refresh(): Promise<void>
}

/** A list is used for `listTtl`, in ms. For an alert that is not in the list, the list must be younger than `missingTtl`. */
const listTtl = 10 * 60_000
const missingTtl = 60_000

export function createAlertDirectory(list: () => Promise<Alert[]>, now: () => Time): AlertDirectory {
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
    refresh: () =>
      listAlerts.noOlderThan(-1).then(
        () => undefined,
        () => undefined,
      ),
  }
}

export function findAlertIn(written: WrittenAlert, alerts: Alert[]): Alert | undefined {
  const found = findExactly(written, alerts)
  return found.kind === 'found' ? found.alert : undefined
}

/** With an index, thousands of subscriptions can be looked up at once without blocking the process for seconds. */
const indexOf = new WeakMap<Alert[], { byName: Map<string, Alert[]>; byId: Map<Id, Alert[]> }>()

function indexed(alerts: Alert[]) {
  const known = indexOf.get(alerts)
  if (known !== undefined) return known
  const index = {
    byName: Map.groupBy(alerts, ({ name }) => nameKey(name)),
    byId: Map.groupBy(alerts, ({ id }) => id),
  }
  indexOf.set(alerts, index)
  return index
}

function findExactly(written: WrittenAlert, alerts: Alert[]): FoundAlert {
  const index = indexed(alerts)
  const matching = index.byName.get(nameKey(written)) ?? []
  const byId = isId(written) ? (index.byId.get(written) ?? []) : []
  const [alert, ...others] = byId.length > 0 ? byId : matching
  if (alert === undefined) return { kind: 'missing', names: alerts.map((other) => other.name) }
  return others.length > 0 ? { kind: 'ambiguous', alerts: [alert, ...others] } : { kind: 'found', alert }
}
