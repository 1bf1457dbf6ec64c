import { isSameName, nameKey, numberedName } from '@overheard/base/name'
import type { Ingest } from './ingest.ts'
import { neededTerms } from './query/matcher.ts'
import { acceptedForm, parseQuery } from './query/parse-query.ts'
import { longestName } from './settings.ts'
import type { Search } from './source.ts'
import { type AlertOrigin, type AlertSettings, isRetired, type StoredAlert } from './store/alerts.ts'
import type { Store } from './store/store.ts'

/** What somebody writes down for an alert. The query is valid. */
export type WrittenAlert = { name: string; query: string; languages: string[] }

/** This service has one project. */
const project = { project_id: '1', project_name: 'Overheard' }

export type AlertBook = ReturnType<typeof createAlertBook>

/**
 * The alerts that search, from the configuration and from commands. `changed` runs after each change. Subscriptions find an alert by its
 * name, however it is spelled, so no two alerts have one name.
 */
export function createAlertBook({
  store,
  ingest,
  changed,
  now,
}: {
  store: Store
  ingest: Ingest
  changed: () => void
  /** UTC ms. */
  now: () => number
}) {
  const { alerts, database } = store
  const settled = ({ name, query, languages }: WrittenAlert): AlertSettings => ({
    alert_name: name,
    query,
    languages,
    since: now(),
  })

  function add(written: WrittenAlert, origin: AlertOrigin): StoredAlert {
    const alert = alerts.add({ ...settled(written), ...project, alert_type: 'mentions', origin })
    if (alert === undefined) throw new Error('the number of a new alert is taken')
    return alert
  }

  /** Returns the stored alert of each alert that is written down and has one. */
  function known(written: readonly WrittenAlert[]): Map<WrittenAlert, StoredAlert> {
    const byName = Map.groupBy(alerts.all().filter(isOwn), ({ alert_name }) => nameKey(alert_name))
    return new Map(
      written.flatMap((one): [WrittenAlert, StoredAlert][] => {
        const [best] = (byName.get(nameKey(one.name)) ?? []).toSorted((a, b) => fitOf(b, one) - fitOf(a, one))
        return best === undefined ? [] : [[one, best]]
      }),
    )
  }

  /** The alerts that have a name, or this name with a number, and the first of these names that no alert has. */
  function holdersOf(name: string): { held: StoredAlert[]; free: string } {
    const byName = Map.groupBy(alerts.all(), ({ alert_name }) => nameKey(alert_name))
    const held: StoredAlert[] = []
    for (let number = 1; ; number++) {
      const free = numberedName(name, number, longestName)
      const holders = byName.get(nameKey(free))
      if (holders === undefined) return { held, free }
      held.push(...holders)
    }
  }

  function revive({ key, alert_id }: StoredAlert, written: WrittenAlert): StoredAlert {
    alerts.change(key, settled(written))
    alerts.setOrigin(key, 'command')
    const alert = alerts.get(alert_id)
    if (alert === undefined) throw new Error('an alert has gone while it was changed')
    return alert
  }

  async function afterChange(): Promise<void> {
    ingest.alertsChanged()
    await changed()
  }

  return {
    /**
     * Makes the alerts of the configuration those that are written there, by their names. One that was taken out keeps its mentions and
     * finds no new ones. One that a command made and that is written there now keeps its id and its mentions.
     */
    async configure(written: readonly WrittenAlert[]): Promise<void> {
      const write = () => {
        const found = known(written)
        const kept = new Set([...found.values()].map(({ key }) => key))
        for (const { key, alert_name, origin } of alerts.all())
          if (origin === 'configuration' && !kept.has(key)) alerts.change(key, { alert_name })
        for (const [one, { key }] of found) {
          alerts.change(key, settled(one))
          alerts.setOrigin(key, 'configuration')
        }
        return written.filter((one) => !found.has(one)).map((one) => add(one, 'configuration'))
      }
      // A search loads the detection of languages, which a start without new alerts does not need.
      if (known(written).size < written.length) await ingest.addAlerts(write)
      else database.transaction(write)
      await afterChange()
    },
    /**
     * Returns the alert that is the same already, if there is one: a request whose answer was lost may be repeated. One that was taken out of
     * the configuration searches again, with its mentions. If the name is taken, the alert gets it with a number.
     */
    async add(written: WrittenAlert): Promise<StoredAlert> {
      let alert: StoredAlert | undefined
      const added = await ingest.addAlerts(() => {
        const { held, free } = holdersOf(written.name)
        alert = held.find((one) => isSameSearch(one, written))
        if (alert !== undefined) return []
        const sameNamed = held.filter(({ alert_name }) => isSameName(alert_name, written.name))
        const retired = sameNamed.every(isRetired) ? sameNamed.at(-1) : undefined
        return [retired === undefined ? add({ ...written, name: free }, 'command') : revive(retired, written)]
      })
      await changed()
      alert ??= added[0]
      if (alert === undefined) throw new Error('the alert was neither made nor found')
      return alert
    },
    /** `unknown`: there is no such alert, or it stands in the configuration. An alert that was taken out there leaves its name to others. */
    async change(id: string, written: WrittenAlert): Promise<'changed' | 'unknown' | 'name-taken'> {
      const alert = alerts.get(id)
      if (alert?.origin !== 'command') return 'unknown'
      const isTaken = alerts.all().some((one) => !isRetired(one) && isSameName(one.alert_name, written.name))
      if (isTaken && !isSameName(alert.alert_name, written.name)) return 'name-taken'
      alerts.change(alert.key, settled(written))
      await afterChange()
      return 'changed'
    },
    /** Removes the alert with its mentions. Returns false if there is no such alert, or if it stands in the configuration. */
    async remove(id: string): Promise<boolean> {
      if (alerts.get(id)?.origin !== 'command') return false
      alerts.remove(id)
      await afterChange()
      return true
    },
    searches: (): Search[] =>
      alerts.all().flatMap(({ alert_id, query, languages = [] }) => {
        const accepted = query && acceptedForm(query)
        return accepted ? [searchFor(alert_id, accepted, languages)] : []
      }),
  }
}

/** Alerts that were given to the store belong to nobody here. */
const isOwn = ({ origin }: StoredAlert) => origin !== 'given'

/** How well an alert fits one of the same name that is written down. One that searches comes first: subscriptions may know it by its id. */
const fitOf = (alert: StoredAlert, written: WrittenAlert) =>
  (isRetired(alert) ? 0 : 8) +
  (alert.origin === 'configuration' ? 4 : 0) +
  (isSameSearch(alert, written) ? 2 : 0) +
  (alert.alert_name === written.name ? 1 : 0)

const isSameSearch = ({ query, languages = [] }: StoredAlert, written: WrittenAlert) =>
  query === written.query && isSameSet(languages, written.languages)

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/** What sources need to know of a query. */
export function searchFor(alert: string, query: string, languages: readonly string[]): Search {
  const terms = neededTerms(parseQuery(query)) ?? []
  return { alert, query, languages, anchors: terms.map(({ text }) => text.toLowerCase()) }
}
