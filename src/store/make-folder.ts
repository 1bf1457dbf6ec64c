import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; one that is there already is fine. Node's own way of it never ends where the system says of
 * every try that something is missing, such as below /proc. Throws Node's error where it cannot be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isThere(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isThere(folder))) await mkdir(folder)
}

/** Whether something is there after one try to make the folder; not where those above it are missing. */
async function isThere(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
    return code === 'EEXIST'
  }
}
