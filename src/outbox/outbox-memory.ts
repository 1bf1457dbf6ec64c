import { isDeepStrictEqual } from 'node:util'
import type { PostedMessage } from '../model/history.ts'

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
  /** Slack announced a message of ours to this process. */
  noteAnnounced(message: AnnouncedMessage): void
  /** The messages that Slack announced last, oldest first. Empty: it never announced any, so the app may not subscribe to the event. */
  announced(): readonly AnnouncedMessage[]
  /** Ends at the next announced message. */
  nextAnnounced(): Promise<void>
}

/** `at`: when this process learned of it: UTC, ms. `channel`: an id. */
type AnnouncedMessage = { channel: string; message: PostedMessage; at: number }

/** So many announced messages are kept. Only unconfirmed posts of the last seconds or minutes need them. */
const mostAnnounced = 1000

export function createOutboxMemory(): OutboxMemory {
  const confirmed = new Map<string, { pending: AnyPending; ts: string }>()
  const seen = new Map<string, { pending: AnyPending; at: number }>()
  const announced: AnnouncedMessage[] = []
  let next = Promise.withResolvers<void>()
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
    noteAnnounced(message) {
      announced.push(message)
      if (announced.length > mostAnnounced) announced.shift()
      next.resolve()
      next = Promise.withResolvers()
    },
    announced: () => announced,
    nextAnnounced: () => next.promise,
  }
}
