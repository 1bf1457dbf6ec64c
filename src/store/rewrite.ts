import type { MessageKey } from '../model/collection.ts'

export type StoredValue = {
  kind: string
  /** A string if the stored text is not JSON, such as a line that a crash cut off. */
  value: unknown
  place?: MessageKey
}

/** Returns the value that replaces the stored value. If both are the same, nothing is written. */
export type Rewrite = (stored: StoredValue) => unknown
