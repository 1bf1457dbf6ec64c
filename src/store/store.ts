import type { SetTimer } from '../async/clock.ts'
import type { CheckpointStore } from '../model/checkpoint.ts'
import type { Collection, OpenCollection, OpenMessageRecords } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'

/** The interface of both backends: a folder of files for one process, or a PostgreSQL database for any number of processes. */
export type Store = {
  /** Checkpoints to read. They are written by the process that has taken the alert over. */
  checkpoints: Pick<CheckpointStore, 'load'>
  /** Takes an alert (its id) over. Saves by the previous owner end as `fenced` from then on. */
  takeOver(alert: string): Promise<CheckpointStore>
  decisions: DecisionLog
  collection: OpenCollection
  messages: OpenMessageRecords
  /** Writes all pending entries and releases the folder. It does not close the database. */
  close(): Promise<void>
}

export type StoreDeps = {
  /** UTC, ms since the epoch. */
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
}

/** The decisions about each mention, for `retentionDays`. */
export type DecisionLog = {
  /** Adds entries in order. They are written within a second. */
  record(entries: DecisionRecord[]): void
  /** The entries from `since` on (UTC, ms), oldest first. Reads all of them: use `of` and `latest` for questions of people. */
  entries(since: number): AsyncIterable<DecisionRecord>
  /** The entries of one mention, oldest first, of one alert or of all. Reads a small part of the log. */
  of(mention: string, alert?: string): Promise<DecisionRecord[]>
  /** The time when each subscription last decided something other than `waiting`: UTC, ms, by subscription name. */
  latest(): Promise<ReadonlyMap<string, number>>
  /** Removes the entries of UTC days before `before` (ms since the epoch). */
  prune(before: number): Promise<void>
  /** Writes all pending entries. */
  close(): Promise<void>
}

/** Makes a typed collection from its two basic operations. */
export function collectionFrom<T>(base: Pick<Collection<T>, 'find' | 'entries' | 'change'>): Collection<T> {
  return {
    ...base,
    all: async () => (await base.entries()).map(({ value }) => value),
    put: async (key, value) => void (await base.change(key, () => value)),
  }
}

/** The UTC day of a message, `YYYY-MM-DD`. Slack's `ts` is a time in seconds. */
export function dayOfMessage(ts: string): string {
  return new Date(Number(ts) * 1000).toISOString().slice(0, 10)
}

/** Thrown at the start if a file with data from people is damaged. Such files are never replaced silently. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}
