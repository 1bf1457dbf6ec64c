import { beforeAll, compareIds, type Id } from '@overheard/mention-client/id'

// Detects absurdly large ids, such as a test row of the service. A watermark at such an id would hide all later
// mentions. So an id far beyond the others counts only after a second id near it.

/**
 * A difference between two ids that is smaller than this is always plausible, because the service can give out millions of ids for other
 * alerts between two mentions of a quiet alert.
 */
const leastJump = 1_000_000_000

/**
 * Returns true if `id` is more than double `from` and far above it. A service that counts upwards would need years to
 * get there.
 */
function isJump(id: Id, from: Id): boolean {
  // Numbers above 2^53 are rounded, which does not matter here.
  const [there, here] = [Number(id), Number(from)]
  return there > 2 * here && there - here > leastJump
}

/**
 * Returns the largest id that is reached from `from` without a jump to an absurdly large id. If another id follows
 * closely after such an id, that id is plausible, too.
 */
export function largestPlausibleId(from: Id, ids: Id[]): Id {
  const largest = largestId(ids, from)
  if (!isJump(largest, from)) return largest
  const above = [...new Set(ids)].filter((id) => compareIds(id, from) > 0).sort(compareIds)
  let reached = from
  for (const [place, id] of above.entries()) {
    const next = above[place + 1]
    if (!isJump(id, reached) || (next !== undefined && !isJump(next, id))) reached = id
  }
  return reached
}

export function largestId(ids: Iterable<Id>, least: Id = beforeAll): Id {
  let largest = least
  for (const id of ids) if (compareIds(id, largest) > 0) largest = id
  return largest
}

export function leastId(ids: Iterable<Id>): Id | undefined {
  let least: Id | undefined
  for (const id of ids) least = lesserId(least, id)
  return least
}

export function lesserId(a: Id | undefined, b: Id): Id

export function lesserId(a: Id | undefined, b: Id | undefined): Id | undefined

export function lesserId(a: Id | undefined, b: Id | undefined): Id | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return compareIds(a, b) < 0 ? a : b
}

export const idAfter = (id: Id): Id => (BigInt(id) + 1n).toString()
