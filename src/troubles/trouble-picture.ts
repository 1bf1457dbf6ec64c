import type { SharedProblem } from '../store/trouble-records.ts'
import { hasPassed, isSameProblem, type OpenProblem, type Problem } from '../troubles.ts'

/** The shared troubles as one process sees them: its own as they are, those of the others as they were when it looked last. */
type ProblemCache = {
  /** Notes what was found here; undefined where that stands already. */
  raise(key: string, problem: Problem): OpenProblem | undefined
  /** Takes away what is over; undefined where it did not stand. */
  clear(key: string): OpenProblem | undefined
  /** Takes away those of a subscription; returns their keys. */
  forget(subscription: string): string[]
  find(key: string): OpenProblem | undefined
  standing(): OpenProblem[]
  /** The keys of those that were found here. */
  mine(): ReadonlySet<string>
  /** Takes over what all have written; what changes here while that is read stays as it is here. */
  takeOver(read: () => Promise<SharedProblem[]>): Promise<void>
}

/** Makes an empty picture. */
export function createProblemCache(now: () => number): ProblemCache {
  const standing = new Map<string, OpenProblem>()
  const mine = new Set<string>()
  /** What has changed here while the others' troubles are read. */
  const touched = new Set<string>()

  function takeAway(key: string): void {
    standing.delete(key)
    mine.delete(key)
  }

  return {
    raise(key, problem) {
      const known = standing.get(key)
      const present = { ...problem, key, since: known?.since ?? now() }
      standing.set(key, present)
      mine.add(key)
      if (known !== undefined && isSameProblem(known, problem)) return undefined
      touched.add(key)
      return present
    },
    clear(key) {
      const known = standing.get(key)
      if (known === undefined) return undefined
      takeAway(key)
      touched.add(key)
      return known
    },
    forget(subscription) {
      const known = [...standing.values()].filter((trouble) => trouble.subscription === subscription)
      for (const { key } of known) {
        takeAway(key)
        touched.add(key)
      }
      return known.map(({ key }) => key)
    },
    find: (key) => standing.get(key),
    standing: () => [...standing.values()].filter((trouble) => !hasPassed(trouble, now())),
    mine: () => mine,
    async takeOver(read) {
      touched.clear()
      const there = await read()
      const keys = new Set(there.map(({ key }) => key))
      for (const key of standing.keys()) if (!keys.has(key) && !touched.has(key)) takeAway(key)
      for (const { at, ...trouble } of there)
        if (!touched.has(trouble.key)) standing.set(trouble.key, trouble)
    },
  }
}
