import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** Reads counted series and their labels from files. All functions throw a SeriesError that names the file if they cannot. */

/** `count` mentions arrived from `at` (UTC, ms) until the next row. */
export type Row = { at: number; count: number }
/** `from` and `to` are UTC, in ms; both belong to the window. */
type Window = { from: number; to: number }
/** `name` is the name in the file of labels, or the name of the file without its extension if it has no labels. */
export type Series = { name: string; rows: Row[]; intervalMs: number; windows: Window[] }

export class SeriesError extends Error {}

export function readAllSeries(folder: string, labelsFile: string): Series[] {
  const labels = readLabels(labelsFile)
  const files = reading(folder, () => readdirSync(folder))
    .filter((file) => extname(file) === '.csv')
    .sort()
  if (files.length === 0) throw new SeriesError(`${folder}: there is no .csv file in this folder`)
  return files.map((file) => {
    const path = join(folder, file)
    const rows = reading(path, () => readRows(readFileSync(path, 'utf8')))
    const known = Object.entries(labels).find(([name]) => plainName(name) === plainName(file))
    const [name, windows] = known ?? [plainName(file), []]
    return { name, rows, intervalMs: usualInterval(rows), windows }
  })
}

/** A name in the labels may have a folder and the extension .csv, and both may be left out. */
const plainName = (name: string) => basename(name).replace(/\.csv$/, '')

const labelsSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])))

function readLabels(file: string): Record<string, Window[]> {
  return reading(file, () => {
    const labels = labelsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.fromEntries(
      Object.entries(labels).map(([name, windows]) => [
        name,
        windows.map(([from, to]) => ({ from: timeOf(from), to: timeOf(to) })),
      ]),
    )
  })
}

function readRows(text: string): Row[] {
  const lines: unknown[] = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  const rows = z
    .array(z.object({ timestamp: z.string(), value: z.string().regex(/^\d+(\.0+)?$/, 'must be a count') }))
    .parse(lines)
    .map(({ timestamp, value }) => ({ at: timeOf(timestamp), count: Number(value) }))
  if (rows.length < 2) throw new SeriesError('a series needs at least two rows')
  const back = rows.find(({ at }, index) => index > 0 && at <= (rows[index - 1]?.at ?? at))
  if (back !== undefined)
    throw new SeriesError(`the row of ${new Date(back.at).toISOString()} is not later than the row before`)
  return rows
}

/** A time without a zone is UTC. */
function timeOf(text: string): number {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text)
  const at = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(at)) throw new SeriesError(`'${text}' is not a time`)
  return at
}

function usualInterval(rows: Row[]): number {
  const lengths = rows.slice(1).map(({ at }, index) => at - (rows[index]?.at ?? at))
  return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new SeriesError(`${path}: ${reason}`)
  }
}
