import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { folderMode } from './disk.ts'

/**
 * Creates a folder and its parents; only the user of the bot may read them. Does not use Node's `recursive` option, which loops forever if
 * the system always reports a missing parent (for example below /proc). Throws Node's error if the folder cannot be created.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isThere(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isThere(folder))) await mkdir(folder, { mode: folderMode })
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: folderMode })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
    return code === 'EEXIST'
  }
}
