import { isDeepStrictEqual } from 'node:util'
import type { CheckpointKey, PendingPost } from '../model/bookmark.ts'

/**
 * What Slack has answered and no write has settled yet. A process knows that such a post has arrived, whatever its store and the
 * channel's history say, for as long as it lives. One a subscription and alert: nothing is posted before the last one is settled.
 */
export type ConfirmedPosts = {
  /** Slack has answered the post of an intent with this `ts`. */
  note(key: CheckpointKey, answer: { intent: PendingPost; ts: string }): void
  /** The `ts` with which the post of exactly this intent was answered. */
  tsOf(key: CheckpointKey, pending: PendingPost): string | undefined
  /** Whether an answer waits for its settling. */
  waits(key: CheckpointKey): boolean
  /** It is settled durably. */
  settled(key: CheckpointKey): void
}

/** No answer waits yet. */
export function createConfirmedPosts(): ConfirmedPosts {
  const confirmedPosts = new Map<string, { intent: PendingPost; ts: string }>()
  const nameOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`
  return {
    note: (key, answer) => void confirmedPosts.set(nameOf(key), answer),
    tsOf(key, pending) {
      const answer = confirmedPosts.get(nameOf(key))
      return isDeepStrictEqual(answer?.intent, pending) ? answer?.ts : undefined
    },
    waits: (key) => confirmedPosts.has(nameOf(key)),
    settled: (key) => void confirmedPosts.delete(nameOf(key)),
  }
}
