import type { SetTimer } from '../async/clock.ts'
import { memoizeAsync } from '../async/memoize.ts'
import { rejectOnAbort, withTimeout } from '../async/timeout.ts'
import type { Progress } from '../model/due.ts'
import type { PollQueue } from './poll-queue.ts'
import type { DueRows } from './shared-queue.ts'

type SharedProgressDeps = {
  rows: Pick<DueRows, 'missed' | 'moved' | 'forget' | 'progress'>
  now: () => number
  setTimer: SetTimer
  requestWrite: () => void
}

type SharedProgress = Pick<PollQueue, 'missed' | 'moved' | 'progress' | 'forget'> & {
  write(): Promise<void>
}

/** Collects changes in memory until `write` stores them. The queue itself stores the progress of a run, together with the end of the run. */
export function createSharedProgress({
  rows,
  now,
  setTimer,
  requestWrite,
}: SharedProgressDeps): SharedProgress {
  const missed = new Set<string>()
  const forgotten = new Set<string>()
  const moved = new Map<string, { member: string; key: string }>()
  const query = createSharedQuery(rows.progress, { now, setTimer })
  return {
    missed(member) {
      missed.add(member)
      requestWrite()
    },
    moved(member, key) {
      moved.set(member, { member, key })
      requestWrite()
    },
    forget(member) {
      missed.delete(member)
      forgotten.add(member)
      requestWrite()
    },
    async progress() {
      const last = await query()
      return last === undefined
        ? []
        : last.result.map((one) => withLagGrownBy(one, Math.max(0, now() - last.at)))
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

async function writeAll(noted: Set<string>, write: (members: string[]) => Promise<void>): Promise<void> {
  if (noted.size === 0) return
  const members = [...noted]
  await write(members)
  for (const member of members) noted.delete(member)
}

function withLagGrownBy({ behindMs, ...one }: Progress, ms: number): Progress {
  return behindMs === undefined ? one : { ...one, behindMs: behindMs + ms }
}

type QueryResult<Seen> = { at: number; result: Seen }

type SharedQueryDeps = { now: () => number; setTimer: SetTimer }

/** A result is reused for this time, in ms, so that all requests for status pages share one query. */
const reuseMs = 1000
const maxWaitMs = 1000

/**
 * Shares one query between concurrent callers. Resolves with a result that is at most a second old, or older if the query fails or takes
 * longer than a second. Resolves with undefined if there is no result yet. Never rejects.
 */
export function createSharedQuery<Seen>(
  query: () => Promise<Seen>,
  { now, setTimer }: SharedQueryDeps,
): () => Promise<QueryResult<Seen> | undefined> {
  let last: QueryResult<Seen> | undefined
  const queryOnce = memoizeAsync(
    async () => {
      const at = now()
      last = { at, result: await query() }
    },
    { now, ttlMs: reuseMs },
  )
  return async () => {
    // The error is ignored here, because the loop of the queue reports that the database does not answer.
    await withTimeout(setTimer, maxWaitMs, (signal) => rejectOnAbort(queryOnce(), signal)).catch(
      () => undefined,
    )
    return last
  }
}
