import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { dateOf } from '../../model/calendar-date.ts'
import type { Damage } from '../../model/damage.ts'
import { decisionRecordSchema } from '../../model/decision.ts'
import { checkShape, readJson } from '../damage.ts'
import { disk } from '../file/disk.ts'
import { readBytes, readJsonFile } from '../file/json-file.ts'
import type { Statement } from './database.ts'
import { insertDecisions, insertMessage } from './records.ts'

/**
 * The files in which the versions of the data before 3 kept records: `NAME.json` and `NAME/KEY.json` with the records of a collection by key,
 * `NAME/CHANNEL/DAY.jsonl` with a line for each change of the record of a message, and `decisions/DAY.jsonl`.
 */
export type OldFile = { path: string; collection: string; kind: 'records' | 'messages' | 'decisions' }

/**
 * All collections that were ever in files. People keep other files in the folder, too, such as a configuration or backups: these must not be read,
 * moved or deleted. Never add a collection, because newer ones are only in the database.
 */
export const oldCollections: ReadonlySet<string> = new Set([
  ...['absences', 'alert-activity', 'announced-changes', 'cards', 'changes', 'corrections', 'decisions'],
  ...[
    'declared-first',
    'digests',
    'drills',
    'id-checks',
    'installation',
    'known-channels',
    'leader-progress',
  ],
  ...['listed-channels', 'missed-facts', 'mute-proposals', 'mutes', 'other-installations', 'outdated-cards'],
  ...['pauses', 'plan-days', 'plan-limits', 'plan-shares', 'problems', 'reminders', 'rooms'],
  ...[
    'rule-assignments',
    'rule-turns',
    'rule-waiting',
    'spike-cards',
    'started-subscriptions',
    'subscriptions',
  ],
  ...['volume', 'watch-swaps', 'webhook-events', 'webhooks'],
])

export function oldFilesIn(folder: string): OldFile[] {
  const entries = disk.list(folder)
  const folders = entries.filter((name) => oldCollections.has(name) && isFolder(join(folder, name)))
  return [
    ...recordFilesIn(folder),
    ...folders.flatMap((collection): OldFile[] => {
      const place = join(folder, collection)
      const kind = collection === 'decisions' ? ('decisions' as const) : ('messages' as const)
      return disk.list(place).flatMap((name): OldFile[] => {
        const path = join(place, name)
        if (name.endsWith('.json')) return [{ path, collection, kind: 'records' }]
        if (kind === 'decisions') return name.endsWith('.jsonl') ? [{ path, collection, kind }] : []
        const days = isFolder(path) ? disk.list(path).filter((day) => day.endsWith('.jsonl')) : []
        return days.map((day) => ({ path: join(path, day), collection, kind }))
      })
    }),
  ]
}

/** The files with all records of a collection. */
export const recordFilesIn = (folder: string): OldFile[] =>
  disk
    .list(folder)
    .filter((name) => name.endsWith('.json') && oldCollections.has(name.slice(0, -'.json'.length)))
    .map((name) => ({
      path: join(folder, name),
      collection: name.slice(0, -'.json'.length),
      kind: 'records',
    }))

const isFolder = (path: string) => disk.look(path)?.isFolder === true

/** Yields the statements that store what is in a file. Calls `damaged` for what nobody can read. */
export function* statementsOf(file: OldFile, damaged: (damage: Damage) => void): Generator<Statement> {
  const { path, collection, kind } = file
  if (kind === 'records') {
    const found = readRecords(file)
    if (found?.damage !== undefined) damaged(found.damage)
    for (const [key, value] of Object.entries(found?.records ?? {}))
      yield { text: insertRecord, values: [collection, key, JSON.stringify(value)] }
  } else if (kind === 'decisions') {
    const entries = [...linesOf(file, damaged)].flatMap(({ value, number }) => {
      const checked = checkShape(decisionRecordSchema, value)
      if (checked.why !== undefined)
        damaged({ collection, place: { kind: 'line', path, line: number }, why: checked.why })
      // The stored form can have fields that this version does not know.
      return checked.why === undefined ? [value as typeof checked.value] : []
    })
    yield* insertDecisions(entries)
  } else {
    const channel = decodeURIComponent(basename(dirname(path)))
    for (const [ts, value] of newestOf(file, damaged))
      yield { text: insertMessage, values: [collection, channel, ts, JSON.stringify(value)] }
  }
}

const insertRecord = 'insert into records (collection, key, value) values ($1, $2, $3) on conflict do nothing'
const recordsSchema = z.record(z.string(), z.unknown())

/** Returns undefined if the file does not exist. */
export function readRecords({
  path,
  collection,
}: OldFile):
  | { records: Record<string, unknown>; damage?: never }
  | { records?: never; damage: Damage }
  | undefined {
  const json = readJsonFile(path, disk)
  if (json === undefined) return undefined
  const checked = json.why === undefined ? checkShape(recordsSchema, json.value) : json
  return checked.why === undefined
    ? { records: checked.value }
    : { damage: { collection, place: { kind: 'file', path }, why: checked.why } }
}

const lineSchema = z.object({ ts: z.string(), value: z.unknown().optional() })

/** The newest line of each message. A line without a value has removed its record. */
function newestOf(file: OldFile, damaged: (damage: Damage) => void): Map<string, unknown> {
  const { path, collection } = file
  const newest = new Map<string, unknown>()
  for (const { number, value } of linesOf(file, damaged)) {
    const line = checkShape(lineSchema, value)
    const why =
      line.why ?? (isOfDay(path, line.value.ts) ? undefined : 'its time is not of the day of the file')
    if (why !== undefined) damaged({ collection, place: { kind: 'line', path, line: number }, why })
    else if (line.value?.value === undefined || line.value.value === null) newest.delete(line.value?.ts ?? '')
    else newest.set(line.value.ts, line.value.value)
  }
  return newest
}

function isOfDay(path: string, ts: string): boolean {
  const time = Number(ts)
  return Number.isFinite(time) && dateOf(Math.max(0, time * 1000)) === basename(path, '.jsonl')
}

const lineBreak = 0x0a

function* linesOf(
  { path, collection }: OldFile,
  damaged: (damage: Damage) => void,
): Generator<{ number: number; value: unknown }> {
  const bytes = readBytes(path, disk)
  if (bytes === undefined) return
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    const why = Buffer.isBuffer(bytes) ? 'it is empty' : bytes.why
    return damaged({ collection, place: { kind: 'file', path }, why })
  }
  for (const { number, text, isTorn } of textsOf(bytes)) {
    const { value, why } = readJson(text)
    if (why === undefined) yield { number, value }
    else
      damaged({
        collection,
        place: { kind: 'line', path, line: number },
        why: isTorn ? 'it was cut off, perhaps by a crash' : why,
      })
  }
}

/** The lines that are not empty. An empty line separates a line that a crash cut off from the next one. */
function* textsOf(bytes: Buffer): Generator<{ number: number; text: Buffer; isTorn: boolean }> {
  for (let [start, number] = [0, 1]; start < bytes.length; number++) {
    const found = bytes.indexOf(lineBreak, start)
    const end = found === -1 ? bytes.length : found
    if (end > start) yield { number, text: bytes.subarray(start, end), isTorn: found === -1 }
    start = end + 1
  }
}
