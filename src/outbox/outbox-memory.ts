import { isDeepStrictEqual } from 'node:util'

/** A pending post as the memory compares it: all fields must be equal. */
type AnyPending = object

/**
 * What a process knows of its senders' pending posts, beside the store. A sender is a subscription with its alert, or a digest: it has
 * at most one pending post.
 */
export type OutboxMemory = {
  /** Slack confirmed the post. The process knows this until the commit is stored, whatever the store and the history say. */
  noteConfirmed(sender: string, pending: AnyPending, ts: string): void
  /** The `ts` with which Slack confirmed exactly this pending post. */
  confirmedTs(sender: string, pending: AnyPending): string | undefined
  /** True if a confirmed post waits for its commit to be stored. */
  hasUncommitted(sender: string): boolean
  /** When this process saw the pending post first: UTC, ms. `now`: the time of this call. A clock set back since does not count. */
  firstSeenAt(sender: string, pending: AnyPending, now: number): number
  /** The commit is stored. */
  committed(sender: string): void
}

export function createOutboxMemory(): OutboxMemory {
  const confirmed = new Map<string, { pending: AnyPending; ts: string }>()
  const seen = new Map<string, { pending: AnyPending; at: number }>()
  return {
    noteConfirmed: (sender, pending, ts) => void confirmed.set(sender, { pending, ts }),
    confirmedTs(sender, pending) {
      const known = confirmed.get(sender)
      return isDeepStrictEqual(known?.pending, pending) ? known?.ts : undefined
    },
    hasUncommitted: (sender) => confirmed.has(sender),
    firstSeenAt(sender, pending, now) {
      const known = seen.get(sender)
      const at =
        known !== undefined && isDeepStrictEqual(known.pending, pending) ? Math.min(known.at, now) : now
      seen.set(sender, { pending, at })
      return at
    },
    committed: (sender) => void confirmed.delete(sender),
  }
}
