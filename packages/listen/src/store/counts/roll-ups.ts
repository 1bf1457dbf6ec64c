import type { Database, Value } from '../database.ts'
import { type Counted, type DayRange, dayOf } from './days.ts'
import { removeTermsOfAlert, TermChanges, topTerms } from './term-counts.ts'
import { termsOf } from './terms.ts'

export type DayCounts = {
  day: number
  mentions: number
  reach: number
  positive: number
  negative: number
  neutral: number
}
export type Facet = 'language' | 'country' | 'gender' | 'age'

export type RollUps = ReturnType<typeof createRollUps>

/** How many mentions are counted in one transaction. */
const batchSize = 5000
/** Fewer mentions than these wait until somebody asks: to count one writes almost as much as to count many of the same day. */
const worthCounting = 300

/**
 * Counts of mentions for each alert, UTC day and source, so that insights need no scan. A mention is counted some time after it was stored:
 * the mark `rolled_up` separates the counted mentions from the newer ones, and moves in the same transaction as the counts. Reads count the
 * rest first.
 */
export function createRollUps(database: Database) {
  const mark = () =>
    database.get<{ value: number }>("SELECT value FROM meta WHERE name = 'rolled_up'")?.value ?? 0

  const setMark = (seq: number) => database.run("UPDATE meta SET value = ? WHERE name = 'rolled_up'", seq)

  /** Returns true if there may be more. */
  const countBatch = (): boolean =>
    database.transaction(() => {
      const rows = database.all<CountedRow>(
        `SELECT ${countedColumns} FROM mentions JOIN bodies USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?`,
        mark(),
        batchSize,
      )
      const last = rows.at(-1)
      if (last === undefined) return false
      const counts = new Counts()
      for (const row of rows) counts.count(row, 1)
      counts.write(database)
      setMark(last.seq)
      return rows.length === batchSize
    })

  const counted = (seqs: readonly number[]): CountedRow[] => {
    const newest = mark()
    return seqs
      .filter((seq) => seq <= newest)
      .flatMap((seq) =>
        database.all<CountedRow>(
          `SELECT ${countedColumns} FROM mentions JOIN bodies USING (seq) WHERE seq = ?`,
          seq,
        ),
      )
  }
  const sourcesSql = (sources: string[] | undefined): { sql: string; values: Value[] } =>
    sources === undefined
      ? { sql: '', values: [] }
      : { sql: ` AND source IN (${sources.map(() => '?').join(', ')})`, values: sources }

  function catchUp(): void {
    while (countBatch());
  }

  return {
    /** Since when (UTC ms) mentions get their sentiments by today's method, if there are older ones. */
    sentimentsSince: (): number | undefined =>
      database.get<{ value: number }>("SELECT value FROM meta WHERE name = 'sentiments_since'")?.value,
    /** Counts the mentions that were stored since. */
    catchUp,
    /** Counts them if there are many, so that no reader has to. */
    catchUpIfBehind(): void {
      const isBehind = database.get(
        'SELECT 1 FROM mentions WHERE seq > ? LIMIT 1 OFFSET ?',
        mark(),
        worthCounting,
      )
      if (isBehind !== undefined) catchUp()
    },
    /** Everything up to `seq` is counted. */
    startAfter: (seq: number): unknown => setMark(seq),
    /** Runs a change of mentions, or their removal, and counts them anew. Call it in a transaction. */
    recount(seqs: readonly number[], change: () => void): void {
      const counts = new Counts()
      for (const row of counted(seqs)) counts.count(row, -1)
      change()
      for (const row of counted(seqs)) counts.count(row, 1)
      counts.write(database)
    },
    removeAlert(alert: number): void {
      for (const table of tables) database.run(`DELETE FROM ${table} WHERE alert = ?`, alert)
      removeTermsOfAlert(database, alert)
    },
    /** Ascending. Days without mentions are left out. */
    days(alert: number, { from, to }: DayRange, sources?: string[]): DayCounts[] {
      catchUp()
      const filter = sourcesSql(sources)
      return database.all(
        `SELECT day, sum(mentions) AS mentions, CAST(sum(reach) AS REAL) AS reach, sum(positive) AS positive,
           sum(negative) AS negative, sum(neutral) AS neutral
         FROM days WHERE alert = ? AND day BETWEEN ? AND ?${filter.sql} GROUP BY day ORDER BY day`,
        alert,
        from,
        to,
        ...filter.values,
      )
    },
    sources(alert: number, { from, to }: DayRange, sources?: string[]): Counted[] {
      catchUp()
      const filter = sourcesSql(sources)
      return database.all(
        `SELECT source AS name, sum(mentions) AS mentions FROM days WHERE alert = ? AND day BETWEEN ? AND ?${filter.sql}
         GROUP BY source ORDER BY 2 DESC, 1`,
        alert,
        from,
        to,
        ...filter.values,
      )
    },
    /** Largest first, at most `top`. Unknown values are not counted. */
    facet(alert: number, facet: Facet, { from, to }: DayRange, sources: string[] | undefined, top: number) {
      catchUp()
      const filter = sourcesSql(sources)
      return database.all<Counted>(
        `SELECT value AS name, sum(mentions) AS mentions FROM facets WHERE alert = ? AND facet = ? AND day BETWEEN ? AND ?${filter.sql}
         GROUP BY value ORDER BY 2 DESC, 1 LIMIT ?`,
        alert,
        facet,
        from,
        to,
        ...filter.values,
        top,
      )
    },
    /** The terms of the most mentions, largest first, at most `top`. */
    terms(alert: number, range: DayRange, sources: string[] | undefined, top: number): Counted[] {
      catchUp()
      return topTerms(database, { alert, range, sources, top })
    },
  }
}

type CountedRow = {
  seq: number
  alert: number
  date: number
  reach: number
  source: string
  language: string
  country: string
  sentiment: string | null
  gender: string | null
  age: string | null
  title: unknown
  snippet: unknown
}
const countedColumns = `seq, alert, date, reach, source, language, country, sentiment, gender, age,
  plain(body) ->> '$.title' AS title, plain(body) ->> '$.snippet' AS snippet`

const tables = ['days', 'facets'] as const
type Table = (typeof tables)[number]

/** Sums of changes by row, so that each row is written once for a batch of mentions. */
class Counts {
  readonly #changes: Record<Table, Map<string, { key: Value[]; amounts: number[] }>> = {
    days: new Map(),
    facets: new Map(),
  }
  readonly #terms = new TermChanges()

  count(row: CountedRow, sign: 1 | -1): void {
    const { alert, source, sentiment } = row
    const day = dayOf(row.date)
    const of = (name: string) => (sentiment === name ? sign : 0)
    this.#add(
      'days',
      [alert, day, source],
      [sign, sign * row.reach, of('positive'), of('negative'), of('neutral')],
    )
    for (const facet of ['language', 'country', 'gender', 'age'] as const) {
      const value = row[facet]
      if (value !== null && value !== 'unknown')
        this.#add('facets', [alert, facet, day, source, value], [sign])
    }
    const terms = termsOf(`${textOf(row.title)} ${textOf(row.snippet)}`)
    this.#terms.count({ alert, day, source }, terms, sign)
  }

  #add(table: Table, key: (string | number)[], amounts: number[]): void {
    const changes = this.#changes[table]
    const name = key.join('\0')
    const known = changes.get(name)
    if (known === undefined) changes.set(name, { key, amounts })
    else known.amounts = known.amounts.map((amount, place) => amount + (amounts[place] ?? 0))
  }

  write(database: Database): void {
    for (const table of tables) {
      const { keys, amounts } = columnsOf[table]
      const columns = [...keys, ...amounts]
      const upsert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
        ON CONFLICT DO UPDATE SET ${amounts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`
      const remove = `DELETE FROM ${table} WHERE ${keys.map((name) => `${name} = ?`).join(' AND ')} AND mentions = 0`
      for (const change of this.#changes[table].values()) {
        if (change.amounts.every((amount) => amount === 0)) continue
        database.run(upsert, ...change.key, ...change.amounts)
        if ((change.amounts[0] ?? 0) < 0) database.run(remove, ...change.key)
      }
    }
    this.#terms.write(database)
  }
}

const columnsOf: Record<Table, { keys: string[]; amounts: string[] }> = {
  days: {
    keys: ['alert', 'day', 'source'],
    amounts: ['mentions', 'reach', 'positive', 'negative', 'neutral'],
  },
  facets: { keys: ['alert', 'facet', 'day', 'source', 'value'], amounts: ['mentions'] },
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
