import { isDeepStrictEqual } from 'node:util'
import type { PostedMessage } from '../model/history.ts'

/** Two pending posts are the same if all their fields are equal. */
type AnyPending = object

/**
 * Facts about pending posts that only this process's memory holds. A sender (a subscription with its alert, or a digest) has at most one.
 */
export type OutboxMemory = {
  /** Records that Slack confirmed a post, until the commit is stored. */
  noteConfirmed(sender: string, pending: AnyPending, ts: string): void
  /** The `ts` that Slack returned for exactly this pending post. */
  confirmedTs(sender: string, pending: AnyPending): string | undefined
  /** True if Slack confirmed a post whose commit is not stored yet. */
  hasUncommitted(sender: string): boolean
  /** Returns when this process first saw the pending post, in ms since the epoch. If the clock was set back after that, `now` counts. */
  firstSeenAt(sender: string, pending: AnyPending, now: number): number
  committed(sender: string): void
  /** Records a message of ours that Slack announced to this process by an event. */
  noteAnnounced(message: AnnouncedMessage): void
  /** Returns the latest announced messages, oldest first. Empty, for example, if the app does not subscribe to the event. */
  announced(): readonly AnnouncedMessage[]
  nextAnnounced(): Promise<void>
}

/** `channel`: the channel's id. `at`: when the event reached this process, in ms since the epoch. */
type AnnouncedMessage = { channel: string; message: PostedMessage; at: number }

/** At most this many announced messages are kept. Only unconfirmed posts of the last minutes need them. */
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
