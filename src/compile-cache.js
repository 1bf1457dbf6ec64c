/**
 * Keeps compiled code on disk for the next start. Plain JavaScript, and loaded before anything else: if even `main.ts` comes from the cache,
 * the compiler that strips types is not loaded at all (10 MB, 180 ms). The cache is code: Node runs it without comparing it with the
 * sources, and Node's default folder is one for temporary files that every user of the machine can fill first. So our cache is in the
 * installation, in a folder that only we can write to, or there is none. (An operator who sets NODE_COMPILE_CACHE has chosen another
 * folder.)
 */
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const installation = join(import.meta.dirname, '..')
const cache = join(installation, '.cache')

/** Write permission of the group, and of everybody. */
const group = 0o020
const everybody = 0o002

/**
 * True if a folder belongs to one of these owners, is no link, and cannot be written by the others. Folders above the installation are not
 * checked, because whoever can replace the installation can also replace the sources. The same holds for a group with write access.
 */
function isOurs(folder, owners, closedTo) {
  const found = lstatSync(folder)
  return found.isDirectory() && owners.includes(found.uid) && (found.mode & closedTo) === 0
}

function isSafe() {
  const us = process.getuid?.()
  try {
    if (us === undefined || !isOurs(installation, [us, 0], everybody)) return false
    // An existing folder stays as it is.
    mkdirSync(cache, { mode: 0o700, recursive: true })
    return isOurs(cache, [us], group | everybody)
  } catch {
    return false
  }
}

if (isSafe()) enableCompileCache(cache)
