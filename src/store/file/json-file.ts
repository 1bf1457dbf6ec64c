import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { z } from 'zod'
import type { Disk } from './disk.ts'

/** A `damaged` file is not JSON or does not fit the schema. */
type Read<T> = { kind: 'missing' } | { kind: 'read'; data: T } | { kind: 'damaged'; reason: string }

/**
 * This lowdb adapter reads and writes a small JSON file. lowdb's own adapters do not wait for the disk, and do not check the shape of the
 * content. A write replaces the whole file, so after a crash or a power cut the file has the old or the new content. Two writes of one path
 * must not overlap.
 */
export type JsonFile<T> = Adapter<T> & { open(): Read<T> }

export function jsonFile<T>(path: string, schema: z.ZodType<T>, disk: Disk): JsonFile<T> {
  const open = () => readJson(path, schema, disk)
  return {
    open,
    async read() {
      const found = open()
      return found.kind === 'read' ? found.data : null
    },
    async write(data) {
      const next = `${path}.new`
      await disk.write(next, JSON.stringify(data))
      disk.rename(next, path)
      await disk.syncFolder(dirname(path))
    },
  }
}

function readJson<T>(path: string, schema: z.ZodType<T>, disk: Disk): Read<T> {
  const text = disk.read(path)
  if (text === undefined) return { kind: 'missing' }
  try {
    return { kind: 'read', data: schema.parse(JSON.parse(text)) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it does not have the expected shape' : String(error)
    return { kind: 'damaged', reason: `${path} cannot be used: ${reason}` }
  }
}

export function fileNameOf(readable: string, key: string): string {
  const name = readable
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 12)}.json`
}
