import { Low } from 'lowdb'
import { z } from 'zod'
import type { Log } from '../model/log.ts'
import type { RecordType } from './records.ts'
import { durableFile } from './safe-file.ts'

/** A file of facts cannot be used, and neither can its backup. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}

type Entries = Record<string, unknown>

/** A lowdb file of facts. */
export type RecordFile = {
  low: Low<Entries>
  /** Entries that were checked, or written by ourselves. */
  sound: WeakSet<object>
  writing: Promise<void>
  next: Promise<void> | undefined
}

/** Opens one, which may not be there yet. Rejects with StateDamagedError where file and backup are damaged: facts would be gone in silence. */
export async function openRecordFile(path: string, log: Pick<Log, 'warn'>): Promise<RecordFile> {
  const file = durableFile(path, z.record(z.string(), z.unknown()))
  const found = await file.open()
  if (found.kind === 'damaged') {
    throw new StateDamagedError(
      `${found.reason}. Restore it from a copy, or move it and its .bak away to begin without it.`,
    )
  }
  if (found.kind === 'read' && found.restored)
    log.warn({ path }, 'a file of the state was damaged: its backup is used')
  return {
    low: new Low<Entries>(file, found.kind === 'read' ? found.data : {}),
    sound: new WeakSet(),
    writing: Promise.resolve(),
    next: undefined,
  }
}

/** Resolves when everything that has changed by now is durable. Changes that come together share one write. */
export function writeRecordFile(shelf: RecordFile): Promise<void> {
  shelf.next ??= shelf.writing
    .catch(() => undefined)
    .then(() => {
      shelf.next = undefined
      shelf.writing = shelf.low.write()
      return shelf.writing
    })
  return shelf.next
}

/** A fact of the shelf; it is checked when it is first read, and trusted from then on. Throws ZodError where it has another shape. */
export function recordOf<T>(shelf: RecordFile, { shape }: RecordType<T>, key: string): T | undefined {
  if (!Object.hasOwn(shelf.low.data, key)) return undefined
  const entry = shelf.low.data[key]
  if (isSound<T>(shelf, entry)) return entry
  const fact = shape.parse(entry)
  setRecord(shelf, key, fact)
  return fact
}

/** Puts a fact on the shelf, or takes it off where it is undefined; it is durable when the shelf has been written. */
export function setRecord({ low, sound }: RecordFile, key: string, value: unknown): void {
  if (value === undefined) delete low.data[key]
  else low.data[key] = value
  if (typeof value === 'object' && value !== null) sound.add(value)
}

/** Each key has one kind, so what was checked has its shape. */
function isSound<T>({ sound }: RecordFile, entry: unknown): entry is T {
  return typeof entry === 'object' && entry !== null && sound.has(entry)
}
