import {
  type BigIntStats,
  closeSync,
  fdatasync,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { isNoFolderSync } from '@overheard/base/folder-sync'
import type { Time } from '@overheard/base/time'

/**
 * The store uses these file system operations. Small reads and writes are synchronous, because thousands of concurrent reads would exceed
 * the limit of open files. Only the sync to disk runs in another thread. The errors name the file.
 */
export type Disk = {
  read(path: string): Buffer | undefined
  /** Returns undefined if nothing exists at the path. `mark` is another text after each change, and `changedAt` is its time (UTC, ms). */
  look(path: string): { bytes: number; mark: string; changedAt: Time; isFolder: boolean } | undefined
  /** Replaces the content of a file. Resolves when the content survives a power cut. */
  write(path: string, content: string | Buffer): Promise<void>
  rename(from: string, to: string): void
  remove(path: string): void
  /** Creates a folder and its parents. Returns the topmost folder that it created, or undefined if all existed. */
  makeFolder(path: string): string | undefined
  list(folder: string): string[]
  syncFile(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

const syncContent = promisify(fdatasync)
const syncNames = promisify(fsync)
const openFolder = (path: string) => openSync(path, 'r')

/** These modes let only the user of the bot read the files and folders, because they contain mentions and names. */
export const fileMode = 0o600
export const folderMode = 0o700

/** Returns a text that is another one after each change of a file. */
export const markOf = ({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): string =>
  `${ino} ${size} ${mtimeNs}`

export const disk: Disk = {
  read: (path) => unlessMissing(() => naming(path, () => readFileSync(path)), undefined),
  look(path) {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return (
      found && {
        bytes: Number(found.size),
        mark: markOf(found),
        changedAt: Number(found.mtimeMs),
        isFolder: found.isDirectory(),
      }
    )
  },
  write(path, content) {
    // Exclusive: what somebody has prepared at the path, such as a link to another file, gets nothing.
    return withDescriptor(openNew(path), path, (descriptor) => {
      writeFileSync(descriptor, content)
      return syncContent(descriptor)
    })
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => mkdirSync(path, { recursive: true, mode: folderMode }),
  list: (folder) => unlessMissing(() => readdirSync(folder), []).sort(),
  syncFile: async (path) => withDescriptor(openSync(path, 'r+'), path, syncContent),
  syncFolder: (path) => syncFolder(path),
}

/** Does nothing if the file system cannot synchronise a folder, or this user may not open it. */
export async function syncFolder(path: string, sync = syncNames, open = openFolder): Promise<void> {
  try {
    await withDescriptor(open(path), path, sync)
  } catch (error) {
    if (!isNoFolderSync(error)) throw error
  }
}

/** Usually nothing is at the path, so it is removed only if something is. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', fileMode)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    rmSync(path, { force: true })
    return openSync(path, 'wx', fileMode)
  }
}

async function withDescriptor(
  descriptor: number,
  path: string,
  use: (descriptor: number) => Promise<void>,
): Promise<void> {
  try {
    await use(descriptor)
  } catch (error) {
    throw named(error, path)
  } finally {
    closeSync(descriptor)
  }
}

export function naming<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw named(error, path)
  }
}

/** Node names the file if it cannot be opened, but not if it cannot be written or synchronised. */
function named(error: unknown, path: string): unknown {
  if (error instanceof Error && 'code' in error && !('path' in error))
    return Object.assign(error, { path, message: `${error.message} '${path}'` })
  return error
}

function unlessMissing<T>(read: () => T, missing: T): T {
  try {
    return read()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return missing
    throw error
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
