import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file as it shall be. `mode` as in chmod. */
type NewFile = { path: string; text: string; mode: number }

/**
 * Replaces files, each atomically: all are written and synced beside their place first, so that a full disk or a missing right leaves
 * every one as it was. Follows symbolic links. Rejects with the file system's error.
 */
export async function replaceFiles(files: NewFile[]): Promise<void> {
  const placed = await Promise.all(
    files.map(async (file) => ({ ...file, path: await resolveLink(file.path) })),
  )
  try {
    for (const file of placed) await writeTemporaryFile(file)
    for (const { path } of placed) await rename(temporaryPath(path), path)
  } finally {
    for (const { path } of placed) await rm(temporaryPath(path), { force: true })
  }
}

/** Tries whether a file can be replaced; leaves it as it is. Rejects with the file system's error where it cannot. */
export async function tryToReplace(written: string): Promise<void> {
  const path = await resolveLink(written)
  await writeTemporaryFile({ path, text: '', mode: 0o600 })
  await rm(temporaryPath(path))
}

const resolveLink = (path: string) => realpath(path).catch(() => path)

const temporaryPath = (path: string) => `${path}.new`

async function writeTemporaryFile({ path, text, mode }: NewFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await rm(temporaryPath(path), { force: true })
  // A new file: the mode counts from the first byte on, and nobody else has it open.
  const handle = await open(temporaryPath(path), 'wx', mode)
  try {
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
