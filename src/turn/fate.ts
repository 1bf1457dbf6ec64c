import { cardPrints } from '../decide/duplicate.ts'
import { comesUp, type FoldedStory, membersOf } from '../decide/folded-story.ts'
import { runningStorm } from '../decide/storm.ts'
import type { FirstCard, Joined, Sameness } from '../model/first-card.ts'
import type { Mention } from '../model/mention.ts'
import type { TurnDeps } from './ports.ts'
import type { Watch } from './watch.ts'

/** What becomes of a mention that is the same as an earlier one: it joins its card, or its story comes up again, or it is alone after all. */
export type Fate =
  | { kind: 'joins'; first: FirstCard; joined: Joined }
  | { kind: 'comes up'; first: FirstCard; folded: FoldedStory }
  | { kind: 'alone' }

/** Decides by what the store has now. What is stored with a card already, by a process that died then, joins it again, for the same reason. */
export async function fateOf(deps: TurnDeps, watch: Watch, mention: Mention): Promise<Fate> {
  const found = await firstOf(deps, watch, mention)
  if (found === undefined || found.first.mention === mention.id) return { kind: 'alone' }
  const { first, same } = found
  const { id, url, reach } = mention
  const stored = membersOf(first).find((one) => one.id === id)
  if (stored !== undefined) return { kind: 'joins', first, joined: stored }
  const joined = { id, url, reach, same }
  const folded = comesUp(first, joined)
  const comes = folded !== undefined && (await mayComeUp(deps, watch, first))
  return comes ? { kind: 'comes up', first, folded } : { kind: 'joins', first, joined }
}

/** While it storms, nothing comes up beside the storm's card; the first copy after it may. What people have dismissed stays where it is. */
async function mayComeUp(
  { firstCards }: TurnDeps,
  { subscription, bookmark }: Watch,
  first: FirstCard,
): Promise<boolean> {
  if (subscription.dedupe !== 'story' || runningStorm(bookmark) !== undefined) return false
  return (await firstCards?.isDismissed(first)) === false
}

/** The card of what is the same. Another process may have let its story come up again since this one heard of it. */
async function firstOf(
  { firstCards }: TurnDeps,
  { key, subscription }: Watch,
  mention: Mention,
): Promise<{ first: FirstCard; same: Sameness } | undefined> {
  const found = firstCards?.find(key, cardPrints(mention, subscription.dedupe ?? 'url'))
  if (firstCards === undefined || found === undefined) return undefined
  let first = await firstCards.cardOf(key, found.first.mention)
  while (first?.next !== undefined) first = await firstCards.cardOf(key, first.next)
  if (first !== undefined) return { first, same: found.same }
  await firstCards.forget(found.first)
  return undefined
}
