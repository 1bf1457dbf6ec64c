import type { SetTimer } from '../async/clock.ts'
import type { CheckpointStore } from '../model/checkpoint.ts'
import type { Collection, OpenCollection, OpenMessageRecords } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'

/** The interface of both backends: a folder of files for one process, or a PostgreSQL database for any number of processes. */
export type Store = {
  /** Checkpoints to read. Only the process that has taken an alert over writes them. */
  checkpoints: Pick<CheckpointStore, 'load'>
  /** Takes an alert (an id) over. From then on, saves by the previous owner return `fenced`. */
  takeOver(alert: string): Promise<CheckpointStore>
  decisions: DecisionLog
  collection: OpenCollection
  messages: OpenMessageRecords
  /** Writes all waiting entries and releases the folder. Does not close the database. */
  close(): Promise<void>
}

export type StoreDeps = {
  /** UTC, ms since the epoch. */
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
}

export type DecisionLog = {
  /** Adds entries in order. They are written within a second. */
  record(entries: DecisionRecord[]): void
  /** Yields the entries since a time (UTC, ms), oldest first. It reads all of them, so use `of` and `latest` to answer people. */
  entries(since: number): AsyncIterable<DecisionRecord>
  /** Returns the entries of one mention, oldest first. If `alert` is absent, all alerts are searched. Reads a small part of the log. */
  of(mention: string, alert?: string): Promise<DecisionRecord[]>
  /** Returns when each subscription last decided something other than `waiting`: UTC ms by subscription name. */
  latest(): Promise<ReadonlyMap<string, number>>
  /** Removes the entries of UTC days before `before` (UTC, ms). */
  prune(before: number): Promise<void>
  close(): Promise<void>
}

export function collectionFrom<T>(base: Pick<Collection<T>, 'find' | 'entries' | 'change'>): Collection<T> {
  return {
    ...base,
    all: async () => (await base.entries()).map(({ value }) => value),
    put: async (key, value) => void (await base.change(key, () => value)),
  }
}

/** Returns the UTC day of a message, `YYYY-MM-DD`. Slack's `ts` is a time in seconds. */
export function dayOfMessage(ts: string): string {
  return new Date(Number(ts) * 1000).toISOString().slice(0, 10)
}

/** Thrown when the bot starts and a file with data from people is damaged. The bot never replaces such a file silently. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}
