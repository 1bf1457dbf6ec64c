import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers'
import { readJson } from '../damage.ts'
import { diskKindOf } from '../disk-kind.ts'
import { fileMode } from '../file/disk.ts'
import type { Query, Rows } from '../sql/dialect.ts'

export type Statement = { text: string; values: unknown[] }

export type Database = {
  query: Query
  /**
   * Runs a statement that changes rows, unless `mayWrite` throws, and resolves when the change is on the disk. Those of the same moment wait for the
   * disk together. If it fails, all of them reject.
   */
  write(statement: Statement, mayWrite: () => void): Promise<Rows>
  /** Runs one statement for each list of values: all of them are stored, or none. */
  all(statements: Iterable<Statement>): void
  /** Writes a copy of the present moment to a new file, also while another process writes. */
  copyTo(path: string): void
  /** Returns another number after another process has changed something. */
  changesOfOthers(): number
  /** Removes what is left of deleted rows in the files. */
  clean(): void
  close(): void
}

/** The file is damaged, or the file system cannot hold a database. The message is for people. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError'
}

/** The columns with JSON have this type. */
const jsonType = 'jsontext'

const tables = `
  create table if not exists records (
    collection text not null,
    key text not null,
    value ${jsonType} not null,
    version integer not null default (random() >> 11),
    primary key (collection, key)
  );
  -- Records of messages: cards and the actions of people on them. \`day\`: the UTC day of \`ts\`.
  create table if not exists messages (
    collection text not null,
    channel text not null,
    ts text not null,
    day text not null,
    value ${jsonType} not null,
    version integer not null default (random() >> 11),
    primary key (collection, channel, ts)
  );
  create index if not exists messages_by_day on messages (collection, day);
  create table if not exists decisions (
    number integer primary key autoincrement,
    at real not null,
    subscription text not null,
    alert text not null,
    mention text not null,
    entry ${jsonType} not null
  );
  create index if not exists decisions_by_time on decisions (at, number);
  create index if not exists decisions_by_mention on decisions (mention, alert);
  -- When each subscription last decided something other than "waiting".
  create table if not exists latest_decisions (subscription text primary key, at real not null);`

/** A reader of a network disk can hold a write back for a moment. */
const busyTimeoutMs = 5000

/**
 * Opens a file with records, and creates it if it is missing. Throws DatabaseUnusableError, or an error with the code of the system if the disk
 * fails.
 *
 * With a log (WAL), a write waits for the disk once and not three times, and a backup or the doctor can read while the bot writes. The log needs
 * memory that processes share through a file beside the database. Network disks do not have it, or not between machines: there SQLite writes a
 * journal of the pages of before instead, which needs locks only, as the lock of the folder does. `FULL`: a press that was answered, or a
 * reminder that is marked as sent, survives a power cut. `secure_delete`: what was removed is overwritten, so it is in no backup.
 */
export function openDatabase(
  path: string,
  hasSharedMemory = diskKindOf(dirname(path)) !== 'network',
): Database {
  const file = connect(path)
  try {
    prepare(file, path, hasSharedMemory)
  } catch (error) {
    file.close()
    throw toDiskError(path, error)
  }
  return databaseOf(file, path)
}

/** A database in memory. */
export function openEmpty(): Database {
  const file = new DatabaseSync(':memory:')
  file.exec(tables)
  return databaseOf(file, ':memory:')
}

/** Opens a file that another process may write. It must exist. */
export function openToRead(path: string): Database {
  const file = connect(path)
  return databaseOf(file, path)
}

function connect(path: string): DatabaseSync {
  try {
    // SQLite would create a file that others may read. Its other files get the mode of this one.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) closeSync(openSync(path, 'wx', fileMode))
    return new DatabaseSync(path, { timeout: busyTimeoutMs })
  } catch (error) {
    throw toDiskError(path, error)
  }
}

function prepare(file: DatabaseSync, path: string, hasSharedMemory: boolean): void {
  if (!hasSharedMemory || !beginLog(file)) {
    // Exclusive for a moment, because a log from before can be put into the file only with shared memory otherwise.
    file.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA locking_mode = NORMAL')
    const mode = file.prepare('PRAGMA journal_mode').get()?.journal_mode
    if (mode !== 'truncate')
      throw new DatabaseUnusableError(
        `The file system of ${dirname(path)} cannot hold a database: SQLite can write neither a log nor a journal there. Name a folder on another disk, or set DATABASE_URL.`,
      )
  }
  file.exec(
    `PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 8388608; ${tables}`,
  )
}

/** Returns false if the file system lacks what the log needs. */
function beginLog(file: DatabaseSync): boolean {
  try {
    return file.prepare('PRAGMA journal_mode = WAL').get()?.journal_mode === 'wal'
  } catch (error) {
    if (sharedMemoryErrors.has(codeOf(error) ?? 0)) return false
    throw error
  }
}

function databaseOf(file: DatabaseSync, path: string): Database {
  const statements = new Map<string, Prepared>()
  function prepared(text: string): Prepared {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = file.prepare(text)
    const columns = statement.columns()
    const json = columns.flatMap(({ name, type }) => (type?.toLowerCase() === jsonType ? [name] : []))
    const added = { statement, json, isRead: columns.length > 0 }
    statements.set(text, added)
    return added
  }
  function run(text: string, values: unknown[]): Rows {
    const { statement, json, isRead } = prepared(text)
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value as string | null]))
    if (!isRead) return { rows: [], rowCount: Number(statement.run(named).changes) }
    const rows = statement.all(named)
    for (const row of rows) for (const name of json) Object.assign(row, { [name]: jsonIn(row[name]) })
    return { rows, rowCount: rows.length }
  }
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw toDiskError(path, error)
    }
  }
  function transaction(work: () => void): void {
    try {
      file.exec('BEGIN IMMEDIATE')
      work()
      file.exec('COMMIT')
    } catch (error) {
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if (file.isTransaction) file.exec('ROLLBACK')
      throw toDiskError(path, error)
    }
  }
  let waiting: Waiting[] = []
  function writeWaiting(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    const ends: (() => void)[] = []
    try {
      transaction(() => {
        for (const one of group) ends.push(writeOne(one))
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const end of ends) end()
  }
  /** Returns how the write ends if the transaction does not fail. */
  function writeOne({ text, values, mayWrite, resolve, reject }: Waiting): () => void {
    try {
      mayWrite()
      const rows = run(text, values)
      return () => resolve(rows)
    } catch (error) {
      if (!file.isTransaction) throw error
      return () => reject(toDiskError(path, error))
    }
  }
  return {
    query: async (text, values = []) => guarded(() => run(text, values)),
    write(statement, mayWrite) {
      const { promise, ...ended } = Promise.withResolvers<Rows>()
      if (waiting.length === 0) setImmediate(writeWaiting)
      waiting.push({ ...statement, ...ended, mayWrite })
      return promise
    },
    all: (some) =>
      transaction(() => {
        for (const { text, values } of some) run(text, values)
      }),
    copyTo: (to) => guarded(() => void file.prepare('VACUUM INTO ?').run(to)),
    changesOfOthers: () =>
      guarded(() => Number(prepared('PRAGMA data_version').statement.get()?.data_version)),
    clean: () => guarded(() => file.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')),
    close() {
      writeWaiting()
      file.close()
    },
  }
}

type Waiting = Statement & Omit<PromiseWithResolvers<Rows>, 'promise'> & { mayWrite: () => void }
type Prepared = { statement: StatementSync; json: string[]; isRead: boolean }

/** Text that is not JSON, as after a fault of the disk, has no value, and no schema accepts that. */
function jsonIn(stored: unknown): unknown {
  return readJson(Buffer.from(String(stored))).value
}

/** Result codes of SQLite: https://sqlite.org/rescode.html */
const codes = { ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26, readOnly: 8 }
/** Opening, sizing, locking and mapping the shared memory. */
const sharedMemoryErrors = new Set([4618, 4874, 5130, 5386])

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
}

/** Gives an error of SQLite the code of the system, so that it has the same outcome as that of any other file. */
function toDiskError(path: string, error: unknown): unknown {
  const code = (codeOf(error) ?? 0) & 0xff
  const words = error instanceof Error ? error.message : String(error)
  if (code === codes.corrupt || code === codes.notADatabase)
    return new DatabaseUnusableError(
      `The file ${path} is damaged (${words}). Stop the bot, and restore a backup. Without a backup, move the file away: the bot then starts without mutes, pauses, cards and what else was in it.`,
      { cause: error },
    )
  if (code === codes.cannotOpen) return whyClosed(path) ?? error
  const system = systemCodes.get(code)
  if (system === undefined) return error
  return Object.assign(new Error(`${system}: ${words} '${path}'`, { cause: error }), { code: system, path })
}

const systemCodes = new Map([
  [codes.full, 'ENOSPC'],
  [codes.ioError, 'EIO'],
  [codes.readOnly, 'EROFS'],
])

/** SQLite does not say why it cannot open a file. Returns the error of the system; undefined if the file can be opened now. */
function whyClosed(path: string): unknown {
  try {
    closeSync(openSync(path, 'r+'))
    return undefined
  } catch (error) {
    return error
  }
}
