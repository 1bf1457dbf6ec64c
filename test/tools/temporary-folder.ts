import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps the temporary folders of a test run in memory if the machine has room there, unless TMPDIR names a folder. Tests make and remove many
 * small files, of stores and databases, which takes much of the CPU time on a disk.
 */

const memory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/** Vitest calls this before the first test, and the returned function after the last one. */
export default function useMemoryForFolders(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined
  const folder = mkdtempSync(join(memory, 'overheard-tests-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o755)
  if (!runsPrograms(folder)) return remove
  process.env.TMPDIR = folder
  return remove
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    // Not every system has this folder.
    return false
  }
}

/** False in a folder from which the system starts no programs. Some tests write programs. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}
