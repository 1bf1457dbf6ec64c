import type { SetTimer } from '../async/clock.ts'
import type { Progress } from '../model/due.ts'
import type { PollQueue } from './poll-queue.ts'
import type { DueRows } from './shared-queue.ts'

type ClusterProgressDeps = {
  rows: Pick<DueRows, 'missed' | 'moved' | 'forget' | 'howFar'>
  now: () => number
  setTimer: SetTimer
  /** Is called when there is something to write. */
  soon: () => void
}

/** The part of a cluster's due list that tells how far members got, in all its processes. */
type ClusterProgress = Pick<PollQueue, 'missed' | 'moved' | 'howFar' | 'forget'> & {
  /** Writes what was noted since it was written last. Rejects where the database cannot be used; then it is written the next time. */
  write(): Promise<void>
}

/** Notes in memory, and writes when told; what runs end with is written with their end, not here. */
export function createClusterProgress({ rows, now, setTimer, soon }: ClusterProgressDeps): ClusterProgress {
  const missed = new Set<string>()
  const forgotten = new Set<string>()
  const moved = new Map<string, { member: string; key: string }>()
  const look = createSharedQuery(rows.howFar, { now, setTimer })
  return {
    missed(member) {
      missed.add(member)
      soon()
    },
    moved(member, key) {
      moved.set(member, { member, key })
      soon()
    },
    forget(member) {
      missed.delete(member)
      forgotten.add(member)
      soon()
    },
    async howFar() {
      const last = await look()
      return last === undefined ? [] : last.seen.map((one) => grown(one, Math.max(0, now() - last.at)))
    },
    async write() {
      await writeAll(forgotten, rows.forget)
      await writeAll(missed, rows.missed)
      const moves = [...moved.values()]
      if (moves.length > 0) await rows.moved(moves)
      for (const move of moves) if (moved.get(move.member) === move) moved.delete(move.member)
    },
  }
}

/** What comes while this is written waits for the next time. */
async function writeAll(noted: Set<string>, write: (members: string[]) => Promise<void>): Promise<void> {
  if (noted.size === 0) return
  const members = [...noted]
  await write(members)
  for (const member of members) noted.delete(member)
}

/** What was behind when it was looked at is behind by so much more (ms) now. */
function grown({ behindMs, ...one }: Progress, ms: number): Progress {
  return behindMs === undefined ? one : { ...one, behindMs: behindMs + ms }
}

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
