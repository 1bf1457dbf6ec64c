import type { SetTimer } from '../model/timer.ts'

/** What was seen, and when somebody began to look (ms). */
type QueryResult<Seen> = { at: number; seen: Seen }

type SharedLookDeps = { now: () => number; setTimer: SetTimer }

/** What was seen serves so long, in ms: everybody who asks for a page, or for the lines of one, costs one look together. */
const serves = 1000
/** Who asks waits so long at most, in ms: a page must come, whatever hangs. */
const patience = 1000

/**
 * Looks for many who ask: those who ask at the same moment share a look. Resolves with what was seen last, a second ago at most; longer
 * ago where looking fails or takes longer than a second, and undefined where nothing has been seen yet. Never rejects.
 */
export function createSharedQuery<Seen>(
  look: () => Promise<Seen>,
  { now, setTimer }: SharedLookDeps,
): () => Promise<QueryResult<Seen> | undefined> {
  let last: QueryResult<Seen> | undefined
  let looking: Promise<void> | undefined

  async function lookOnce(): Promise<void> {
    const at = now()
    try {
      last = { at, seen: await look() }
    } catch {
      // Who looks all the time, the heart of the list, tells that the database is away.
    }
    looking = undefined
  }
  const inTime = (what: Promise<void>) =>
    new Promise<void>((resolve) => {
      const cancel = setTimer(resolve, patience)
      void what.then(() => {
        cancel()
        resolve()
      })
    })
  return async () => {
    // A clock that was put back makes no old look new.
    if (last === undefined || Math.abs(now() - last.at) >= serves) {
      looking ??= lookOnce()
      await inTime(looking)
    }
    return last
  }
}
