import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/**
 * Replaces what a file holds; durable when it resolves. It is written over in place, and may be torn where that is cut short; only a
 * new file takes its place whole, because half of one that was never written before would pass for a damaged one.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
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
