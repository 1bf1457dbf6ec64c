import { dirname, join } from 'node:path'
import { z } from 'zod'
import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import type { MessageKey, MessageRecords, OpenMessageRecords, RefusedRecord } from '../../model/collection.ts'
import { dateOf } from '../../model/utc-date.ts'
import { dayOfMessage, StateDamagedError } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { FolderLostError } from './folder-lock.ts'

type Deps = {
  ownsFolder?: () => boolean
  disk?: Disk
}

const maxCachedFiles = 16

/** A file is compacted if it has this many lines for each record, and at least `minLinesToCompact` lines. */
const linesForRecord = 4
const minLinesToCompact = 1000

/** Each line replaces the earlier lines of the same message. A line without a value removes the record. */
const lineSchema = z.object({ ts: z.string(), value: z.unknown().optional() })

type DayRecords = { records: Map<string, unknown>; lines: number }

/**
 * Stores message records in append-only files, one for each channel and UTC day: `NAME/CHANNEL/2026-11-22.jsonl`. A last line that a crash
 * cut off is dropped. Any other damaged line is an error, because people may have entered its data.
 */
export function messageFiles(folder: string, deps: Deps = {}): OpenMessageRecords {
  const { ownsFolder = () => true, disk = realDisk } = deps
  const mustHold = () => {
    if (!ownsFolder()) throw new FolderLostError(`The folder ${folder} belongs to another process now.`)
  }
  return (name, schema) => openRecords(join(folder, name), schema, disk, mustHold)
}

function openRecords<T>(
  folder: string,
  schema: z.ZodType<T>,
  disk: Disk,
  mustHold: () => void,
): MessageRecords<T> {
  const inOrder = createKeyedMutex()
  const cache = new Map<string, DayRecords>()
  /** `repaired` has the files whose last line is complete. `durable` has the files whose names survive a power cut. */
  const repaired = new Set<string>()
  const durable = new Set<string>()

  const pathOf = ({ channel, ts }: MessageKey) =>
    join(folder, fileNameOf(channel), `${dayOfMessage(ts)}.jsonl`)

  function load(path: string): DayRecords {
    const known = cache.get(path) ?? readDay(path, disk)
    cache.delete(path)
    cache.set(path, known)
    for (const oldest of cache.keys()) if (cache.size > maxCachedFiles) cache.delete(oldest)
    return known
  }

  function append(path: string, ts: string, value: T | undefined): void {
    mustHold()
    if (!repaired.has(path)) {
      disk.makeFolder(dirname(path))
      dropTornLine(path, disk)
      repaired.add(path)
    }
    disk.append(path, `${JSON.stringify({ ts, value })}\n`)
    const cached = cache.get(path)
    if (cached === undefined) return
    cached.lines++
    if (value === undefined) cached.records.delete(ts)
    else cached.records.set(ts, value)
  }

  function add(key: MessageKey, value: T): T {
    const path = pathOf(key)
    const known = parsed(load(path), key.ts)
    if (known === undefined) append(path, key.ts, value)
    return known ?? value
  }

  async function sync(path: string): Promise<void> {
    await disk.syncFile(path)
    if (durable.has(path)) return
    // `add` may have created these folders, and it does not wait for the disk.
    for (const parent of [dirname(path), folder, dirname(folder)]) await disk.syncFolder(parent)
    durable.add(path)
  }

  async function compact(path: string): Promise<void> {
    const day = load(path)
    if (day.lines < Math.max(minLinesToCompact, linesForRecord * day.records.size)) return
    const { lines } = day
    const text = [...day.records].map(([ts, value]) => `${JSON.stringify({ ts, value })}\n`).join('')
    await disk.write(`${path}.new`, text)
    if (day.lines !== lines) return
    mustHold()
    disk.rename(`${path}.new`, path)
    day.lines = day.records.size
    await disk.syncFolder(dirname(path))
  }

  function parsed({ records }: DayRecords, ts: string): T | undefined {
    const value = records.get(ts)
    return value === undefined ? undefined : schema.parse(value)
  }

  return {
    async find(key) {
      return parsed(load(pathOf(key)), key.ts)
    },
    add: async (key, value) => add(key, value),
    async addAll(entries, { durably = false } = {}) {
      const refused: RefusedRecord[] = []
      const paths = new Set<string>()
      for (const { key, value } of entries) {
        if (Number.isFinite(Number(key.ts))) {
          add(key, value)
          paths.add(pathOf(key))
        } else refused.push({ key, reason: `the time ${key.ts} of a message is no number` })
      }
      if (durably) for (const path of paths) await sync(path)
      return refused
    },
    change(key, next) {
      const path = pathOf(key)
      return inOrder(path, async () => {
        const before = parsed(load(path), key.ts)
        const after = next(before)
        if (after === before) return before
        append(path, key.ts, after)
        await sync(path)
        await compact(path)
        mustHold()
        return after
      })
    },
    async count(channel) {
      return filesOf(folder, disk, channel).reduce((sum, path) => sum + load(path).records.size, 0)
    },
    async *since(since, channel) {
      const first = dateOf(since)
      for (const path of filesOf(folder, disk, channel)) {
        if (dayOfFile(path) < first) continue
        const day = cache.get(path) ?? readDay(path, disk)
        for (const [ts, value] of day.records) if (Number(ts) * 1000 >= since) yield schema.parse(value)
      }
    },
    // Other processes cannot change the folder, so there are no changes to report.
    changes: async () => ({ changed: [], mark: '' }),
    async prune(before) {
      const first = dateOf(before)
      for (const path of filesOf(folder, disk)) {
        if (dayOfFile(path) >= first) continue
        mustHold()
        disk.remove(path)
        cache.delete(path)
      }
    },
  }
}

function readDay(path: string, disk: Disk): DayRecords {
  const text = disk.read(path) ?? ''
  const records = new Map<string, unknown>()
  const lines = text.slice(0, endOfLines(text)).split('\n').slice(0, -1)
  for (const [index, line] of lines.entries()) {
    const { ts, value } = parseLine(line, () => `${path}, line ${index + 1}`)
    if (value === undefined || value === null) records.delete(ts)
    else records.set(ts, value)
  }
  return { records, lines: lines.length }
}

function parseLine(line: string, where: () => string): z.output<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch (cause) {
    const what = `${where()} cannot be read. It may say what people did with a card, or hold events for webhooks.`
    throw new StateDamagedError(`${what} Restore the file from a copy, or delete this line.`, { cause })
  }
}

function dropTornLine(path: string, disk: Disk): void {
  const text = disk.read(path) ?? ''
  const end = endOfLines(text)
  if (end < text.length) disk.truncate(path, Buffer.byteLength(text.slice(0, end)))
}

const endOfLines = (text: string) => text.lastIndexOf('\n') + 1

function filesOf(folder: string, disk: Disk, channel?: string): string[] {
  const channels = channel === undefined ? disk.list(folder) : [fileNameOf(channel)]
  return channels.flatMap((name) =>
    disk
      .list(join(folder, name))
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => join(folder, name, file)),
  )
}

const dayOfFile = (path: string) => path.slice(-'2026-11-22.jsonl'.length, -'.jsonl'.length)

const fileNameOf = (channel: string) => encodeURIComponent(channel).replaceAll('.', '%2E')
