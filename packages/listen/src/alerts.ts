import type { Ingest } from './ingest.ts'
import { neededTerms } from './query/matcher.ts'
import { acceptedForm, parseQuery } from './query/parse-query.ts'
import type { Search } from './source.ts'
import type { AlertOrigin, AlertSettings, StoredAlert } from './store/alerts.ts'
import type { Store } from './store/store.ts'

/** What somebody writes down for an alert. The query is valid. */
export type WrittenAlert = { name: string; query: string; languages: string[] }

/** This service has one project. */
const project = { project_id: '1', project_name: 'Overheard' }

export type AlertBook = ReturnType<typeof createAlertBook>

/** The alerts that search, from the configuration and from commands. `changed` runs after each change. */
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

  const sameAs = (written: WrittenAlert, among = alerts.all()): StoredAlert | undefined =>
    among.find(
      ({ alert_name, query, languages = [] }) =>
        alert_name === written.name && query === written.query && isSameSet(languages, written.languages),
    )

  const ofOrigin = (origin: AlertOrigin) => alerts.all().filter((alert) => alert.origin === origin)

  /** Returns the alerts of commands that the configuration has now. */
  function adoptedBy(written: readonly WrittenAlert[]): StoredAlert[] {
    const present = new Set(ofOrigin('configuration').map(({ alert_name }) => alert_name))
    const made = ofOrigin('command')
    return written
      .filter(({ name }) => !present.has(name))
      .flatMap((one) => sameAs(one, made) ?? made.find(({ alert_name }) => alert_name === one.name) ?? [])
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
      const known = [...ofOrigin('configuration'), ...adoptedBy(written)]
      const added = written.filter(({ name }) => !known.some(({ alert_name }) => alert_name === name))
      const write = () => {
        for (const alert of known) {
          const found = written.find(({ name }) => name === alert.alert_name)
          alerts.change(alert.key, found === undefined ? { alert_name: alert.alert_name } : settled(found))
          alerts.setOrigin(alert.key, 'configuration')
        }
        return added.map((one) => add(one, 'configuration'))
      }
      // A search loads the detection of languages, which a start without new alerts does not need.
      if (added.length > 0) await ingest.addAlerts(write)
      else database.transaction(write)
      await afterChange()
    },
    /** Returns the alert that is the same already, if there is one: a request whose answer was lost may be repeated. */
    async add(written: WrittenAlert): Promise<StoredAlert> {
      let alert: StoredAlert | undefined
      const added = await ingest.addAlerts(() => {
        alert = sameAs(written)
        return alert === undefined ? [add(written, 'command')] : []
      })
      await changed()
      alert ??= added[0]
      if (alert === undefined) throw new Error('the alert was neither made nor found')
      return alert
    },
    /** Returns false if there is no such alert, or if it stands in the configuration. */
    async change(id: string, written: WrittenAlert): Promise<boolean> {
      const alert = alerts.get(id)
      if (alert?.origin !== 'command') return false
      alerts.change(alert.key, settled(written))
      await afterChange()
      return true
    },
    /** Removes the alert with its mentions. Returns false as `change` does. */
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

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/** What sources need to know of a query. */
export function searchFor(alert: string, query: string, languages: readonly string[]): Search {
  const terms = neededTerms(parseQuery(query)) ?? []
  return { alert, query, languages, anchors: terms.map(({ text }) => text.toLowerCase()) }
}
