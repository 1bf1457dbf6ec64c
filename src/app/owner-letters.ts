import type { SetTimer } from '../model/timer.ts'
import type { StandingTrouble } from '../troubles.ts'

/** A trouble that has begun or ended, and which. */
export type News = { kind: 'raised' | 'cleared'; trouble: StandingTrouble }

type LettersDeps = {
  /** Sends one letter: troubles of one kind, at least one, in the order in which they came. */
  send: (kind: News['kind'], troubles: StandingTrouble[]) => void
  /** UTC, ms. */
  now: () => number
  setTimer: SetTimer
}

/** News waits so long for others of the same cause, in ms. */
const gatherFor = 1000

/**
 * From one letter to the next, in ms: a service that is down stops each alert at its own time, and hundreds of letters are read by
 * nobody.
 */
const apart = 30_000

/** Gathers news for the owner into few letters: the first after a second, the next ones half a minute apart. What is over before it was told is not told. */
export function createLetters({ send, now, setTimer }: LettersDeps): (news: News) => void {
  let untold: News[] = []
  let isPlanned = false
  let lastAt = Number.NEGATIVE_INFINITY

  function write(): void {
    const told = netOf(untold)
    untold = []
    isPlanned = false
    if (told.length > 0) lastAt = now()
    for (const kind of ['cleared', 'raised'] as const) {
      const troubles = told.filter((news) => news.kind === kind).map(({ trouble }) => trouble)
      if (troubles.length > 0) send(kind, troubles)
    }
  }
  return (news) => {
    untold.push(news)
    if (isPlanned) return
    isPlanned = true
    setTimer(write, Math.max(gatherFor, lastAt + apart - now()))
  }
}

/** What is left to tell: the last of each trouble, but for those that both began and ended. */
function netOf(untold: News[]): News[] {
  const first = new Map<string, News>()
  const last = new Map<string, News>()
  for (const news of untold) {
    const { key } = news.trouble
    if (!first.has(key)) first.set(key, news)
    last.set(key, news)
  }
  return [...last.values()].filter(
    ({ kind, trouble }) => kind === 'raised' || first.get(trouble.key)?.kind === 'cleared',
  )
}
