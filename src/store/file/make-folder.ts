import { lchownSync, lstatSync, statSync } from 'node:fs'
import { lchown, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/**
 * A command that root runs, such as a restore, writes for the bot, which often runs as another user: that of the folder. The modes let only the
 * owner of a file open it, so files of root would keep the bot from starting.
 */
function otherUserOf(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

/** If root runs this, gives a file to the user of its folder. Does nothing if root may not, as in some containers and on some network disks. */
export function giveToUser(path: string): void {
  try {
    const user = otherUserOf(dirname(path))
    if (user !== undefined) lchownSync(path, user.uid, user.gid)
  } catch {
    // A root that may not give files away could not have written here if the bot were another user.
  }
}

/**
 * If root runs this, gives these entries of a folder, with all that they contain, to the user of the folder. Follows no link, because that user
 * could have made one to a file of somebody else.
 */
export async function giveAllToUser(folder: string, names: readonly string[]): Promise<void> {
  const user = otherUserOf(folder)
  if (user === undefined) return
  for (const path of names.map((name) => join(folder, name))) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) continue
    await lchown(path, user.uid, user.gid)
    const entries = found.isDirectory() ? await readdir(path, { recursive: true, withFileTypes: true }) : []
    for (const { parentPath, name } of entries) await lchown(join(parentPath, name), user.uid, user.gid)
  }
}
