import { join } from 'node:path'
import { z } from 'zod'
import { createBatchWriter } from '../../async/batch-writer.ts'
import type { Time } from '../../async/time.ts'
import { dateOf } from '../../model/calendar-date.ts'
import type { Damage } from '../../model/damage.ts'
import { type DecisionRecord, decisionRecordSchema } from '../../model/decision.ts'
import { compareIds, type Id, idSchema } from '../../model/id.ts'
import { checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import type { DecisionLog, StoreDeps } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { type Line, lineFiles, parseLines, readLines } from './line-files.ts'

const dayMs = 86_400_000

/** A block of the log has about this many bytes (250 decisions), and the index has one line for each block. */
const blockBytes = 65_536

/** Describes a block of a day's log by its byte offsets, and by the least and the largest mention id of each alert in the block. */
const blockSchema = z.object({
  start: z.int(),
  end: z.int(),
  ids: z.record(idSchema, z.tuple([idSchema, idSchema])),
})
type LogBlock = z.infer<typeof blockSchema>

/**
 * Stores the decision log in append-only files, one for each UTC day: `decisions/2026-11-22.jsonl`. An index beside each file shows which
 * blocks may contain a mention. Ids of an alert grow with time, so usually only one block is read. A decision is written after its
 * checkpoint, so a crash can lose a log entry but never a message in Slack. A damaged line is left out.
 */
export function decisionFiles(
  folder: string,
  { now, setTimer, log, damage = createDamageLog() }: StoreDeps & { damage?: DamageLog },
  disk: Disk = realDisk,
): DecisionLog {
  const place = join(folder, 'decisions')
  const files = lineFiles(disk)
  const writer = createDayWriter(place, files)
  let isFailing = false
  const batches = createBatchWriter<DecisionRecord>(async (entries) => {
    try {
      if (entries.length > 0) writer.write(entries, now())
      isFailing = false
      return []
    } catch (error) {
      if (!isFailing)
        log.warn(
          { err: error, waiting: entries.length },
          'could not write decisions to the decision log; retrying every second',
        )
      isFailing = true
      return entries
    }
  }, setTimer)
  let latest: Promise<Map<string, number>> | undefined

  function readDay(day: string): DecisionRecord[] {
    const path = logFile(place, day)
    const { lines, why } = readLines(path, disk)
    const damages = new Map<string, Damage>()
    const at = { collection: 'decisions', place: { kind: 'file', path } } as const
    if (why !== undefined) damages.set('file', { ...at, why })
    const entries = lines.flatMap((line) => {
      const { value, why } = entryOf(line)
      if (why === undefined) return [value]
      const place = { kind: 'line', path, line: line.number } as const
      damages.set(`line ${line.number}`, { ...at, place, why })
      return []
    })
    damage.replace(path, damages)
    return entries
  }

  async function* entriesSince(since: Time): AsyncGenerator<DecisionRecord> {
    await batches.flush()
    for (const day of daysIn(place, disk)) {
      if (Date.parse(day) + dayMs <= since) continue
      for (const entry of readDay(day)) if (entry.at >= since) yield entry
    }
  }

  async function readLatest(): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for await (const entry of entriesSince(now() - dayMs)) noteLatest(found, entry)
    return found
  }

  return {
    record(entries) {
      batches.add(entries)
      void latest?.then((known) => {
        for (const entry of entries) noteLatest(known, entry)
      })
    },
    entries: entriesSince,
    async of(mention, alert) {
      await batches.flush()
      return daysIn(place, disk).flatMap((day) => findInDay(place, day, { mention, alert }, disk))
    },
    latest() {
      latest ??= readLatest()
      latest.catch(() => {
        latest = undefined
      })
      return latest
    },
    async prune(before) {
      const first = dateOf(before)
      for (const day of daysIn(place, disk)) {
        if (day >= first) continue
        for (const path of [logFile(place, day), indexFile(place, day)]) {
          disk.remove(path)
          files.forget(path)
          damage.replace(path, new Map())
        }
      }
    },
    close: batches.close,
  }
}

function noteLatest(known: Map<string, number>, { subscription, at, outcome }: DecisionRecord): void {
  if (outcome !== 'waiting') known.set(subscription, Math.max(at, known.get(subscription) ?? 0))
}

function createDayWriter(place: string, files: Pick<ReturnType<typeof lineFiles>, 'append' | 'end'>) {
  let day = ''
  let block: LogBlock = { start: 0, end: 0, ids: {} }

  return {
    /** Writes all entries or none. Throws the error of the disk. */
    write(entries: DecisionRecord[], now: Time): void {
      const today = dateOf(now)
      const path = logFile(place, today)
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      files.append(path, text)
      const end = files.end(path)
      if (today !== day) block = { start: end - Buffer.byteLength(text), end, ids: {} }
      day = today
      block.end = end
      for (const { alert, id } of entries) block.ids[alert] = widened(block.ids[alert], id)
      if (block.end - block.start < blockBytes) return
      const index = `${JSON.stringify(block)}\n`
      block = { start: end, end, ids: {} }
      try {
        files.append(indexFile(place, day), index)
      } catch {
        // The index only saves time: what it does not cover is read.
      }
    },
  }
}

function widened(range: [Id, Id] | undefined, id: Id): [Id, Id] {
  const [least, largest] = range ?? [id, id]
  return [compareIds(id, least) < 0 ? id : least, compareIds(id, largest) > 0 ? id : largest]
}

function findInDay(
  place: string,
  day: string,
  { mention, alert }: { mention: Id; alert: Id | undefined },
  disk: Disk,
): DecisionRecord[] {
  const path = logFile(place, day)
  const found: DecisionRecord[] = []
  const readRange = (start: number, end: number | undefined) => {
    for (const line of parseLines(disk.readBytes(path, start, end))) {
      const { value: entry } = entryOf(line)
      if (entry?.id === mention && (alert ?? entry.alert) === entry.alert) found.push(entry)
    }
  }
  let covered = 0
  for (const { start, end, ids } of blocksOf(place, day, disk)) {
    if (start > covered) readRange(covered, start)
    const ranges = alert === undefined ? Object.values(ids) : [ids[alert]]
    if (ranges.some((range) => range && isWithin(mention, range))) readRange(start, end)
    covered = end
  }
  readRange(covered, undefined)
  return found
}

const isWithin = (id: Id, [least, largest]: [Id, Id]) =>
  compareIds(least, id) <= 0 && compareIds(id, largest) <= 0

function blocksOf(place: string, day: string, disk: Disk): LogBlock[] {
  const blocks: LogBlock[] = []
  for (const line of readLines(indexFile(place, day), disk).lines) {
    const { value } = checkShape(blockSchema, line.value)
    if (value === undefined || value.start < (blocks.at(-1)?.end ?? 0)) return blocks
    blocks.push(value)
  }
  return blocks
}

const entryOf = (line: Line) =>
  line.why === undefined ? checkShape(decisionRecordSchema, line.value) : { why: line.why }

const logFile = (place: string, day: string) => join(place, `${day}.jsonl`)
const indexFile = (place: string, day: string) => join(place, `${day}.index`)

function daysIn(place: string, disk: Disk): string[] {
  return disk
    .list(place)
    .filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name))
    .map((name) => name.slice(0, -'.jsonl'.length))
}
