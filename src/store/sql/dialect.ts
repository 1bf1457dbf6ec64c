import type { MessageKey } from '../../model/collection.ts'
import type { Damage } from '../../model/damage.ts'
import type { DecisionRecord } from '../../model/decision.ts'

export type Rows = { rows: unknown[]; rowCount: number }

/** `text` has the parameters $1, $2 and so on. Rejects if the database fails. */
export type Query = (text: string, values?: unknown[]) => Promise<Rows>

/** What the SQL of SQLite and PostgreSQL differ in. */
export type Dialect = {
  /** Stands before the name of each table. */
  schema: string
  /** SQL: JSON in a parameter. */
  json(parameter: string): string
  /** SQL: a version that no row had before. */
  newVersion: string
  /** SQL: the UTC day of the `ts` of a message. */
  dayOf(ts: string): string
  /** SQL: a JSON object with the fields `at` and `value`. */
  asideOf(at: string, value: string): string
  /** SQL: the `at` of such an object, and 0 for any other JSON. */
  asideAt: string
  /** Names a row for people. */
  place(table: string, keys: Record<string, string>): Damage['place']
}

export type NewMessage = { key: MessageKey; value: unknown }

/** A database with the tables of records. */
export type RecordDatabase = {
  dialect: Dialect
  query: Query
  /**
   * Runs a statement that changes rows. Throws FencedError or FolderLostError if this process must not write any more. If fewer rows than
   * `expected` changed, that may be the reason.
   */
  write(text: string, values: unknown[], expected?: number): Promise<Rows>
  /** Adds records of messages that do not exist yet: all or none. */
  addMessages(collection: string, entries: NewMessage[]): Promise<void>
  addDecisions(entries: DecisionRecord[]): Promise<void>
  /** Returns true if the database refuses a value for what it contains, so that another try would fail, too. */
  refusesContent(error: unknown): error is Error
}
