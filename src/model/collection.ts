import type { z } from 'zod'

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

/** The part of a store that holds collections. */
export type Collections = { collection: OpenCollection }

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
