import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { addToPacked, type KeyCount } from './packed-counts.ts'

/** Packs the counts of terms that versions before 3 kept in a row each. */
export function packOlderTerms(connection: DatabaseSync): void {
  connection.exec(
    'INSERT INTO terms (term, mentions) SELECT term, sum(mentions) FROM day_terms WHERE mentions > 0 GROUP BY term',
  )
  const insert = connection.prepare(
    'INSERT INTO term_counts (alert, span, source, first, counts) VALUES (?, ?, ?, ?, ?)',
  )
  for (const span of ['day', 'month'] as const) {
    const rows = connection.prepare(
      `SELECT alert, source, ${span} AS first, terms.key, older.mentions
       FROM ${span}_terms AS older JOIN terms USING (term) WHERE older.mentions > 0 ORDER BY 1, 2, 3, 4`,
    )
    let place: SQLInputValue[] = []
    let counts: KeyCount[] = []
    const store = () => {
      if (counts.length > 0) insert.run(...place, addToPacked(new Uint8Array(), counts))
      counts = []
    }
    for (const { alert = null, source = null, first = null, key, mentions } of rows.iterate()) {
      if (place[0] !== alert || place[2] !== source || place[3] !== first) store()
      place = [alert, span, source, first]
      counts.push([Number(key), Number(mentions)])
    }
    store()
  }
  connection.exec('DROP TABLE day_terms; DROP TABLE month_terms')
}
