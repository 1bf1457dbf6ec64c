import {
  appendFileSync,
  closeSync,
  fdatasync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'

/**
 * The store uses these file system operations. Small reads and writes are synchronous, because thousands of concurrent reads would exceed
 * the limit of open files. Only the sync to disk runs in another thread.
 */
export type Disk = {
  read(path: string): string | undefined
  readBytes(path: string, start: number, end?: number): string
  /** Replaces the content of a file. Resolves when the content survives a power cut. */
  write(path: string, text: string): Promise<void>
  append(path: string, text: string): void
  truncate(path: string, bytes: number): void
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

/** These modes let only the user of the bot read the files and folders, because they contain mentions and names. */
export const fileMode = 0o600
export const folderMode = 0o700

export const disk: Disk = {
  read: (path) => unlessMissing(() => readFileSync(path, 'utf8'), undefined),
  readBytes(path, start, end) {
    const descriptor = openSync(path, 'r')
    try {
      const length = Math.max(0, (end ?? fstatSync(descriptor).size) - start)
      const bytes = Buffer.alloc(length)
      return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, length, start))
    } finally {
      closeSync(descriptor)
    }
  },
  write: (path, text) =>
    withDescriptor(path, 'w', (descriptor) => {
      writeFileSync(descriptor, text)
      return syncContent(descriptor)
    }),
  append: (path, text) => appendFileSync(path, text, { mode: fileMode }),
  truncate: truncateSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => mkdirSync(path, { recursive: true, mode: folderMode }),
  list: (folder) => unlessMissing(() => readdirSync(folder), []).sort(),
  syncFile: (path) => withDescriptor(path, 'r+', syncContent),
  syncFolder: (path) => withDescriptor(path, 'r', syncNames),
}

async function withDescriptor(
  path: string,
  flags: string,
  use: (descriptor: number) => Promise<void>,
): Promise<void> {
  const descriptor = openSync(path, flags, fileMode)
  try {
    await use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function unlessMissing<T>(read: () => T, missing: T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing
    throw error
  }
}
