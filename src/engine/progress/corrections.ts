import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { type CountedCorrection, sentimentAfter, withSentiment } from '../../model/correction.ts'

export type Corrections = ReadonlyMap<Id, CountedCorrection>

/** Returns the mention with the sentiment that people gave it. */
export function correctedMention(mention: Mention, corrections: Corrections): Mention {
  const correction = corrections.get(mention.id)
  return correction === undefined ? mention : withSentiment(mention, sentimentAfter(correction))
}
