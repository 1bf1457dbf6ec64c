import type { MessageKey } from '../model/collection.ts'

export type StoredValue = {
  kind: string
  /** A string if the stored text is not JSON, such as a line that a crash cut off. */
  value: unknown
  place?: MessageKey
}

/** Returns the value to store instead. If it is the same value, nothing is written. */
export type Rewrite = (stored: StoredValue) => unknown
