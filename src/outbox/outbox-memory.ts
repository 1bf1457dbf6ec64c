import { isDeepStrictEqual } from 'node:util'
import type { Time } from '../async/time.ts'
import type { PostedMessage } from '../model/history.ts'

type AnyPending = object

/**
 * Keeps facts about pending posts in the memory of this process. A sender is a subscription with its alert, or a digest. A sender has at
 * most one pending post.
 */
export type OutboxMemory = {
  addConfirmed(sender: string, pending: AnyPending, ts: string): void
  confirmedTs(sender: string, pending: AnyPending): string | undefined
  hasUncommitted(sender: string): boolean
  /**
   * Returns when this process first saw the pending post, in ms since the epoch. If the clock was set back after that, it returns `now`.
   */
  firstSeenAt(sender: string, pending: AnyPending, now: Time): number
  /** Called after each write of the sender's progress, because it contains the commits of all confirmed posts. */
  forgetConfirmed(sender: string): void
  addAnnounced(message: AnnouncedMessage): void
  announced(): readonly AnnouncedMessage[]
  nextAnnounced(): Promise<void>
}

type AnnouncedMessage = { channel: string; message: PostedMessage; at: Time }

const maxAnnounced = 1000

export function createOutboxMemory(): OutboxMemory {
  const confirmed = new Map<string, { pending: AnyPending; ts: string }>()
  const seen = new Map<string, { pending: AnyPending; at: Time }>()
  const announced: AnnouncedMessage[] = []
  let next = Promise.withResolvers<void>()
  return {
    addConfirmed: (sender, pending, ts) => void confirmed.set(sender, { pending, ts }),
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
    forgetConfirmed: (sender) => void confirmed.delete(sender),
    addAnnounced(message) {
      announced.push(message)
      if (announced.length > maxAnnounced) announced.shift()
      next.resolve()
      next = Promise.withResolvers()
    },
    announced: () => announced,
    nextAnnounced: () => next.promise,
  }
}
