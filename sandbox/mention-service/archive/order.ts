import { comparePlaces, type Held, type Place, type SortBy } from './held.ts'

/** Mentions in one ascending order. */
type Order = {
  add: (mention: Held) => void
  /** The live list: read it and let it go, it changes with the next `add`. */
  ascending: () => readonly Held[]
}

/**
 * Keeps mentions sorted. Most arrive at the end and cost nothing; after others the next reading sorts once, which is
 * cheap on a list that is nearly sorted.
 */
export function createOrder(sortBy: SortBy): Order {
  const mentions: Held[] = []
  const compare = comparePlaces[sortBy]
  let sorted = true
  return {
    add(mention) {
      const last = mentions.at(-1)
      if (last && compare(last, mention) > 0) sorted = false
      mentions.push(mention)
    },
    ascending() {
      if (!sorted) mentions.sort(compare)
      sorted = true
      return mentions
    },
  }
}

/** The position of the first mention for which `holds` is true, given that it is false before and true after; binary search. */
export function firstWhere(list: readonly Place[], holds: (place: Place) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const place = list[middle]
    if (place && holds(place)) high = middle
    else low = middle + 1
  }
  return low
}
