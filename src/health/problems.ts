import type { OpenProblem, Problem, ProblemBoard } from '../model/problem.ts'

/** Who is told when a trouble begins and ends. */
export type ProblemListener = { raised(trouble: OpenProblem): void; cleared(trouble: OpenProblem): void }

/** Keeps the troubles and tells when one begins and ends. */
export function createProblems(now: () => number, tell: ProblemListener): ProblemBoard {
  const standing = new Map<string, OpenProblem>()
  return {
    raise(key, problem) {
      const known = standing.get(key)
      const present = { ...problem, key, since: known?.since ?? now() }
      standing.set(key, present)
      if (known === undefined || !isSameProblem(known, problem)) tell.raised(present)
    },
    clear(key) {
      const known = standing.get(key)
      if (known !== undefined) tell.cleared(known)
      return standing.delete(key)
    },
    find: (key) => standing.get(key),
    standing() {
      for (const [key, trouble] of standing) if (hasPassed(trouble, now())) standing.delete(key)
      return [...standing.values()]
    },
    forget(subscription) {
      for (const [key, trouble] of standing) if (trouble.subscription === subscription) standing.delete(key)
    },
  }
}

/** Whether a trouble of something that happened once stands no longer at `now` (UTC, ms). */
export function hasPassed({ until }: Problem, now: number): boolean {
  return until !== undefined && until <= now
}

/** Whether a trouble is still the one that was told: by its code, or where it has none by its words. */
export function isSameProblem(known: Problem, { code, what }: Problem): boolean {
  return code === undefined ? known.what === what : known.code === code
}
