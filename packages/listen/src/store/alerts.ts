import type { Database } from './database.ts'

/** `query` is absent if mentions are only given to the alert, never found. Ids are decimal digits. */
export type Alert = {
  alert_id: string
  alert_type: 'mentions' | 'leads'
  alert_name: string
  project_id: string
  project_name: string
  query?: string
  /** BCP 47. Empty: any language. */
  languages?: string[]
  /** Where the alert was written down; `given` if not in this service. */
  origin?: AlertOrigin
}
export type AlertOrigin = 'configuration' | 'command' | 'given'

/** `key` identifies the alert within the store and is never used again. `mentions` counts them. */
export type StoredAlert = Alert & { key: number; mentions: number }

type AlertRow = Omit<StoredAlert, 'query' | 'languages'> & { query: string | null; languages: string }

/** The configuration had the alert, and has it no longer. */
export const isRetired = ({ origin, query }: Pick<Alert, 'origin' | 'query'>): boolean =>
  origin === 'configuration' && query === undefined

export function createAlerts(database: Database) {
  const columns =
    'key, alert_id, alert_type, alert_name, project_id, project_name, query, languages, origin, mentions'
  return {
    /** In the order of adding. */
    all: (): StoredAlert[] =>
      database.all<AlertRow>(`SELECT ${columns} FROM alerts ORDER BY key`).map(toAlert),
    get(id: string): StoredAlert | undefined {
      const row = database.get<AlertRow>(`SELECT ${columns} FROM alerts WHERE alert_id = ?`, id)
      return row && toAlert(row)
    },
    /** Returns undefined if the id is taken. Without an id the alert gets the next number. */
    add({
      alert_id,
      query,
      languages = [],
      origin = 'given',
      since = 0,
      ...alert
    }: NewAlert): StoredAlert | undefined {
      const row = database.get<AlertRow>(
        `INSERT INTO alerts (alert_id, alert_type, alert_name, project_id, project_name, query, languages, origin, since)
         VALUES (coalesce(?, (SELECT coalesce(max(seq), 0) + 1001 FROM sqlite_sequence WHERE name = 'alerts')), ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING RETURNING ${columns}`,
        alert_id ?? null,
        alert.alert_type,
        alert.alert_name,
        alert.project_id,
        alert.project_name,
        query ?? null,
        JSON.stringify(languages),
        origin,
        since,
      )
      return row && toAlert(row)
    },
    /** Without a query the alert keeps its mentions and finds no new ones. */
    change(key: number, { alert_name, query, languages = [], since = 0 }: AlertSettings): void {
      database.run(
        `UPDATE alerts SET alert_name = ?1, query = ?2, languages = ?3,
           since = iif(query IS ?2 AND languages = ?3, since, ?4) WHERE key = ?5`,
        alert_name,
        query ?? null,
        JSON.stringify(languages),
        since,
        key,
      )
    },
    /** Those whose query has been the same since before a time (ms), and has found nothing since then. */
    quietSince: (time: number): StoredAlert[] =>
      database
        .all<AlertRow>(
          `SELECT ${columns} FROM alerts WHERE query IS NOT NULL AND since < ?1
             AND key NOT IN (SELECT alert FROM mentions WHERE stored >= ?1)`,
          time,
        )
        .map(toAlert),
    setOrigin(key: number, origin: AlertOrigin): void {
      database.run('UPDATE alerts SET origin = ? WHERE key = ?', origin, key)
    },
    remove: (key: number): boolean => database.run('DELETE FROM alerts WHERE key = ?', key) > 0,
  }
}

/** `since`: the time (ms) at which the query is new. */
export type NewAlert = Omit<Alert, 'alert_id'> & { alert_id?: string; since?: number }
export type AlertSettings = Pick<NewAlert, 'alert_name' | 'query' | 'languages' | 'since'>

function toAlert({ query, languages, ...row }: AlertRow): StoredAlert {
  const given: string[] = JSON.parse(languages)
  return { ...row, ...(query !== null && { query }), ...(given.length > 0 && { languages: given }) }
}
