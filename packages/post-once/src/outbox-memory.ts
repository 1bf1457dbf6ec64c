import { isDeepStrictEqual } from 'node:util'
import type { Ms } from '@overheard/base/time'

type AnyPending = object

/**
 * Keeps facts about pending posts in the memory of this process. A sender has at most one pending post.
 */
export type OutboxMemory<Message> = {
  addConfirmed(sender: string, pending: AnyPending, ts: string): void
  confirmedTs(sender: string, pending: AnyPending): string | undefined
  hasUncommitted(sender: string): boolean
  /**
   * Returns when this process first saw the pending post, by the steady clock. The first call for a pending post sets that time to `now`.
   */
  firstSeenAt(sender: string, pending: AnyPending, now: Ms): Ms
  /** Called after each write of the sender's progress, because it contains the commits of all confirmed posts. */
  forgetConfirmed(sender: string): void
  addAnnounced(message: Announced<Message>): void
  announced(): readonly Announced<Message>[]
  nextAnnounced(): Promise<void>
}

/** `at` is the time when this process heard of the message, by the steady clock. */
type Announced<Message> = { channel: string; message: Message; at: Ms }

const maxAnnounced = 1000

export function createOutboxMemory<Message>(): OutboxMemory<Message> {
  const confirmed = new Map<string, { pending: AnyPending; ts: string }>()
  const seen = new Map<string, { pending: AnyPending; at: Ms }>()
  const announced: Announced<Message>[] = []
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
      const at = known !== undefined && isDeepStrictEqual(known.pending, pending) ? known.at : now
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
