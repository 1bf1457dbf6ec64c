import type { Database } from '../database.ts'
import { type Counted, type DayRange, monthOf, nextMonth } from './days.ts'
import { addToPacked, eachPacked, type KeyCount } from './packed-counts.ts'

/** The place of counts: one alert, source, and day or month, named by its first UTC day since 1970. */
type Place = { alert: number; span: Span; first: number; source: string }
type Span = 'day' | 'month'

/** Changes of the counts of terms, so that each place is written once for a batch of mentions. */
export class TermChanges {
  /** By term: how many mentions have it more. */
  readonly #terms = new Map<string, number>()
  readonly #places = new Map<string, { place: Place; terms: Map<string, number> }>()

  count(
    { alert, day, source }: { alert: number; day: number; source: string },
    terms: Iterable<string>,
    by: number,
  ): void {
    const places = [
      this.#termsAt({ alert, span: 'day', first: day, source }),
      this.#termsAt({ alert, span: 'month', first: monthOf(day), source }),
    ]
    for (const term of terms)
      for (const changes of [this.#terms, ...places]) changes.set(term, (changes.get(term) ?? 0) + by)
  }

  #termsAt(place: Place): Map<string, number> {
    const name = Object.values(place).join('\0')
    const known = this.#places.get(name)
    if (known !== undefined) return known.terms
    const terms = new Map<string, number>()
    this.#places.set(name, { place, terms })
    return terms
  }

  write(database: Database): void {
    const keys = new Map<string, number>()
    for (const [term, by] of this.#terms) keys.set(term, changeTerm(database, term, by))
    for (const { place, terms } of this.#places.values()) {
      const changes: KeyCount[] = [...terms].flatMap(([term, by]) =>
        by === 0 ? [] : [[keys.get(term) ?? 0, by]],
      )
      if (changes.length > 0) changePlace(database, place, changes.sort(byKey))
    }
    for (const [term, by] of this.#terms) if (by <= 0) forgetUnused(database, keys.get(term) ?? 0)
  }
}

const byKey = ([a]: KeyCount, [b]: KeyCount) => a - b

/** Returns the key of the term. */
const changeTerm = (database: Database, term: string, by: number): number =>
  database.get<{ key: number }>(
    `INSERT INTO terms (term, mentions) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET mentions = mentions + excluded.mentions RETURNING key`,
    term,
    by,
  )?.key ?? 0

/** A term without mentions must not stay: it may be a word that somebody wants to be forgotten. */
const forgetUnused = (database: Database, key: number) =>
  database.run('DELETE FROM terms WHERE key = ? AND mentions <= 0', key)

function changePlace(database: Database, place: Place, changes: KeyCount[]): void {
  const at = [place.alert, place.span, place.source, place.first]
  const where = 'alert = ? AND span = ? AND source = ? AND first = ?'
  const known = database.get<PackedRow>(`SELECT counts FROM term_counts WHERE ${where}`, ...at)
  const counts = addToPacked(known?.counts ?? new Uint8Array(), changes)
  if (counts.length === 0) database.run(`DELETE FROM term_counts WHERE ${where}`, ...at)
  else
    database.run(
      `INSERT INTO term_counts (alert, span, source, first, counts) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET counts = excluded.counts`,
      ...at,
      counts,
    )
}

type PackedRow = { counts: Uint8Array }

export function removeTermsOfAlert(database: Database, alert: number): void {
  const mentions = sumOf(
    database,
    database.all("SELECT counts FROM term_counts WHERE alert = ? AND span = 'day'", alert),
  )
  mentions.forEach((count, key) => {
    if (count === 0) return
    database.run('UPDATE terms SET mentions = mentions - ? WHERE key = ?', count, key)
    forgetUnused(database, key)
  })
  database.run('DELETE FROM term_counts WHERE alert = ?', alert)
}

/** The terms of the most mentions, largest first, at most `top`. */
export function topTerms(
  database: Database,
  {
    alert,
    range,
    sources,
    top,
  }: { alert: number; range: DayRange; sources: string[] | undefined; top: number },
): Counted[] {
  const filter = sources === undefined ? '' : ` AND source IN (${sources.map(() => '?').join(', ')})`
  const rows = spansOf(range).flatMap(({ span, from, to }) =>
    database.all<PackedRow>(
      `SELECT counts FROM term_counts WHERE alert = ? AND span = ? AND first BETWEEN ? AND ?${filter}`,
      ...[alert, span, from, to, ...(sources ?? [])],
    ),
  )
  const mentions = sumOf(database, rows)
  const least = largest(mentions, top).at(-1) ?? 1
  // More terms than are wanted may have the least count. Of those, the first by name are wanted.
  const above: number[] = []
  const equal: number[] = []
  mentions.forEach((count, key) => {
    if (count >= least) (count > least ? above : equal).push(key)
  })
  const named = (keys: number[]) =>
    database
      .all<{ key: number; name: string }>(
        'SELECT key, term AS name FROM terms WHERE key IN (SELECT value FROM json_each(?)) ORDER BY term LIMIT ?',
        JSON.stringify(keys),
        top,
      )
      .map(({ key, name }) => ({ name, mentions: mentions[key] ?? 0 }))
  const first = named(above).sort((a, b) => b.mentions - a.mentions)
  return [...first, ...named(equal)].slice(0, top)
}

/** How many mentions have each term, by its key. */
function sumOf(database: Database, rows: PackedRow[]): Uint32Array {
  const last = database.get<{ key: number | null }>('SELECT max(key) AS key FROM terms')?.key ?? -1
  const sums = new Uint32Array(last + 1)
  for (const { counts } of rows)
    eachPacked(counts, (key, count) => {
      sums[key] = (sums[key] ?? 0) + count
    })
  return sums
}

/** The largest positive counts, at most `most`, largest first. */
function largest(counts: Uint32Array, most: number): number[] {
  const found: number[] = []
  for (const count of counts) {
    if (count <= (found.length < most ? 0 : (found.at(-1) ?? 0))) continue
    const place = found.findIndex((one) => one < count)
    found.splice(place < 0 ? found.length : place, 0, count)
    if (found.length > most) found.pop()
  }
  return found
}

/** A range as whole months, and the days before and after them: months have far fewer terms than their days together. */
function spansOf({ from, to }: DayRange): { span: Span; from: number; to: number }[] {
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
