import type { SharedProblem } from '../store/trouble-records.ts'
import { hasPassed } from '../troubles.ts'

/** So often a process says that its trouble stands, in ms. */
const sayEvery = 30_000
/** A trouble whose process has not said so for so long, in ms, has died with it. */
const silence = 90_000

/**
 * What a process has to do for a shared trouble at `now` (UTC, ms): take it down, since it happened once or its process has died; say
 * again that it stands, if it is its own (`isMine`); or nothing.
 */
export function upkeepOf(
  problem: SharedProblem,
  isMine: boolean,
  now: number,
): 'take-down' | 'say-again' | 'nothing' {
  const unsaidFor = now - problem.at
  if (hasPassed(problem, now) || (!isMine && unsaidFor > silence)) return 'take-down'
  return isMine && unsaidFor > sayEvery ? 'say-again' : 'nothing'
}
