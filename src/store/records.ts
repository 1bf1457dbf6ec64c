import type { z } from 'zod'

/**
 * A kind of small facts: its name (letters, digits and dashes), and the shape of one of them. `part`: for kinds of thousands of facts, in
 * which part of the kind a key belongs (letters, digits and dashes): a folder has a file for each part, and writes only that one.
 */
export type RecordType<T> = { name: string; shape: z.ZodType<T>; part?: (key: string) => string }

/** A fact and its key. */
export type StoredRecord<T> = { key: string; value: T }

/** What has changed, and the mark to ask with for what changes after that; only the place that gave a mark can read it. */
type Changes<T> = { changed: StoredRecord<T>[]; mark: string }

/**
 * Small facts by kind and key, the ground that the named facts stand on. One implementation a place where they are kept, so
 * that a new named fact is one file and needs no new table. Everything rejects where the place cannot be read or written,
 * and nothing has changed then.
 */
export type RecordStore = {
  find<T>(kind: RecordType<T>, key: string): Promise<T | undefined>
  all<T>(kind: RecordType<T>): Promise<StoredRecord<T>[]>
  /** Those whose keys begin with `start` and come at or after `from`, character by character (of ASCII keys), in the order of keys. */
  within<T>(kind: RecordType<T>, start: string, from: string): Promise<StoredRecord<T>[]>
  /**
   * Everything where there is no mark yet; then what other processes have changed since. Some may be told again, together with what this
   * process has changed itself; what was removed is not told.
   */
  since<T>(kind: RecordType<T>, mark: string | undefined): Promise<Changes<T>>
  /**
   * Changes one fact in one step: nobody else changes it between the reading and the writing. `next` returns undefined to remove
   * it (or leave it absent), and the same value to leave it as it is. Resolves, when it is durable, with what is there now.
   */
  change<T>(
    kind: RecordType<T>,
    key: string,
    next: (current: T | undefined) => T | undefined,
  ): Promise<T | undefined>
}
