import { join } from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import type { Kind, Records } from './records.ts'
import { safeFile } from './safe-file.ts'

/** A file of facts cannot be used, and neither can its backup. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}

type Entries = Record<string, unknown>
type Shelf = {
  low: Low<Entries>
  /** Entries that were checked, or written by ourselves. */
  sound: WeakSet<object>
  writing: Promise<void>
  next: Promise<void> | undefined
}

/**
 * One lowdb file a kind. A fact is checked when it is first read, and trusted from then on: the counts of an alert are read at
 * every turn. Changes that come together share one write. A file that is damaged beyond its backup is an error, never
 * an empty file: facts would be gone in silence.
 */
export function recordFiles(folder: string, log: { warn(fields: object, sentence: string): void }): Records {
  const shelves = new Map<string, Promise<Shelf>>()
  const shelfOf = ({ name }: Kind<unknown>): Promise<Shelf> => {
    const known = shelves.get(name)
    if (known !== undefined) return known
    const opening = openShelf(join(folder, `${name}.json`), log)
    shelves.set(name, opening)
    opening.catch(() => shelves.delete(name))
    return opening
  }
  return {
    async find(kind, key) {
      return factOf(await shelfOf(kind), kind, key)
    },
    async all(kind) {
      const shelf = await shelfOf(kind)
      return Object.keys(shelf.low.data).flatMap((key) => {
        const value = factOf(shelf, kind, key)
        return value === undefined ? [] : [{ key, value }]
      })
    },
    async change(kind, key, next) {
      const shelf = await shelfOf(kind)
      const before = factOf(shelf, kind, key)
      const after = next(before)
      if (after === before) return before
      set(shelf, key, after)
      try {
        await write(shelf)
      } catch (error) {
        // Another change may have come after this one: that is not taken back with it.
        if (shelf.low.data[key] === after) set(shelf, key, before)
        throw error
      }
      return after
    },
  }
}

async function openShelf(
  path: string,
  log: { warn(fields: object, sentence: string): void },
): Promise<Shelf> {
  const file = safeFile(path, z.record(z.string(), z.unknown()))
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

function write(shelf: Shelf): Promise<void> {
  shelf.next ??= shelf.writing
    .catch(() => undefined)
    .then(() => {
      shelf.next = undefined
      shelf.writing = shelf.low.write()
      return shelf.writing
    })
  return shelf.next
}

function factOf<T>(shelf: Shelf, { shape }: Kind<T>, key: string): T | undefined {
  if (!Object.hasOwn(shelf.low.data, key)) return undefined
  const entry = shelf.low.data[key]
  if (isSound<T>(shelf, entry)) return entry
  const fact = shape.parse(entry)
  set(shelf, key, fact)
  return fact
}

/** Each key has one kind, so what was checked has its shape. */
function isSound<T>({ sound }: Shelf, entry: unknown): entry is T {
  return typeof entry === 'object' && entry !== null && sound.has(entry)
}

function set({ low, sound }: Shelf, key: string, value: unknown): void {
  if (value === undefined) delete low.data[key]
  else low.data[key] = value
  if (typeof value === 'object' && value !== null) sound.add(value)
}
