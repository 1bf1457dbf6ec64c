import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isNoFolderSync } from '@overheard/base/folder-sync'
import { DatabaseError } from './database-error.ts'

/** The log with the latest changes, which SQLite keeps beside a database. */
const logOf = (path: string) => `${path}-wal`

/** A write while the file is copied makes another attempt necessary only if SQLite begins its log anew, so a few are enough. */
const attempts = 20

/**
 * Copies a database file, also beside the service that uses it, which has it locked. Returns the version of the copy. Throws DatabaseError if
 * it is damaged, and Node's error if a file cannot be read or written.
 *
 * SQLite appends changes to its log, and copies them to the file later. So a copy of the file, and a later copy of the log, are the state of one
 * moment, unless the log began anew meanwhile: every page that changed in the file while it was copied is in the log. The log has another
 * header then (https://sqlite.org/fileformat2.html#the_write_ahead_log).
 */
export function copyDatabaseFile(from: string, to: string, copy = copyFileSync): number {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = stateOf(from)
    for (const path of [to, logOf(to)]) rmSync(path, { force: true })
    copy(from, to, constants.COPYFILE_EXCL)
    if (before.log !== '') unlessMissing(() => copy(logOf(from), logOf(to), constants.COPYFILE_EXCL))
    const after = stateOf(from)
    const isOfOneMoment = before.log === after.log && (before.log !== '' || before.mark === after.mark)
    if (isOfOneMoment) return closeLog(to, from)
  }
  throw new DatabaseError(`${from} changes too fast to be copied. Try again later.`)
}

/** The header of the log, empty if there is no log, and a mark that changes with each change of the file. */
function stateOf(path: string): { log: string; mark: string } {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true })
  return { log: headerOf(logOf(path)), mark: `${ino} ${size} ${mtimeNs}` }
}

const headerBytes = 32

function headerOf(path: string): string {
  try {
    const descriptor = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(headerBytes)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, headerBytes, 0)).toString('hex')
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

function unlessMissing(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Checks a database, and puts the changes in its log into the file. Returns the version. `shown` is the file that people know. */
function closeLog(path: string, shown: string): number {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    const [found] = database.prepare('PRAGMA integrity_check(1)').all()
    if (found?.integrity_check !== 'ok')
      throw new DatabaseError(`${shown} is damaged: ${String(found?.integrity_check)}.`)
    database.exec('PRAGMA journal_mode = DELETE')
    return Number(database.prepare('PRAGMA user_version').get()?.user_version)
  } catch (error) {
    if (error instanceof DatabaseError || !(error instanceof Error)) throw error
    throw new DatabaseError(`${shown} is damaged: ${error.message}.`, { cause: error })
  } finally {
    database?.close()
  }
}

/** Checks the database in a file that no process uses. Returns its version. Throws DatabaseError. */
export const checkDatabaseFile = (path: string): number => closeLog(path, path)

/** The copy that is made before an upgrade from this version. */
export const copyBeforeUpgrade = (path: string, version: number) => `${path}.version-${version}.copy`

/** The copy that a restore at this time (UTC, ms) makes of the file of before. */
const copyBeforeRestore = (path: string, at: number) =>
  `${path}.before-restore-${new Date(at).toISOString().replace(/\D/g, '')}.copy`

/**
 * Puts a checked database file in the place of another one. Returns the copy of the file of before, if there was one. Throws DatabaseError if a
 * process uses that.
 */
export function replaceDatabaseFile(path: string, by: string, now: number): string | undefined {
  const copy = moveAway(path, now)
  renameSync(by, path)
  syncFile(path)
  syncFolder(path)
  return copy
}

function moveAway(path: string, now: number): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  mustBeUnused(path)
  const copy = copyBeforeRestore(path, now)
  // The log of a damaged database belongs to it.
  for (const ending of ['-wal', '-shm'])
    if (statSync(`${path}${ending}`, { throwIfNoEntry: false }) !== undefined)
      renameSync(`${path}${ending}`, `${copy}${ending}`)
  renameSync(path, copy)
  return copy
}

/** The version is here in a file: https://sqlite.org/fileformat2.html#user_version_number */
const versionAt = 60

/** Returns the version of a database that no process uses, without opening it as one. */
export function versionOfFile(path: string): number {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(4)
    readSync(descriptor, bytes, 0, bytes.length, versionAt)
    return bytes.readUInt32BE()
  } finally {
    closeSync(descriptor)
  }
}

const busy = 5

/** Throws DatabaseError if a process uses the file. A damaged file is unused. */
export function mustBeUnused(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // The last connection that closes puts the log into the file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK')
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy)
      throw new DatabaseError(`Another process uses ${path}. Stop it first.`, { cause: error })
  } finally {
    database?.close()
  }
}

/** Returns the copies of before upgrades and restores. */
export function copiesBeside(path: string): string[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter((one) => one.startsWith(`${name}.`) && /\.(version-\d+|before-restore-\d+)\.copy$/.test(one))
    .map((one) => join(dirname(path), one))
}

/** Removes the copies that were made before a time (UTC, ms). */
export function pruneCopiesBeside(path: string, before: number): void {
  for (const copy of copiesBeside(path))
    if (statSync(copy).ctimeMs < before)
      for (const ending of ['', '-wal', '-shm']) rmSync(`${copy}${ending}`, { force: true })
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Syncs the folder of a file, so that its name survives a power cut. */
export function syncFolder(path: string): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(dirname(path), 'r')
    fsyncSync(descriptor)
  } catch (error) {
    if (!isNoFolderSync(error)) throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
