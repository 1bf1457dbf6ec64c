import { type CountedCorrection, sentimentAfter, withSentiment } from '../../model/correction.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'

export type Corrections = ReadonlyMap<Id, CountedCorrection>

/** Returns the mention with the sentiment that people gave it. */
export function correctedMention(mention: Mention, corrections: Corrections): Mention {
  const correction = corrections.get(mention.id)
  return correction === undefined ? mention : withSentiment(mention, sentimentAfter(correction))
}
