import { isDeepStrictEqual } from 'node:util'
import type { BookmarkKey, Intent } from '../model/bookmark.ts'

/**
 * What Slack has answered and no write has settled yet. A process knows that such a post has arrived, whatever its store and the
 * channel's history say, for as long as it lives. One a subscription and alert: nothing is posted before the last one is settled.
 */
export type Answers = {
  /** Slack has answered the post of an intent with this `ts`. */
  note(key: BookmarkKey, answer: { intent: Intent; ts: string }): void
  /** The `ts` with which the post of exactly this intent was answered. */
  tsOf(key: BookmarkKey, intent: Intent): string | undefined
  /** Whether an answer waits for its settling. */
  waits(key: BookmarkKey): boolean
  /** It is settled durably. */
  settled(key: BookmarkKey): void
}

/** No answer waits yet. */
export function createAnswers(): Answers {
  const answers = new Map<string, { intent: Intent; ts: string }>()
  const nameOf = ({ subscription, alert }: BookmarkKey) => `${alert} ${subscription}`
  return {
    note: (key, answer) => void answers.set(nameOf(key), answer),
    tsOf(key, intent) {
      const answer = answers.get(nameOf(key))
      return isDeepStrictEqual(answer?.intent, intent) ? answer?.ts : undefined
    },
    waits: (key) => answers.has(nameOf(key)),
    settled: (key) => void answers.delete(nameOf(key)),
  }
}
