/** What stops something, for people: in the log, in `/readyz`, and in a direct message to the owner. */
export type Problem = {
  /** The subscription concerned; absent where it is none, or all of them. */
  subscription?: string
  /** What stops ("the digest weekly"), where that is neither the subscription nor everything. */
  stops?: string
  /** The channel concerned, as it was written. */
  channel?: string
  /** A word for what it is: Slack's, the service's, or ours. */
  code?: string
  /** What happened. A sentence without a secret in it. */
  what: string
  /** What a person can do about it. */
  whatToDo: string
  /** When it no longer stands although nothing took it back (UTC, ms): for what happened once. */
  until?: number
}

/** A trouble that stands, and since when: UTC, ms since the epoch. */
export type OpenProblem = Problem & { key: string; since: number }

/** The troubles that stand at present. */
export type ProblemBoard = {
  /** Says it once, however often it is raised while it stands (its words may change, with a time to wait, say; not its code). */
  raise(key: string, problem: Problem): void
  /** Takes it back; false where it did not stand. */
  clear(key: string): boolean
  /** The one of this key, if it stands. */
  find(key: string): OpenProblem | undefined
  standing(): OpenProblem[]
  /** Drops the troubles of a subscription that is gone, without a word. */
  forget(subscription: string): void
}

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
