import { z } from 'zod'
import type { SetTimer } from '../async/clock.ts'
import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { startLoop } from '../async/serial.ts'
import {
  type Collection,
  type CollectionKind,
  type Collections,
  openCollection,
} from '../model/collection.ts'
import {
  type NewProblem,
  type OpenProblem,
  type ProblemBoard,
  problemSchema,
  type ReportedProblem,
} from '../model/problem.ts'
import {
  createProblems,
  hasPassed,
  isSameProblem,
  type ProblemListener,
  withoutOwnerNote,
} from './problems.ts'

const sharedProblemSchema = problemSchema.extend({ key: z.string(), since: z.number(), at: z.number() })
export type SharedProblem = z.infer<typeof sharedProblemSchema>

export type ProblemRecords = Pick<Collection<SharedProblem>, 'all' | 'change'>

export const problemKind: CollectionKind<SharedProblem> = { name: 'problems', schema: sharedProblemSchema }

export const problemRecords = (store: Collections): ProblemRecords => openCollection(store, problemKind)

type SharedProblems = ProblemBoard & {
  stop(): Promise<void>
}

type SharedProblemsDeps = {
  records: ProblemRecords
  listener: ProblemListener
  isOwn: (key: string) => boolean
  now: () => number
  setTimer: SetTimer
}

const syncIntervalMs = 5000

/**
 * Creates a problem board that all processes share, except for the problems that `isOwn` keeps in one process. Only the process that raises
 * or clears a problem reports it. The results of `find` and `openProblems` can be a few seconds old. While the store does not answer, each
 * process reports its own problems.
 */
export function createSharedProblems({
  records,
  listener,
  isOwn,
  now,
  setTimer,
}: SharedProblemsDeps): SharedProblems {
  const own = createProblems(now, listener)
  const writer = createProblemWriter({ records, listener, now })
  const cache = createProblemCache(now, writer)
  const loop = startLoop(() => writer.afterwards(() => cache.replace(renewAndRead)), syncIntervalMs, setTimer)

  async function renewAndRead(): Promise<SharedProblem[]> {
    const left: SharedProblem[] = []
    for (const problem of await records.all()) if (await renewOrRemove(problem)) left.push(problem)
    return left
  }

  async function renewOrRemove(problem: SharedProblem): Promise<boolean> {
    const { key, at } = problem
    const upkeep = renewalOf(problem, cache.mine().has(key), now())
    if (upkeep === 'remove')
      await records.change(key, (current) => (current?.at === at ? undefined : current))
    if (upkeep === 'renew') await records.change(key, (current) => current && { ...current, at: now() })
    return upkeep !== 'remove'
  }

  return {
    raise: (key, problem) => (isOwn(key) ? own : cache).raise(key, problem),
    clear: (key) => (isOwn(key) ? own : cache).clear(key),
    find: (key) => own.find(key) ?? cache.find(key),
    openProblems: () => [...own.openProblems(), ...cache.openProblems()],
    forget(subscription) {
      own.forget(subscription)
      cache.forget(subscription)
    },
    async stop() {
      await loop.stop()
      for (const key of cache.mine()) writer.drop(key)
      await writer.afterwards(async () => undefined)
    },
  }
}

type ProblemWriter = ProblemListener & { drop(key: string): void }

/** Shows the shared problems, and passes the changes of this process to `writer`. */
export function createProblemCache(now: () => number, writer: ProblemWriter) {
  const open = new Map<string, OpenProblem>()
  const mine = new Set<string>()
  const touched = new Set<string>()
  const listener: ProblemListener = {
    raised(problem) {
      touched.add(problem.key)
      writer.raised(problem)
    },
    cleared(problem) {
      touched.add(problem.key)
      writer.cleared(problem)
    },
  }
  const board = createProblems(now, listener, open)
  return {
    ...board,
    raise(key: string, problem: NewProblem): void {
      mine.add(key)
      board.raise(key, problem)
    },
    clear(key: string): boolean {
      mine.delete(key)
      return board.clear(key)
    },
    forget(subscription: string): void {
      for (const { key } of board.openProblems().filter((problem) => problem.subscription === subscription)) {
        mine.delete(key)
        touched.add(key)
        writer.drop(key)
      }
      board.forget(subscription)
    },
    /** The keys of the problems that this process has raised. */
    mine: (): ReadonlySet<string> => mine,
    /** Replaces the content with the result of `read`. Changes that are made during the read stay. */
    async replace(read: () => Promise<SharedProblem[]>): Promise<void> {
      touched.clear()
      const stored = await read()
      const kept = new Set([...touched, ...stored.map(({ key }) => key)])
      for (const key of [...open.keys(), ...mine])
        if (!kept.has(key)) {
          open.delete(key)
          mine.delete(key)
        }
      for (const { at, ...problem } of stored) if (!touched.has(problem.key)) open.set(problem.key, problem)
    },
  }
}

type ProblemWriterDeps = { records: ProblemRecords; listener: ProblemListener; now: () => number }

const nothing = () => undefined

/**
 * Writes one change after the other, because a problem must not stay in the store after it was cleared. A change that cannot be written is
 * still reported: while the store does not answer, each process reports its own problems.
 */
function createProblemWriter({ records, listener, now }: ProblemWriterDeps) {
  const inTurn = createKeyedMutex()
  const enqueue = (write: () => Promise<unknown>, failed: () => void = nothing) =>
    inTurn('', () => write().then(nothing, failed))

  async function writeRaised(problem: ReportedProblem): Promise<void> {
    let isNew = false
    await records.change(problem.key, (current) => {
      isNew = current === undefined || !isSameProblem(current, problem)
      return { ...withoutOwnerNote(problem), since: current?.since ?? problem.since, at: now() }
    })
    if (isNew) listener.raised(problem)
  }

  async function writeCleared(problem: OpenProblem): Promise<void> {
    let existed = false
    await records.change(problem.key, (current) => {
      existed = current !== undefined
      return undefined
    })
    if (existed) listener.cleared(problem)
  }

  return {
    raised(problem: ReportedProblem) {
      void enqueue(
        () => writeRaised(problem),
        () => listener.raised(problem),
      )
    },
    cleared(problem: OpenProblem) {
      void enqueue(
        () => writeCleared(problem),
        () => listener.cleared(problem),
      )
    },
    drop: (key: string) => void enqueue(() => records.change(key, nothing)),
    /** Runs `work` after all earlier changes. Resolves when `work` has ended, even if it failed. */
    afterwards: (work: () => Promise<unknown>) => enqueue(work),
  }
}

const renewIntervalMs = 30_000
/** A problem that was not renewed for this time, in ms, belongs to a process that has died. */
const expiryMs = 90_000

/** Decides if a process renews or removes a shared problem at `now` (UTC, ms). `isMine` is true if this process raised the problem. */
export function renewalOf(
  problem: SharedProblem,
  isMine: boolean,
  now: number,
): 'remove' | 'renew' | 'nothing' {
  const age = now - problem.at
  if (hasPassed(problem, now) || (!isMine && age > expiryMs)) return 'remove'
  return isMine && age > renewIntervalMs ? 'renew' : 'nothing'
}
