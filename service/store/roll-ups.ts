import type { Database, Value } from './database.ts'
import { termsOf } from './terms.ts'

/** UTC days since 1970, both included. */
export type DayRange = { from: number; to: number }

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

const dayMs = 24 * 60 * 60 * 1000

/** How many mentions are counted in one transaction. */
const batchSize = 5000

/**
 * Counts of mentions for each alert, UTC day and source, so that insights need no scan. A mention is counted some time after it was stored:
 * the mark `rolled_up` separates the counted mentions from the newer ones, and moves in the same transaction as the counts. Reads count the
 * rest first.
 */
export function createRollUps(database: Database) {
  const mark = () =>
    database.get<{ value: number }>("SELECT value FROM meta WHERE name = 'rolled_up'")?.value ?? 0

  const setMark = (seq: number) => database.run("UPDATE meta SET value = ? WHERE name = 'rolled_up'", seq)

  /** Adds mentions to the counts with the sign 1, and takes them out with the sign -1. */
  function apply(rows: CountedRow[], sign: 1 | -1): void {
    const counts = new Counts()
    for (const row of rows) counts.count(row, sign)
    counts.write(database)
  }

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
      apply(rows, 1)
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
    /** Counts the mentions that were stored since. */
    catchUp,
    /** Everything up to `seq` is counted. */
    startAfter: (seq: number): unknown => setMark(seq),
    /** Call it before mentions change or disappear, in the same transaction. */
    subtract: (seqs: readonly number[]): void => apply(counted(seqs), -1),
    /** Call it after mentions have changed, in the same transaction. */
    addAgain: (seqs: readonly number[]): void => apply(counted(seqs), 1),
    removeAlert(alert: number): void {
      for (const table of tables) database.run(`DELETE FROM ${table} WHERE alert = ?`, alert)
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
      const filter = sourcesSql(sources)
      const selects = spansOf(range).map(({ span, from, to }) => ({
        sql: `SELECT term, sum(mentions) AS mentions FROM ${span}_terms WHERE alert = ? AND ${span} BETWEEN ? AND ?${filter.sql} GROUP BY term`,
        values: [alert, from, to, ...filter.values],
      }))
      if (selects.length === 0) return []
      return database.all(
        `SELECT term AS name, sum(mentions) AS mentions FROM (${selects.map(({ sql }) => sql).join(' UNION ALL ')})
         GROUP BY term ORDER BY 2 DESC, 1 LIMIT ?`,
        ...selects.flatMap(({ values }) => values),
        top,
      )
    },
  }
}

export type Counted = { name: string; mentions: number }

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
  body ->> '$.title' AS title, body ->> '$.snippet' AS snippet`

export const dayOf = (date: number) => Math.floor(date / dayMs)

/** The first day of the month of a day. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs
}
export function nextMonth(month: number): number {
  return monthOf(month + 31)
}

/** A range as whole months, and the days before and after them: months have far fewer terms than their days together. */
function spansOf({ from, to }: DayRange): { span: 'day' | 'month'; from: number; to: number }[] {
  const firstMonth = monthOf(from) === from ? from : nextMonth(monthOf(from))
  const endOfMonths = monthOf(to + 1)
  const spans =
    firstMonth < endOfMonths
      ? [
          { span: 'day' as const, from, to: firstMonth - 1 },
          { span: 'month' as const, from: firstMonth, to: endOfMonths - 1 },
          { span: 'day' as const, from: endOfMonths, to },
        ]
      : [{ span: 'day' as const, from, to }]
  return spans.filter((span) => span.from <= span.to)
}

const tables = ['days', 'facets', 'day_terms', 'month_terms'] as const
type Table = (typeof tables)[number]

/** Sums of changes by row, so that each row is written once for a batch of mentions. */
class Counts {
  readonly #changes: Record<Table, Map<string, { key: Value[]; amounts: number[] }>> = {
    days: new Map(),
    facets: new Map(),
    day_terms: new Map(),
    month_terms: new Map(),
  }

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
    for (const term of termsOf(`${textOf(row.title)} ${textOf(row.snippet)}`)) {
      this.#add('day_terms', [alert, day, source, term], [sign])
      this.#add('month_terms', [alert, term, monthOf(day), source], [sign])
    }
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
        database.run(upsert, ...change.key, ...change.amounts)
        if ((change.amounts[0] ?? 0) < 0) database.run(remove, ...change.key)
      }
    }
  }
}

const columnsOf: Record<Table, { keys: string[]; amounts: string[] }> = {
  days: {
    keys: ['alert', 'day', 'source'],
    amounts: ['mentions', 'reach', 'positive', 'negative', 'neutral'],
  },
  facets: { keys: ['alert', 'facet', 'day', 'source', 'value'], amounts: ['mentions'] },
  day_terms: { keys: ['alert', 'day', 'source', 'term'], amounts: ['mentions'] },
  month_terms: { keys: ['alert', 'term', 'month', 'source'], amounts: ['mentions'] },
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
