import type { SetTimer } from '../model/timer.ts'
import type { OpenProblem } from '../troubles.ts'

/** A trouble that has begun or ended, and which. */
export type ProblemNews = { kind: 'raised' | 'cleared'; trouble: OpenProblem }

type BatchDeps = {
  /** Sends one letter: troubles of one kind, at least one, in the order in which they came. */
  send: (kind: ProblemNews['kind'], problems: OpenProblem[]) => void
  /** UTC, ms. */
  now: () => number
  setTimer: SetTimer
}

/** News waits so long for others of the same cause, in ms. */
const gatherMs = 1000

/**
 * From one letter to the next, in ms: a service that is down stops each alert at its own time, and hundreds of letters are read by
 * nobody.
 */
const apartMs = 30_000

/** Gathers news for the owner into few letters: the first after a second, the next ones half a minute apart. What is over before it was told is not told. */
export function batchNotifications({ send, now, setTimer }: BatchDeps): (news: ProblemNews) => void {
  let untold: ProblemNews[] = []
  let isPlanned = false
  let lastAt = Number.NEGATIVE_INFINITY

  function write(): void {
    const told = netOf(untold)
    untold = []
    isPlanned = false
    if (told.length > 0) lastAt = now()
    for (const kind of ['cleared', 'raised'] as const) {
      const problems = told.filter((news) => news.kind === kind).map(({ trouble: problem }) => problem)
      if (problems.length > 0) send(kind, problems)
    }
  }
  return (news) => {
    untold.push(news)
    if (isPlanned) return
    isPlanned = true
    setTimer(write, Math.max(gatherMs, lastAt + apartMs - now()))
  }
}

/** What is left to tell: the last of each trouble, but for those that both began and ended. */
function netOf(untold: ProblemNews[]): ProblemNews[] {
  const first = new Map<string, ProblemNews>()
  const last = new Map<string, ProblemNews>()
  for (const news of untold) {
    const { key } = news.trouble
    if (!first.has(key)) first.set(key, news)
    last.set(key, news)
  }
  return [...last.values()].filter(
    ({ kind, trouble: problem }) => kind === 'raised' || first.get(problem.key)?.kind === 'cleared',
  )
}
