import { compareIds, greatestId, type Id } from './id.ts'

/**
 * Ids that lie absurdly far beyond the others: a test row, a mistake of the service. Whoever believes one reads from there on and never
 * sees an honest mention again. So an id is believed only when the way to it is: a jump needs a second id that follows on.
 */

/**
 * What lies closer together is no jump, however small the ids are: of a quiet alert, millions of other alerts' mentions lie between two
 * of its own.
 */
const leastJump = 1_000_000_000

/** Whether an id is more than double of another, and far beyond it: a service that counts gets there in years, if ever. */
function isJump(id: Id, from: Id): boolean {
  // Rounded beyond 2^53, which does not matter here.
  const [there, here] = [Number(id), Number(from)]
  return there > 2 * here && there - here > leastJump
}

/**
 * The greatest of some ids to which they lead from `from` on: each follows on the one before it, or is followed by the next. An id alone
 * beyond a jump is left out. `from` itself if there is none.
 */
export function confirmedUpTo(from: Id, ids: Id[]): Id {
  const greatest = greatestId(ids, from)
  if (!isJump(greatest, from)) return greatest
  const above = [...new Set(ids)].filter((id) => compareIds(id, from) > 0).sort(compareIds)
  let reached = from
  for (const [place, id] of above.entries()) {
    const next = above[place + 1]
    if (!isJump(id, reached) || (next !== undefined && !isJump(next, id))) reached = id
  }
  return reached
}
