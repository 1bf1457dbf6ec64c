import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { z } from 'zod'

/** What a file held. `restored`: one of its two generations is missing, damaged or far older, so a newer one may be lost. */
type Read<T> =
  | { kind: 'fresh' }
  | { kind: 'read'; data: T; restored: boolean }
  | { kind: 'damaged'; reason: string }

/**
 * A lowdb adapter that survives a crash at any moment, and says what it found instead of beginning anew in silence. Reading rejects
 * only where this process has too many files open.
 */
export type DurableFile<T> = Adapter<T> & { open(): Promise<Read<T>> }

/** One of the two files: what it holds, and as the how-manieth writing. */
type Generation<T> =
  | { kind: 'missing' }
  | { kind: 'damaged'; reason: string }
  | { kind: 'sound'; path: string; generation: number; data: T }

/**
 * What stands in a file. The checksum is that of `data` as JSON, begun with the generation: a write that was torn is told by it, even
 * where it is still JSON.
 */
const envelope = z.object({ generation: z.int().positive(), crc32: z.int(), data: z.unknown() })

/** Before there were generations, a file held the data alone, and its backup the data before it. */
const bare = z.looseObject({ crc32: z.undefined().optional() })

/**
 * JSON of a checked shape in two files, `<path>` and `<path>.bak`, written in turn: the newest generation is in the one, the
 * generation before it in the other, and a crash in the middle of a write hurts only the older one. Written in place and
 * padded with blanks, since a new file, or a new size, costs the file system a commit of its journal: five times as much as the
 * data. lowdb's own adapters do none of this, and take a damaged file for an empty one. One write at a time a path.
 */
export function durableFile<T>(path: string, shape: z.ZodType<T>): DurableFile<T> {
  const backup = `${path}.bak`
  let newest: { path: string; generation: number } | undefined
  const openBoth = (): Read<T> => {
    const [one, other] = [readGeneration(path, shape), readGeneration(backup, shape)]
    const [first, second] = isNewer(other, one) ? [other, one] : [one, other]
    newest = first.kind === 'sound' ? first : { path: backup, generation: 0 }
    if (first.kind === 'sound') {
      return { kind: 'read', data: first.data, restored: !mayStandBeside(second, first.generation) }
    }
    const damaged = [one, other].find((found) => found.kind === 'damaged')
    return damaged ?? { kind: 'fresh' }
  }
  return {
    open: async () => openBoth(),
    async read() {
      const found = openBoth()
      return found.kind === 'read' ? found.data : null
    },
    async write(data) {
      if (newest === undefined) openBoth()
      const older = newest?.path === path ? backup : path
      const generation = (newest?.generation ?? 0) + 1
      const text = JSON.stringify(data)
      await writeDurably(
        older,
        `{"generation":${generation},"crc32":${crc32(text, generation)},"data":${text}}`,
      )
      newest = { path: older, generation }
    },
  }
}

function isNewer<T>(a: Generation<T>, b: Generation<T>): boolean {
  return a.kind === 'sound' && (b.kind !== 'sound' || a.generation > b.generation)
}

/** Beside the newest stands the one before it, or a copy of the newest that somebody made. A file of one writing has none. */
function mayStandBeside<T>(second: Generation<T>, newest: number): boolean {
  return second.kind === 'sound' ? second.generation >= newest - 1 : second.kind === 'missing' && newest <= 1
}

/** Read at once, as it is written: thousands that are read side by side would take more open files than a process may have. */
function readGeneration<T>(path: string, shape: z.ZodType<T>): Generation<T> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (bare.safeParse(content).success) return ofGeneration(0, path, shape.safeParse(content))
    const { generation, crc32: sum, data } = envelope.parse(content)
    return crc32(JSON.stringify(data), generation) === sum
      ? ofGeneration(generation, path, shape.safeParse(data))
      : { kind: 'damaged', reason: `${path} does not hold what was written` }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'missing' }
    // This says nothing of the file, and the next write would go over the newest generation.
    if (codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE') throw error
    const why = error instanceof z.ZodError ? 'not the expected shape' : String(error)
    return { kind: 'damaged', reason: `${path} cannot be read: ${why}` }
  }
}

function ofGeneration<T>(generation: number, path: string, checked: z.ZodSafeParseResult<T>): Generation<T> {
  return checked.success
    ? { kind: 'sound', path, generation, data: checked.data }
    : { kind: 'damaged', reason: `${path} does not have the expected shape` }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Replaces what a file holds; durable when it resolves. It is written over in place, and may be torn where that is cut short; only a
 * new file takes its place whole, because half of one that was never written before would pass for a damaged one.
 */
async function writeDurably(path: string, text: string): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return overwrite(path, text)
  const next = `${path}.new`
  await overwrite(next, text)
  renameSync(next, path)
  await flushFolder(dirname(path))
}

/** Files grow by so many bytes, so that few writes change a size. */
const growth = 1024

const flushed = promisify(fdatasync)

/**
 * Only the flush waits for the disk and goes to another thread; opening and writing a small file that exists takes less time than
 * asking a thread to do it.
 */
async function overwrite(path: string, text: string): Promise<void> {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT)
  try {
    const length = Buffer.byteLength(text)
    const size = Math.max(fstatSync(file).size, Math.ceil(length / growth) * growth)
    writeFileSync(file, text + ' '.repeat(size - length))
    await flushed(file)
  } finally {
    closeSync(file)
  }
}

/** A new file, or folder, stands in its folder for good only when that is flushed, too. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
