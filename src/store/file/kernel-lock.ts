import { randomUUID } from 'node:crypto'
import { accessSync, closeSync, constants, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorMessage } from '../../model/log.ts'

/** This error means that the folder or its file system prevents the lock, and that no other process is the cause. */
export class LockUnusableError extends Error {
  override readonly name = 'LockUnusableError'
}

export type KernelLock = {
  /** Returns true if the lock file is missing or is still the locked file. Throws Node's error if that cannot be checked. */
  isInPlace(): boolean
  release(): void
}

type HeldLock = { close(): void }

type Begin = (path: string) => Promise<HeldLock>

/** If the lock file is replaced while it is opened, it is opened again, at most this many times. */
const maxTries = 5

/**
 * SQLite waits this long for the lock, in ms, and blocks the process meanwhile. Without a wait, none of three processes that started
 * together got the lock in 4 of 2,000 starts, because SQLite takes its lock in several steps.
 */
const busyTimeoutMs = 50

/** These result codes of SQLite need their own handling: https://sqlite.org/rescode.html */
const [busy, lockFailed] = [5, 3850]

/**
 * Creates a file if it is missing, and locks it. Returns 'taken' if another process (or this one) has locked it. The lock is the kernel's:
 * it ends with its process, it stays while the process is frozen, and nobody can take it over.
 * Throws LockUnusableError if this user may not lock the file, or its file system has no locks.
 *
 * Node has no such lock, but SQLite has: an exclusive transaction holds an fcntl lock on the file. Nothing is ever committed, so the file
 * stays empty.
 *
 * Nothing else in this process may open the file, because the kernel ends all locks of a process on a file when the process closes any
 * descriptor of it.
 */
export async function takeKernelLock(
  path: string,
  begin: Begin = beginExclusive,
): Promise<KernelLock | 'taken'> {
  for (let tries = 0; tries < maxTries; tries++) {
    makeFile(path)
    const before = inodeOf(path)
    const held = await lock(path, begin)
    if (held === 'taken') {
      // SQLite says "busy" also if the file system has no lock to give (ENOLCK).
      await tryFileSystem(path, begin)
      return 'taken'
    }
    if (before !== undefined && inodeOf(path) === before)
      return { isInPlace: () => inodeOf(path) === before, release: () => held.close() }
    held.close()
  }
  throw new LockUnusableError(`The lock file ${path} is replaced again and again by another program.`)
}

export async function tryKernelLock(path: string): Promise<void> {
  if (inodeOf(path) !== undefined) mayUse(path)
  await tryFileSystem(path, beginExclusive)
}

/**
 * Tests the file system with a temporary file beside `path`. Throws LockUnusableError if that file cannot be locked. Does nothing if it
 * cannot be created.
 */
async function tryFileSystem(path: string, begin: Begin): Promise<void> {
  const probe = `${path}-${randomUUID()}`
  try {
    makeFile(probe)
  } catch {
    return
  }
  try {
    const held = await begin(probe)
    held.close()
  } catch (error) {
    throw codeOf(error) === busy
      ? new LockUnusableError(noLocks(path), { cause: error })
      : unusable(probe, error)
  } finally {
    rmSync(probe, { force: true })
  }
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw unusable(path, error)
  }
}

function inodeOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

async function lock(path: string, begin: Begin): Promise<HeldLock | 'taken'> {
  mayUse(path)
  try {
    return await begin(path)
  } catch (error) {
    if (codeOf(error) === busy) return 'taken'
    throw unusable(path, error)
  }
}

async function beginExclusive(path: string): Promise<HeldLock> {
  // Load SQLite here, because a process with a database does not need it (3 MB).
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    // The journal must be in memory, because otherwise a journal file appears. The write fails if SQLite could open the file only for
    // reading. The transaction would then not be exclusive, although SQLite reports that it has begun.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function mayUse(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    const found = statSync(path)
    if (found.isFile() && found.size === 0) return
  } catch (error) {
    throw unusable(path, error)
  }
  throw new LockUnusableError(
    `The lock file ${path} is not an empty file, as it has to be: remove it while no bot is running.`,
  )
}

function unusable(path: string, error: unknown): LockUnusableError {
  const code = codeOf(error)
  if (code === lockFailed) return new LockUnusableError(noLocks(path), { cause: error })
  const words = `The lock file ${path} cannot be used`
  if (code === undefined) return new LockUnusableError(words, { cause: error })
  return new LockUnusableError(`${words}: ${errorMessage(error)}.`, { cause: error })
}

const noLocks = (path: string) =>
  `The file system of ${dirname(path)} has no locks, so it cannot be known whether another bot works there: name a folder on another disk, or set DATABASE_URL.`

/** SQLite has several codes for its error "busy". This function returns the same code for all of them. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined
  const code = Number(error.errcode)
  return (code & 0xff) === busy ? busy : code
}
