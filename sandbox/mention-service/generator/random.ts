/** A repeatable random source: the same seed gives the same values. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number
  /** An integer from `least` to `greatest`, both included. */
  whole: (least: number, greatest: number) => number
  chance: (probability: number) => boolean
  /** Picks an item. Throws RangeError if the list is empty. */
  pick: <Item>(list: readonly Item[]) => Item
}

/**
 * Mulberry32: small, fast, and good enough for generated posts. The parts of the seed are mixed, so that neighbouring
 * seeds differ.
 */
export function createRandom(...seed: number[]): Random {
  let state = seed.reduce((mixed, part) => Math.imul(mixed ^ part, 0x9e3779b1) ^ (mixed >>> 15), 0x2545f491)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    whole: (least, greatest) => least + Math.floor(next() * (greatest - least + 1)),
    chance: (probability) => next() < probability,
    pick(list) {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}

/** Picks an item with a probability by weight. Throws RangeError if the list is empty. */
export function pickWeighted<Item extends { weight: number }>(random: Random, list: readonly Item[]): Item {
  let left = random.next() * list.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of list) {
    left -= item.weight
    if (left < 0) return item
  }
  return random.pick(list)
}
