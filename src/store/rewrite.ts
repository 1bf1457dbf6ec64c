import type { MessageKey } from '../model/collection.ts'

/**
 * A stored JSON value. `kind`: its collection, or `checkpoints` or `decisions`. `place`: the message that it is about. A text that is not JSON,
 * such as a line that a crash has torn, is a string.
 */
export type StoredValue = { kind: string; value: unknown; place?: MessageKey }

/** Returns what replaces a stored value: the same value leaves it as it is. */
export type Rewrite = (stored: StoredValue) => unknown
