import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { packBody, plainBody } from '../fields/packed-body.ts'
import { copyBeforeUpgrade, syncFile, syncFolder } from './copy-file.ts'
import { DatabaseError } from './database-error.ts'
import { type Migration, migrations } from './schema.ts'

export type Value = SQLInputValue

/** One row. Only the store's modules know its columns, so they say its type. */
export type Database = {
  all: <Row>(sql: string, ...values: Value[]) => Row[]
  get: <Row>(sql: string, ...values: Value[]) => Row | undefined
  /** Returns how many rows changed. */
  run: (sql: string, ...values: Value[]) => number
  /** Returns the key of the new row; undefined if none was added. */
  insert: (sql: string, ...values: Value[]) => number | undefined
  /**
   * Runs `work` so that all of it is stored or nothing, also after a kill or with a full disk. A call within another belongs to the outer
   * one. Resolves with what `work` returned when it is on the disk.
   */
  transaction: <Result>(work: () => Result) => Result
  close: () => void
}

/** Result codes of SQLite that need their own sentence: https://sqlite.org/rescode.html */
const busy = 5
const cannotOpen = 14
const notADatabase = 26

/** Opens a database file, or one in memory with `:memory:`. An older one is copied and upgraded. Throws DatabaseError. */
export function openDatabase(path: string, steps = migrations): Database {
  const connection = connect(path, steps)
  const statements = new Map<string, StatementSync>()
  function prepared(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    // The cast is the one place where rows get their types: SQLite has none that TypeScript could check.
    all: <Row>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: Value[]) => prepared(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    insert(sql, ...values) {
      const { changes, lastInsertRowid } = prepared(sql).run(...values)
      return Number(changes) === 0 ? undefined : Number(lastInsertRowid)
    },
    transaction(work) {
      if (connection.isTransaction) return work()
      prepared('BEGIN IMMEDIATE').run()
      try {
        const result = work()
        prepared('COMMIT').run()
        return result
      } catch (error) {
        // SQLite has rolled back by itself after some errors, such as a full disk.
        if (connection.isTransaction) prepared('ROLLBACK').run()
        throw error
      }
    },
    close: () => connection.close(),
  }
}

function connect(path: string, steps: Migration[]): DatabaseSync {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(path, { timeout: 1000 })
    // Exclusive: a second process would give out the same ids. FULL: an id that a client has read must survive a power cut, because it
    // would otherwise be given to another mention.
    if (path !== ':memory:')
      connection.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 8388608',
      )
    connection.function('packed', { deterministic: true }, (json) => packBody(String(json)))
    connection.function('plain', { deterministic: true }, (stored) => plainBody(String(stored)))
    migrate(connection, path, steps)
    return connection
  } catch (error) {
    connection?.close()
    throw toDatabaseError(path, error)
  }
}

function migrate(connection: DatabaseSync, path: string, steps: Migration[]): void {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version)
  if (version > steps.length)
    throw new DatabaseError(`A newer version of Overheard has written ${path}. Use that version.`)
  if (version === steps.length) return
  if (version > 0 && path !== ':memory:') makeCopy(connection, copyBeforeUpgrade(path, version))
  // The caller closes the connection after an error, so nothing of the transaction stays.
  connection.exec('BEGIN IMMEDIATE')
  for (const step of steps.slice(version)) {
    if (typeof step === 'string') connection.exec(step)
    else step(connection)
  }
  connection.exec(`PRAGMA user_version = ${steps.length}; COMMIT`)
}

/** An unfinished copy has another name, so nobody takes it for a copy. */
function makeCopy(connection: DatabaseSync, copy: string): void {
  const unfinished = `${copy}.new`
  rmSync(unfinished, { force: true })
  try {
    connection.prepare('VACUUM INTO ?').run(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, copy)
    syncFolder(copy)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

function toDatabaseError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error
  const code = Number(error.errcode) & 0xff
  if (code === busy)
    return new DatabaseError(`Another process uses ${path}. Stop it first.`, { cause: error })
  if (code === notADatabase)
    return new DatabaseError(`${path} is not a database of the mention service.`, { cause: error })
  const refusal = code === cannotOpen ? whyClosed(path) : undefined
  if (refusal !== undefined)
    return new DatabaseError(`${path} cannot be used (${refusal.code})`, { cause: refusal })
  return new DatabaseError(`${path} cannot be used: ${error.message}.`, { cause: error })
}

/** SQLite does not say why it cannot open a file. Returns the system's error; undefined if the file can be opened now. */
function whyClosed(path: string): (Error & { code: unknown }) | undefined {
  try {
    closeSync(openSync(path, 'a'))
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? error : undefined
  }
}
