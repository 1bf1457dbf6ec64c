import type { Time } from '@overheard/base/time'
import { compareIds } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { OriginalCard } from '../../model/card.ts'
import {
  createOriginalIndex,
  type Dedupe,
  duplicateReason,
  fingerprintOf,
  spelledSimilarity,
  whereOf,
} from '../dedupe/original-index.ts'
import {
  acceptsDuplicates,
  originalCardOf,
  resurfacedReason,
  resurfacedStory,
  withDuplicate,
  wordsOf,
} from '../dedupe/story.ts'
import type { Decide, Decision } from './rules.ts'

export type Replayed = { mention: Mention; decision: Decision }

type ReplayOptions = { now: Time; channel?: string; dedupe?: Dedupe | undefined }

/** After this many mentions, `replay` lets other work run. */
const mentionsBetweenPauses = 20

/**
 * Decides about past mentions as if each had arrived at its own date, in ascending order of ids. A mention without a
 * date arrives at `now`. Awaits `pause` regularly, so that a long replay does not block the process.
 */
export async function replay(
  decide: Decide,
  mentions: Mention[],
  { pause, ...options }: ReplayOptions & { pause: () => Promise<unknown> },
): Promise<Replayed[]> {
  const next = createReplay(decide, options)
  const sorted = mentions.toSorted((a, b) => compareIds(a.id, b.id))
  const replayed: Replayed[] = []
  for (let from = 0; from < sorted.length; from += mentionsBetweenPauses) {
    for (const one of next(sorted.slice(from, from + mentionsBetweenPauses))) replayed.push(one)
    await pause()
  }
  return replayed
}

export function createReplay(
  decide: Decide,
  { now, channel, dedupe }: ReplayOptions,
): (page: Mention[]) => Replayed[] {
  const fold =
    dedupe === undefined ? (_: Mention, __: number, decision: Decision) => decision : dedupeReplay(dedupe)
  const decided = (mention: Mention) => {
    const at = mention.date > 0 ? mention.date : now
    const decision = decide(mention, at, channel)
    return {
      mention,
      decision:
        decision.kind === 'skip' || decision.reason === 'own' ? decision : fold(mention, at, decision),
    }
  }
  return (page) => page.toSorted((a, b) => compareIds(a.id, b.id)).map(decided)
}

const nowhere = { subscription: '', alert: '', channel: '', ts: '' }

/**
 * The returned function skips a duplicate that joins an earlier card. A duplicate whose story has spread enough for a new card, and every
 * other mention, becomes an original.
 */
function dedupeReplay(dedupe: Dedupe): (mention: Mention, at: Time, decision: Decision) => Decision {
  const firsts = createOriginalIndex<OriginalCard>()
  const add = (first: OriginalCard) => firsts.add(first, { keys: first.keys, ...wordsOf(first) })
  return (mention, at, decision) => {
    const fingerprint = fingerprintOf(mention, dedupe)
    const found = firsts.find(fingerprint, at)
    const place = { ...nowhere, mention: mention.id, at }
    if (found === undefined || !acceptsDuplicates(found.original)) {
      add(originalCardOf(place, fingerprint))
      return decision
    }
    const { original: first, similarity: same } = found
    const similarity = spelledSimilarity(mention, same)
    const duplicate = { id: mention.id, ...whereOf(mention), similarity }
    const story = resurfacedStory(first, duplicate)
    if (story !== undefined) {
      firsts.remove(first)
      add(originalCardOf(place, fingerprint, first))
      return decision.kind === 'hold' ? decision : { ...decision, ...resurfacedReason(first.mention, story) }
    }
    add(withDuplicate(first, duplicate, fingerprint))
    return { kind: 'skip', ...duplicateReason(first.mention, similarity) }
  }
}
