import type { z } from 'zod'

export type Entry<T> = { key: string; value: T }

/** Records of one type by key. Every method rejects if the store cannot be read or written; nothing has changed then. */
export type Collection<T> = {
  find(key: string): Promise<T | undefined>
  all(): Promise<T[]>
  entries(): Promise<Entry<T>[]>
  /**
   * Changes a record atomically: nobody else changes it between the read and the write. `next` returns undefined to remove the record (or to
   * leave it absent), and the same value to leave it as it is. Resolves with the record when the change is durable.
   */
  change(key: string, next: (current: T | undefined) => T | undefined): Promise<T | undefined>
  put(key: string, value: T): Promise<void>
}

/** Options for the store in a folder. PostgreSQL keeps all collections in one table. */
export type CollectionOptions = {
  /**
   * Keeps each record in its own file. Use it for records that are large or that change with each poll, because a change rewrites the whole
   * file.
   */
  fileForEach?: true
  /**
   * The bot can work without the records or create them again, so a damaged file is set aside. Without this option, a damaged file stops
   * the start.
   */
  rebuildable?: true
}

/** Opens a collection. `name`: lowercase letters and dashes. */
export type OpenCollection = <T>(
  name: string,
  schema: z.ZodType<T>,
  options?: CollectionOptions,
) => Collection<T>

export type Collections = { collection: OpenCollection }

export type MessageKey = { channel: string; ts: string }

/**
 * Records of messages. `add` and `find` take as long with a million records as with ten, because a folder keeps one file for each channel
 * and UTC day of the message's `ts`, and appends to that file.
 */
export type MessageRecords<T> = {
  find(key: MessageKey): Promise<T | undefined>
  /**
   * Adds the record of a message that was just posted. The record survives a crash of the process. A power cut may lose it, because waiting
   * for the disk would double the time of a post.
   */
  add(key: MessageKey, value: T): Promise<void>
  change(key: MessageKey, next: (current: T | undefined) => T | undefined): Promise<T | undefined>
  /** The records of messages with a `ts` at or after `since` (UTC, ms), in one channel or in all. */
  since(since: number, channel?: string): AsyncIterable<T>
  /**
   * Returns the records that other processes have changed since `mark`, which the previous call returned. The list may repeat earlier
   * changes.
   */
  changes(mark: string | undefined): Promise<{ changed: T[]; mark: string }>
  /** Removes the records of messages that were posted before the UTC day of `before` (ms since the epoch). */
  prune(before: number): Promise<void>
}

/** Opens message records. `name`: lowercase letters and dashes. */
export type OpenMessageRecords = <T>(name: string, schema: z.ZodType<T>) => MessageRecords<T>
