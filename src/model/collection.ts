import type { Time } from '@overheard/base/time'
import type { z } from 'zod'
import type { Damage } from './damage.ts'

export type Entry<T> = { key: string; value: T }

/**
 * Every method rejects if the store cannot be read or written. A damaged record stays where it is, and counts as missing, except if the
 * collection `restricts`.
 */
export type Collection<T> = {
  /** Rejects with RecordDamagedError if the collection `restricts` and the record is damaged. */
  find(key: string): Promise<T | undefined>
  /** Leaves out damaged records, as `entries` does. */
  all(): Promise<T[]>
  entries(): Promise<Entry<T>[]>
  /** Reads the records and what is damaged in one step, so that no damaged record is taken for a missing one. */
  readAll(): Promise<{ entries: Entry<T>[]; damaged: Damage[] }>
  /** Reads every record once, so that the store notes what is damaged. Keeps no more than a few records in memory. */
  inspect(): Promise<void>
  /**
   * Changes a record atomically: no other process changes it between the read and the write. `next` returns undefined
   * to remove the record, and the same value to leave it unchanged. Resolves when the change is durable. A damaged record is set aside before
   * it is replaced. Rejects with RecordDamagedError instead if the collection `restricts`.
   */
  change(key: string, next: (current: T | undefined) => T | undefined): Promise<T | undefined>
  put(key: string, value: T): Promise<void>
}

type CollectionOptions = {
  /**
   * Set it if a missing record would allow what the record forbids. A damaged record then never counts as missing, and is never replaced: what
   * it concerns stops until a person repairs or removes it.
   */
  restricts?: true
}

type OpenCollection = <T>(name: string, schema: z.ZodType<T>, options?: CollectionOptions) => Collection<T>

export type Collections = { collection: OpenCollection }

/** Collections and records of messages. Those of the leader reject each write with FencedError if another process leads. */
export type Records = Collections & { messages: OpenMessageRecords }

/** Everything about the records of one collection. All of these definitions are listed in `stored-kinds.ts`. */
export type CollectionKind<T> = CollectionOptions & {
  name: string
  schema: z.ZodType<T>
  /** Its records are too large to be read together at the start. */
  isLarge?: true
}

export function openCollection<T>(
  { collection }: Collections,
  { name, schema, isLarge: _, ...options }: CollectionKind<T>,
): Collection<T> {
  return collection(name, schema, options)
}

export type MessageKey = { channel: string; ts: string }

type RefusedRecord = { key: MessageKey; reason: string }

/**
 * A damaged record counts as missing. It is set aside before it is replaced.
 */
export type MessageRecords<T> = {
  find(key: MessageKey): Promise<T | undefined>
  /**
   * Stores a record unless one exists, and returns the stored one, because a process that was frozen must not overwrite what others did in
   * the meantime.
   */
  add(key: MessageKey, value: T): Promise<T>
  /**
   * Does the same as one `add` for each entry, in one transaction. Returns the entries that
   * can never be stored, because of what they contain. Rejects after every other failure; some of the entries may be stored then.
   */
  addAll(entries: { key: MessageKey; value: T }[]): Promise<RefusedRecord[]>
  change(key: MessageKey, next: (current: T | undefined) => T | undefined): Promise<T | undefined>
  count(channel: string): Promise<number>
  /** Returns the records of messages with a `ts` at or after `since`, in one channel or in all channels. */
  since(since: Time, channel?: string): AsyncIterable<T>
  /**
   * Returns the records that other processes have changed since the call that returned `mark`, also those whose change began before that
   * call. May repeat earlier changes. Without a mark, nothing counts as changed. With `isReset`, the store has lost the mark, so the caller
   * must read everything again.
   */
  changes(mark: string | undefined): Promise<{ changed: T[]; mark: string; isReset?: true }>
  /** Removes the records of messages that were posted before the UTC day of `before` (ms since the epoch). */
  prune(before: number): Promise<void>
}

export type OpenMessageRecords = <T>(name: string, schema: z.ZodType<T>) => MessageRecords<T>

/** What was read of the store, or a sentence that says why nothing can be read. */
export type ReadRecords<T> = { kind: 'read'; value: T } | { kind: 'unreadable'; why: string }
