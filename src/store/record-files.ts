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
type Shelf = { low: Low<Entries>; writing: Promise<void>; next: Promise<void> | undefined }

/**
 * One lowdb file a kind. Changes that come together share one write. A file that is damaged beyond its backup is an error, never
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
      const { low } = await shelfOf(kind)
      return Object.hasOwn(low.data, key) ? kind.shape.parse(low.data[key]) : undefined
    },
    async all(kind) {
      const { low } = await shelfOf(kind)
      return Object.entries(low.data).map(([key, value]) => ({ key, value: kind.shape.parse(value) }))
    },
    async change(kind, key, next) {
      const shelf = await shelfOf(kind)
      const before = Object.hasOwn(shelf.low.data, key) ? kind.shape.parse(shelf.low.data[key]) : undefined
      const after = next(before)
      if (after === before) return before
      set(shelf.low.data, key, after)
      try {
        await write(shelf)
      } catch (error) {
        // Another change may have come after this one: that is not taken back with it.
        if (shelf.low.data[key] === after) set(shelf.low.data, key, before)
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

function set(entries: Entries, key: string, value: unknown): void {
  if (value === undefined) delete entries[key]
  else entries[key] = value
}
