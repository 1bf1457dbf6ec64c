import { closeSync, constants, fdatasync, fstatSync, openSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { z } from 'zod'

/** What a file held. `restored`: one of its two generations is missing or damaged, and that may have been the newer one. */
export type Read<T> =
  | { kind: 'fresh' }
  | { kind: 'read'; data: T; restored: boolean }
  | { kind: 'damaged'; reason: string }

/** A lowdb adapter that survives a crash at any moment, and says what it found instead of beginning anew in silence. */
export type SafeFile<T> = Adapter<T> & { open(): Promise<Read<T>> }

/** One of the two files: what it holds, and as the how-manieth writing. */
type Generation<T> =
  | { kind: 'missing' }
  | { kind: 'damaged'; reason: string }
  | { kind: 'sound'; path: string; generation: number; data: T }

/** What stands in a file. The checksum is that of `data` as JSON, begun with the generation: a write that was torn is told by it, even where it is still JSON. */
const envelope = z.object({ generation: z.int().positive(), crc32: z.int(), data: z.unknown() })

/**
 * JSON of a checked shape in two files, `<path>` and `<path>.bak`, written in turn: the newest generation is in the one, the
 * generation before it in the other, and a crash in the middle of a write hurts only the older one. Written in place and
 * padded with blanks, since a new file, or a new size, costs the file system a commit of its journal: five times as much as the
 * data. lowdb's own adapters do none of this, and take a damaged file for an empty one. One write at a time a path.
 */
export function safeFile<T>(path: string, shape: z.ZodType<T>): SafeFile<T> {
  const backup = `${path}.bak`
  let newest: { path: string; generation: number } | undefined
  const openBoth = async (): Promise<Read<T>> => {
    const [one, other] = await Promise.all([readGeneration(path, shape), readGeneration(backup, shape)])
    const [first, second] = isNewer(other, one) ? [other, one] : [one, other]
    newest = first.kind === 'sound' ? first : { path: backup, generation: 0 }
    if (first.kind === 'sound') {
      const isFirst = first.generation === 1 && second.kind === 'missing'
      return { kind: 'read', data: first.data, restored: second.kind !== 'sound' && !isFirst }
    }
    const damaged = [one, other].find((found) => found.kind === 'damaged')
    return damaged ?? { kind: 'fresh' }
  }
  return {
    open: openBoth,
    async read() {
      const found = await openBoth()
      return found.kind === 'read' ? found.data : null
    },
    async write(data) {
      if (newest === undefined) await openBoth()
      const older = newest?.path === path ? backup : path
      const generation = (newest?.generation ?? 0) + 1
      const text = JSON.stringify(data)
      await overwrite(older, `{"generation":${generation},"crc32":${crc32(text, generation)},"data":${text}}`)
      newest = { path: older, generation }
    },
  }
}

function isNewer<T>(a: Generation<T>, b: Generation<T>): boolean {
  return a.kind === 'sound' && (b.kind !== 'sound' || a.generation > b.generation)
}

async function readGeneration<T>(path: string, shape: z.ZodType<T>): Promise<Generation<T>> {
  try {
    const { generation, crc32: sum, data: raw } = envelope.parse(JSON.parse(await readFile(path, 'utf8')))
    const checked = shape.safeParse(raw)
    return checked.success && crc32(JSON.stringify(raw), generation) === sum
      ? { kind: 'sound', path, generation, data: checked.data }
      : { kind: 'damaged', reason: `${path} does not hold what was written` }
  } catch (error) {
    if (isMissing(error)) return { kind: 'missing' }
    const why = error instanceof z.ZodError ? 'not the expected shape' : String(error)
    return { kind: 'damaged', reason: `${path} cannot be read: ${why}` }
  }
}

/** Files grow by so many bytes, so that few writes change a size. */
const growth = 1024

const flushed = promisify(fdatasync)

/**
 * Durable when it resolves. Only the flush waits for the disk and goes to another thread; opening and writing a small file that
 * exists takes less time than asking a thread to do it.
 */
async function overwrite(path: string, text: string): Promise<void> {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT)
  try {
    const length = Buffer.byteLength(text)
    const before = fstatSync(file).size
    const size = Math.max(before, Math.ceil(length / growth) * growth)
    writeFileSync(file, text + ' '.repeat(size - length))
    await flushed(file)
    if (before === 0) await flushFolder(dirname(path))
  } finally {
    closeSync(file)
  }
}

/** A new file stands in its folder for good only when the folder is flushed, too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
