import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { createKeyedMutex } from '../../async/serial.ts'
import type { Time } from '../../async/time.ts'
import { dateOf } from '../../model/calendar-date.ts'
import type { MessageKey, MessageRecords, OpenMessageRecords, RefusedRecord } from '../../model/collection.ts'
import type { Damage } from '../../model/damage.ts'
import { type Checked, checkMessage, checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { dayOfMessage } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { FolderLostError } from './folder-lock.ts'
import { asideEnding, setAside } from './json-file.ts'
import { lineFiles, readLines } from './line-files.ts'

type MessageFilesDeps = {
  damage?: DamageLog
  ownsFolder?: () => boolean
  disk?: Disk
}

/** The files that were used last stay in memory, up to this size in bytes. A limit of files would be too low for the queues of many webhooks. */
const maxCachedBytes = 16 * 2 ** 20

/** A file is compacted if it has this many lines for each record, and at least `minLinesToCompact` lines. */
const linesForRecord = 4
const minLinesToCompact = 1000

/** Each line replaces the earlier lines of the same message. A line without a value removes the record. */
const lineSchema = z.object({ ts: z.string(), value: z.unknown().optional() })
type StoredLine = z.output<typeof lineSchema> & { number: number }

/** `stored` is the stored form of a record with fields that this version does not know. */
type DayRecord<T> = { value: T; stored?: unknown }

type DayRecords<T> = {
  records: Map<string, DayRecord<T>>
  /** The newest lines of damaged records, by the `ts` of their message. */
  damaged: Map<string, StoredLine>
  lines: number
  bytes: number
}

/**
 * Stores message records in append-only files, one for each channel and UTC day: `NAME/CHANNEL/2026-11-22.jsonl`. A damaged line affects its
 * record only. It stays in the file, which is not compacted any more.
 */
export function messageFiles(folder: string, deps: MessageFilesDeps = {}): OpenMessageRecords {
  const { ownsFolder = () => true, disk = realDisk, damage = createDamageLog() } = deps
  const mustHold = () => {
    if (!ownsFolder()) throw new FolderLostError(`The folder ${folder} belongs to another process now.`)
  }
  const files = lineFiles(disk)
  // One name has one schema, and its records must be opened once: a second cache would not see the changes of the first.
  const opened = new Map<string, MessageRecords<unknown>>()
  return <T>(name: string, schema: z.ZodType<T>) => {
    const known =
      opened.get(name) ?? openRecords<T>(folder, { name, schema }, { disk, files, damage, mustHold })
    opened.set(name, known as MessageRecords<unknown>)
    return known as MessageRecords<T>
  }
}

type RecordDeps = {
  disk: Disk
  files: ReturnType<typeof lineFiles>
  damage: DamageLog
  mustHold: () => void
}

function openRecords<T>(
  root: string,
  { name, schema }: { name: string; schema: z.ZodType<T> },
  { disk, files, damage, mustHold }: RecordDeps,
): MessageRecords<T> {
  const folder = join(root, name)
  const inOrder = createKeyedMutex()
  const cache = createCache<T>()
  /** The numbers of records in the files, so that counting reads no file again. */
  const counts = new Map<string, number>()
  /** The files whose names survive a power cut. */
  const durable = new Set<string>()

  const pathOf = ({ channel, ts }: MessageKey) =>
    join(folder, fileNameOf(channel), `${dayOfMessage(ts)}.jsonl`)

  function load(path: string): DayRecords<T> {
    const known = cache.find(path)
    if (known !== undefined) return known
    const day = readDay(path)
    cache.put(path, day)
    return day
  }

  function readDay(path: string): DayRecords<T> {
    const { newest, damages, lines, bytes } = readNewest(path, name, disk)
    const records = new Map<string, DayRecord<T>>()
    const damaged = new Map<string, StoredLine>()
    for (const [ts, line] of newest) {
      const { value, why } = checkMessage({ channel: channelOf(path), ts }, schema, line.value)
      if (why === undefined)
        records.set(ts, isDeepStrictEqual(value, line.value) ? { value } : { value, stored: line.value })
      else {
        damaged.set(ts, line)
        damages.set(lineId(line.number), damagedLine({ collection: name, path, line: line.number }, why))
      }
    }
    damage.replace(path, damages)
    counts.set(path, records.size)
    return { records, damaged, lines, bytes }
  }

  function append(path: string, ts: string, value: T | undefined): void {
    mustHold()
    const text = `${JSON.stringify({ ts, value })}\n`
    files.append(path, text)
    const day = cache.peek(path)
    if (day === undefined) return void counts.delete(path)
    day.lines++
    cache.grow(path, text.length)
    const damaged = day.damaged.get(ts)
    if (damaged !== undefined) damage.gone(path, lineId(damaged.number))
    day.damaged.delete(ts)
    if (value === undefined) day.records.delete(ts)
    else day.records.set(ts, { value })
    counts.set(path, day.records.size)
  }

  const damagedRecord = (path: string, ts: string) =>
    damage.has(path) ? load(path).damaged.get(ts) : undefined

  async function keepDamaged(path: string, { ts, value }: StoredLine): Promise<void> {
    await setAside(path, JSON.stringify({ ts, value }), disk)
  }

  async function add(key: MessageKey, value: T): Promise<T> {
    const path = pathOf(key)
    const damaged = damagedRecord(path, key.ts)
    if (damaged !== undefined) await keepDamaged(path, damaged)
    const known = load(path).records.get(key.ts)?.value
    if (known === undefined) append(path, key.ts, value)
    return known ?? value
  }

  async function sync(path: string): Promise<void> {
    await disk.syncFile(path)
    if (durable.has(path)) return
    // `add` may have created these folders, and it does not wait for the disk.
    for (const parent of [dirname(path), folder, root]) await disk.syncFolder(parent)
    durable.add(path)
  }

  async function compact(path: string): Promise<void> {
    const day = load(path)
    if (day.lines < Math.max(minLinesToCompact, linesForRecord * day.records.size)) return
    // The numbers of damaged lines must not change, because people look for them.
    if (damage.has(path)) return
    const end = files.end(path)
    const text = [...day.records]
      .map(([ts, { value, stored = value }]) => `${JSON.stringify({ ts, value: stored })}\n`)
      .join('')
    const next = `${path}.new`
    try {
      await disk.write(next, text)
      mustHold()
      // A line that was appended meanwhile is not in the new file.
      if (files.end(path) === end) disk.rename(next, path)
      else disk.remove(next)
    } catch (error) {
      disk.remove(next)
      throw error
    }
    files.forget(path)
    cache.remove(path)
    await disk.syncFolder(dirname(path))
  }

  return {
    async find(key) {
      return load(pathOf(key)).records.get(key.ts)?.value
    },
    add,
    async addAll(entries, { durably = false } = {}) {
      const refused: RefusedRecord[] = []
      const paths = new Set<string>()
      for (const { key, value } of entries) {
        if (Number.isFinite(Number(key.ts))) {
          await add(key, value)
          paths.add(pathOf(key))
        } else refused.push({ key, reason: `the time ${key.ts} of a message is no number` })
      }
      if (durably) for (const path of paths) await sync(path)
      return refused
    },
    change(key, next) {
      const path = pathOf(key)
      return inOrder(path, async () => {
        const damaged = damagedRecord(path, key.ts)
        if (damaged !== undefined && next(undefined) !== undefined) await keepDamaged(path, damaged)
        const before = load(path).records.get(key.ts)?.value
        const after = next(before)
        if (after === before) return before
        append(path, key.ts, after)
        await sync(path)
        // The change is stored, whatever becomes of this. A later change tries it again.
        await compact(path).catch(() => undefined)
        mustHold()
        return after
      })
    },
    async count(channel) {
      return dayFilesIn(folder, disk, channel).reduce(
        (sum, path) => sum + (counts.get(path) ?? load(path).records.size),
        0,
      )
    },
    async *since(since, channel) {
      // A pass through all channels would displace the files that are in use.
      const open = channel === undefined ? (path: string) => cache.peek(path) ?? readDay(path) : load
      const first = dateOf(since)
      for (const path of dayFilesIn(folder, disk, channel))
        if (dayOfFile(path) >= first && counts.get(path) !== 0) yield* recordsSince(open(path), since)
    },
    // Other processes cannot change the folder, so there are no changes to report.
    changes: async () => ({ changed: [], mark: '' }),
    async prune(before) {
      const first = dateOf(before)
      for (const path of dayFilesIn(folder, disk)) {
        if (dayOfFile(path) >= first) continue
        mustHold()
        const beside = disk.list(dirname(path)).map((name) => join(dirname(path), name))
        for (const aside of beside.filter((one) => one.startsWith(`${path}${asideEnding}`)))
          disk.remove(aside)
        disk.remove(path)
        files.forget(path)
        cache.remove(path)
        counts.delete(path)
        damage.replace(path, new Map())
      }
    },
  }
}

function* recordsSince<T>({ records }: DayRecords<T>, since: Time): Generator<T> {
  for (const [ts, { value }] of records) if (Number(ts) * 1000 >= since) yield value
}

const lineId = (number: number) => `line ${number}`

function damagedLine(
  { collection, path, line }: { collection: string; path: string; line: number },
  why: string,
): Damage {
  return { collection, place: { kind: 'line', path, line }, why }
}

/** Reads the newest line of each message, whatever the form of its value. */
export function readNewest(path: string, collection: string, disk: Disk) {
  const { lines, bytes, why } = readLines(path, disk)
  const damages = new Map<string, Damage>()
  if (why !== undefined) damages.set('file', { collection, place: { kind: 'file', path }, why })
  const newest = new Map<string, StoredLine>()
  for (const { number, ...line } of lines) {
    const { value, why } = line.why === undefined ? checkLine(path, line.value) : line
    if (why !== undefined) damages.set(lineId(number), damagedLine({ collection, path, line: number }, why))
    else if (value.value === undefined || value.value === null) newest.delete(value.ts)
    else newest.set(value.ts, { ...value, number })
  }
  return { newest, damages, lines: lines.at(-1)?.number ?? 0, bytes }
}

function checkLine(path: string, stored: unknown): Checked<z.output<typeof lineSchema>> {
  const line = checkShape(lineSchema, stored)
  if (line.why !== undefined) return line
  const time = Number(line.value.ts)
  const isOfDay = Number.isFinite(time) && dateOf(Math.max(0, time * 1000)) === dayOfFile(path)
  return isOfDay ? line : { why: 'its time is not of the day of the file' }
}

function createCache<T>() {
  const days = new Map<string, DayRecords<T>>()
  let total = 0

  function remove(path: string): void {
    total -= days.get(path)?.bytes ?? 0
    days.delete(path)
  }
  function grow(path: string, bytes: number): void {
    const day = days.get(path)
    if (day === undefined) return
    day.bytes += bytes
    total += bytes
    for (const oldest of days.keys()) if (total > maxCachedBytes && oldest !== path) remove(oldest)
  }
  return {
    peek: (path: string) => days.get(path),
    find(path: string): DayRecords<T> | undefined {
      const day = days.get(path)
      if (day === undefined) return undefined
      days.delete(path)
      days.set(path, day)
      return day
    },
    put(path: string, day: DayRecords<T>): void {
      const { bytes } = day
      days.set(path, Object.assign(day, { bytes: 0 }))
      grow(path, bytes)
    },
    grow,
    remove,
  }
}

export function dayFilesIn(folder: string, disk: Disk, channel?: string): string[] {
  const channels = channel === undefined ? disk.list(folder) : [fileNameOf(channel)]
  return channels.flatMap((name) =>
    disk
      .list(join(folder, name))
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => join(folder, name, file)),
  )
}

const dayOfFile = (path: string) => path.slice(-'2026-11-22.jsonl'.length, -'.jsonl'.length)

export const channelOf = (path: string) => decodeURIComponent(basename(dirname(path)))

const fileNameOf = (channel: string) => encodeURIComponent(channel).replaceAll('.', '%2E')
