import { isFoundByPerson, type PostedCard } from '../../model/card.ts'

export type FoundCounts = {
  found: number
  closed: number
  claimed: number
  snoozed: number
  unclaimed: number
}

/** Counts the mentions that people found, by their present state. `to` is the last ms. */
export async function countFound(
  cards: AsyncIterable<PostedCard>,
  { from, to }: { from: number; to: number },
): Promise<FoundCounts> {
  const counts = { found: 0, closed: 0, claimed: 0, snoozed: 0, unclaimed: 0 }
  for await (const card of cards) {
    const postedAt = Number(card.ts) * 1000
    if (!isFoundByPerson(card) || postedAt < from || postedAt > to) continue
    counts.found += 1
    counts[columnOf(card)] += 1
  }
  return counts
}

function columnOf({ actions: [handling] }: PostedCard): Exclude<keyof FoundCounts, 'found'> {
  switch (handling?.state) {
    case undefined:
      return 'unclaimed'
    case 'done':
    case 'not-relevant':
      return 'closed'
    case 'snoozed':
      return 'snoozed'
    default:
      return 'claimed'
  }
}
