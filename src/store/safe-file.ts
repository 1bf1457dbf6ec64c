import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Adapter } from 'lowdb'
import type { z } from 'zod'

/** What a file held. `restored`: the file itself was missing or damaged, this is its backup generation. */
export type Read<T> =
  | { kind: 'fresh' }
  | { kind: 'read'; data: T; restored: boolean }
  | { kind: 'damaged'; reason: string }

/** A lowdb adapter that survives a crash at any moment, and says what it found instead of beginning anew in silence. */
export type SafeFile<T> = Adapter<T> & { open(): Promise<Read<T>> }

/**
 * A JSON file of a checked shape. A write is fsynced and renamed into place, the version before it stays as `<path>.bak`: a file of
 * its own, so that what damages the one does not reach the other. Where a crash falls between the two renames, the backup is the
 * last version that was acknowledged. lowdb's own adapters do none of this, and take a damaged file for an empty one; a general
 * atomic writer takes three times the system calls, and a kill leaves its temporary files behind. One write at a time a path.
 * A damaged file is set aside as `<path>.damaged`, so that the next write does not make it the backup.
 */
export function safeFile<T>(path: string, shape: z.ZodType<T>): SafeFile<T> {
  const backup = `${path}.bak`
  const next = `${path}.next`
  const open = async (): Promise<Read<T>> => {
    const current = await readChecked(path, shape)
    if (current.kind === 'read') return current
    const previous = await readChecked(backup, shape)
    if (previous.kind === 'read') {
      if (current.kind === 'damaged') await rename(path, `${path}.damaged`)
      return { ...previous, restored: true }
    }
    return current.kind === 'fresh' ? previous : current
  }
  return {
    open,
    async read() {
      const found = await open()
      return found.kind === 'read' ? found.data : null
    },
    async write(data) {
      await writeFile(next, JSON.stringify(data), { flush: true })
      await rename(path, backup).catch(unlessMissing)
      await rename(next, path)
    },
  }
}

async function readChecked<T>(path: string, shape: z.ZodType<T>): Promise<Read<T>> {
  try {
    const parsed = shape.safeParse(JSON.parse(await readFile(path, 'utf8')))
    if (parsed.success) return { kind: 'read', data: parsed.data, restored: false }
    return { kind: 'damaged', reason: `${path} does not have the expected shape` }
  } catch (error) {
    if (isMissing(error)) return { kind: 'fresh' }
    return {
      kind: 'damaged',
      reason: `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    }
  }
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
