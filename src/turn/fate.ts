import { fingerprintOf } from '../decide/duplicate.ts'
import { resurfacedStory, type StorySummary, storyMembers } from '../decide/folded-story.ts'
import { runningSpike } from '../decide/storm.ts'
import type { Duplicate, OriginalCard, Similarity } from '../model/first-card.ts'
import type { Mention } from '../model/mention.ts'
import type { PollDeps } from './ports.ts'
import type { SubscriptionRun } from './watch.ts'

/** What becomes of a mention that is the same as an earlier one: it joins its card, or its story comes up again, or it is alone after all. */
export type DuplicateDecision =
  | { kind: 'joins'; original: OriginalCard; duplicate: Duplicate }
  | { kind: 'comes up'; original: OriginalCard; story: StorySummary }
  | { kind: 'alone' }

/** Decides by what the store has now. What is stored with a card already, by a process that died then, joins it again, for the same reason. */
export async function decideDuplicate(
  deps: PollDeps,
  run: SubscriptionRun,
  mention: Mention,
): Promise<DuplicateDecision> {
  const found = await findOriginal(deps, run, mention)
  if (found === undefined || found.original.mention === mention.id) return { kind: 'alone' }
  const { original, similarity } = found
  const { id, url, reach } = mention
  const stored = storyMembers(original).find((one) => one.id === id)
  if (stored !== undefined) return { kind: 'joins', original, duplicate: stored }
  const duplicate = { id, url, reach, similarity }
  const story = resurfacedStory(original, duplicate)
  const comes = story !== undefined && (await mayResurface(deps, run, original))
  return comes ? { kind: 'comes up', original, story } : { kind: 'joins', original, duplicate }
}

/** While it storms, nothing comes up beside the storm's card; the first copy after it may. What people have dismissed stays where it is. */
async function mayResurface(
  { originalCards }: PollDeps,
  { subscription, checkpoint }: SubscriptionRun,
  first: OriginalCard,
): Promise<boolean> {
  if (subscription.dedupe !== 'story' || runningSpike(checkpoint) !== undefined) return false
  return (await originalCards?.isDismissed(first)) === false
}

/** The card of what is the same. Another process may have let its story come up again since this one heard of it. */
async function findOriginal(
  { originalCards }: PollDeps,
  { key, subscription }: SubscriptionRun,
  mention: Mention,
): Promise<{ original: OriginalCard; similarity: Similarity } | undefined> {
  const found = originalCards?.find(key, fingerprintOf(mention, subscription.dedupe ?? 'url'))
  if (originalCards === undefined || found === undefined) return undefined
  let first = await originalCards.cardOf(key, found.original.mention)
  while (first?.successor !== undefined) first = await originalCards.cardOf(key, first.successor)
  if (first !== undefined) return { original: first, similarity: found.similarity }
  await originalCards.forget(found.original)
  return undefined
}
