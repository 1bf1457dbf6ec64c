import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type Checked, readJson } from '../damage.ts'
import { codeOf, type Disk } from './disk.ts'

/** Returns undefined if the file does not exist. */
export function readJsonFile(path: string, disk: Disk): Checked<unknown> | undefined {
  const found = readBytes(path, disk)
  return found instanceof Uint8Array ? readJson(found) : found
}

/**
 * Replaces the whole file, so after a crash or a power cut it has the old or the new content. Resolves when the new content survives a power
 * cut. Two writes of one path must not overlap.
 */
export async function replaceFile(path: string, content: string | Buffer, disk: Disk): Promise<void> {
  const next = `${path}.new`
  await disk.write(next, content)
  disk.rename(next, path)
  await disk.syncFolder(dirname(path))
}

/** Returns why the content is lost if the disk cannot read it, or if it is a folder. Throws every other error of the disk. */
export function readBytes(path: string, disk: Disk): Buffer | { why: string } | undefined {
  try {
    return disk.read(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EISDIR') return { why: 'it is a folder' }
    if (code === 'EIO') return { why: 'the disk cannot read it' }
    throw error
  }
}

/** The ending of files with what was damaged and had to be replaced. No program reads them. */
export const asideEnding = '.damaged'
const isAside = /\.damaged(-\d+)?$/

/** Keeps what a write is about to replace in a file of its own, beside `path`. Resolves when that file survives a power cut. */
export async function setAside(path: string, content: string | Buffer, disk: Disk): Promise<void> {
  let place = `${path}${asideEnding}`
  for (let count = 2; disk.look(place) !== undefined; count++) place = `${path}${asideEnding}-${count}`
  await disk.write(place, content)
  await disk.syncFolder(dirname(place))
}

/** Sets a whole file aside that a write is about to replace, if it can be read. */
export async function keepCopy(path: string, disk: Disk): Promise<void> {
  const found = readBytes(path, disk)
  if (found instanceof Buffer) await setAside(path, found, disk)
}

/** Returns the files with what was set aside, among these entries of the folder and in the folders of these. */
export function filesAside(folder: string, disk: Disk, names = disk.list(folder)): string[] {
  return names.flatMap((name) => {
    const path = join(folder, name)
    if (isAside.test(name)) return [path]
    return name.includes('.') || disk.look(path)?.isFolder !== true ? [] : filesAside(path, disk)
  })
}

export function fileNameOf(readable: string, key: string): string {
  const name = readable
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 12)}.json`
}
