import type { Time } from '@overheard/base/time'
import type { OpenProblem, Problem, ProblemBoard, ReportedProblem } from '../model/problem.ts'

export type ProblemListener = {
  raised(problem: ReportedProblem): void
  cleared(problem: OpenProblem): void
  /** Hears of a problem that ended by itself, because it is `until` its time. */
  passed?(problem: OpenProblem): void
}

/** `open` is the content by key. A problem whose time has passed ends at the next call of `raise` with its key, or of `openProblems`. */
export function createProblems(
  now: () => Time,
  listener: ProblemListener,
  open = new Map<string, OpenProblem>(),
): ProblemBoard {
  function endIfPassed(key: string): void {
    const known = open.get(key)
    if (known === undefined || !hasPassed(known, now())) return
    open.delete(key)
    listener.passed?.(known)
  }
  return {
    raise(key, { ofThisProcess: _, ...problem }) {
      endIfPassed(key)
      const known = open.get(key)
      const present = { ...problem, key, since: known?.since ?? now() }
      open.set(key, withoutOwnerNote(present))
      if (known === undefined || !isSameProblem(known, problem)) listener.raised(present)
    },
    clear(key) {
      const known = open.get(key)
      if (known !== undefined) listener.cleared(known)
      return open.delete(key)
    },
    find: (key) => open.get(key),
    openProblems() {
      for (const key of open.keys()) endIfPassed(key)
      return [...open.values()]
    },
    drop: (key) => void open.delete(key),
    forget(subscription) {
      for (const [key, problem] of open) if (problem.subscription === subscription) open.delete(key)
    },
  }
}

function withoutOwnerNote({ ownerNote: _, ...kept }: ReportedProblem): OpenProblem {
  return kept
}

export function hasPassed({ until }: Problem, now: Time): boolean {
  return until !== undefined && until <= now
}

function isSameProblem(known: Problem, { code, what }: Problem): boolean {
  return code === undefined ? known.what === what : known.code === code
}
