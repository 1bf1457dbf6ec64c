import type { z } from 'zod'
import type { SetTimer } from '../async/clock.ts'
import type { Checkpoint, CheckpointKey, SaveResult, StoredCheckpoint } from '../model/checkpoint.ts'
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

/** Both reject if the store cannot be read or written. */
export type CheckpointStore = {
  load(key: CheckpointKey): Promise<StoredCheckpoint>
  save(key: CheckpointKey, checkpoint: Checkpoint): Promise<SaveResult>
}

/** A record of a collection and its key. */
export type Entry<T> = { key: string; value: T }

/** Records of one type by key. Everything rejects if the store cannot be read or written; nothing has changed then. */
export type Collection<T> = {
  find(key: string): Promise<T | undefined>
  all(): Promise<T[]>
  entries(): Promise<Entry<T>[]>
  /**
   * Changes a record atomically: nobody else changes it between the read and the write. `next` returns undefined to remove the record (or to
   * leave it absent), and the same value to leave it as it is. Resolves with the record when the change is durable.
   */
  change(key: string, next: (current: T | undefined) => T | undefined): Promise<T | undefined>
  /** Writes a record, whatever was there before. */
  put(key: string, value: T): Promise<void>
}

/** Options for a collection in a folder. PostgreSQL keeps all collections in one table. */
export type CollectionOptions = {
  /** One file for each record. For records that are large or change with each poll, because a change rewrites the whole file. */
  fileForEach?: true
  /** The bot can do without the records or makes them again. A damaged file is then set aside; without this option it stops the start. */
  rebuildable?: true
}

/** Opens a collection. `name`: lowercase letters and dashes. */
export type OpenCollection = <T>(
  name: string,
  schema: z.ZodType<T>,
  options?: CollectionOptions,
) => Collection<T>

/** A message in Slack: channel id and `ts`. */
export type MessageKey = { channel: string; ts: string }

/**
 * Records of messages. Adding and finding one takes as long with a million records as with ten, because a folder keeps one file for each
 * channel and UTC day of the messages' `ts`, and appends to it.
 */
export type MessageRecords<T> = {
  find(key: MessageKey): Promise<T | undefined>
  /**
   * Adds the record of a message that was just posted. It survives the end of the process at once. A power cut may take it: waiting for the
   * disk would double the time of a post.
   */
  add(key: MessageKey, value: T): Promise<void>
  /** Like `change` of a collection: atomic, and durable when it resolves. */
  change(key: MessageKey, next: (current: T | undefined) => T | undefined): Promise<T | undefined>
  /** The records of messages with a `ts` at or after `since` (UTC, ms), in one channel or in all. */
  since(since: number, channel?: string): AsyncIterable<T>
  /** The records that other processes have changed since the mark of the last call. The list may repeat earlier changes. */
  changes(mark: string | undefined): Promise<{ changed: T[]; mark: string }>
  /** Removes the records of messages before a UTC day (ms since the epoch). */
  prune(before: number): Promise<void>
}

/** Opens message records. `name`: lowercase letters and dashes. */
export type OpenMessageRecords = <T>(name: string, schema: z.ZodType<T>) => MessageRecords<T>

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
