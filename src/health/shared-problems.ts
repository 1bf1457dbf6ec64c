import { z } from 'zod'
import type { SetTimer } from '../async/clock.ts'
import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { startLoop } from '../async/serial.ts'
import type { Collection, Collections } from '../model/collection.ts'
import { type OpenProblem, type Problem, type ProblemBoard, problemSchema } from '../model/problem.ts'
import { createProblems, hasPassed, isSameProblem, type ProblemListener } from './problems.ts'

const sharedProblemSchema = problemSchema.extend({ key: z.string(), since: z.number(), at: z.number() })
export type SharedProblem = z.infer<typeof sharedProblemSchema>

export type ProblemRecords = Pick<Collection<SharedProblem>, 'all' | 'change'>

export const problemRecords = ({ collection }: Collections): ProblemRecords =>
  collection('problems', sharedProblemSchema, { rebuildable: true })

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
  const cache = createProblemCache(now)
  const writer = createProblemWriter({ records, listener, now })
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
    raise(key, problem) {
      if (isOwn(key)) return own.raise(key, problem)
      const raised = cache.raise(key, problem)
      if (raised !== undefined) writer.raise(raised)
    },
    clear(key) {
      const cleared = isOwn(key) ? undefined : cache.clear(key)
      if (cleared === undefined) return own.clear(key)
      writer.clear(cleared)
      return true
    },
    find: (key) => own.find(key) ?? cache.find(key),
    openProblems: () => [...own.openProblems(), ...cache.openProblems()],
    forget(subscription) {
      own.forget(subscription)
      for (const key of cache.forget(subscription)) writer.drop(key)
    },
    async stop() {
      await loop.stop()
      for (const key of cache.mine()) writer.drop(key)
      await writer.afterwards(async () => undefined)
    },
  }
}

type ProblemCache = {
  raise(key: string, problem: Problem): OpenProblem | undefined
  clear(key: string): OpenProblem | undefined
  forget(subscription: string): string[]
  find(key: string): OpenProblem | undefined
  openProblems(): OpenProblem[]
  mine(): ReadonlySet<string>
  /** Replaces the content with the result of `read`. Changes that are made during the read stay. */
  replace(read: () => Promise<SharedProblem[]>): Promise<void>
}

export function createProblemCache(now: () => number): ProblemCache {
  const open = new Map<string, OpenProblem>()
  const mine = new Set<string>()
  const touched = new Set<string>()

  function remove(key: string): void {
    open.delete(key)
    mine.delete(key)
  }

  return {
    raise(key, problem) {
      const known = open.get(key)
      const present = { ...problem, key, since: known?.since ?? now() }
      open.set(key, present)
      mine.add(key)
      if (known !== undefined && isSameProblem(known, problem)) return undefined
      touched.add(key)
      return present
    },
    clear(key) {
      const known = open.get(key)
      if (known === undefined) return undefined
      remove(key)
      touched.add(key)
      return known
    },
    forget(subscription) {
      const known = [...open.values()].filter((problem) => problem.subscription === subscription)
      for (const { key } of known) {
        remove(key)
        touched.add(key)
      }
      return known.map(({ key }) => key)
    },
    find: (key) => open.get(key),
    openProblems: () => [...open.values()].filter((problem) => !hasPassed(problem, now())),
    mine: () => mine,
    async replace(read) {
      touched.clear()
      const stored = await read()
      const keys = new Set(stored.map(({ key }) => key))
      for (const key of open.keys()) if (!keys.has(key) && !touched.has(key)) remove(key)
      for (const { at, ...problem } of stored) if (!touched.has(problem.key)) open.set(problem.key, problem)
    },
  }
}

type ProblemWriterDeps = { records: ProblemRecords; listener: ProblemListener; now: () => number }

/** Writes one change after the other, because a problem must not stay in the store after it was cleared. */
type ProblemWriter = {
  raise(problem: OpenProblem): void
  clear(problem: OpenProblem): void
  drop(key: string): void
  /** Runs `work` after all earlier changes. Resolves when `work` has ended, even if it failed. */
  afterwards(work: () => Promise<unknown>): Promise<void>
}

const nothing = () => undefined

/** A change that cannot be written is still reported: while the store does not answer, each process reports its own problems. */
function createProblemWriter({ records, listener, now }: ProblemWriterDeps): ProblemWriter {
  const inTurn = createKeyedMutex()
  const enqueue = (write: () => Promise<unknown>, failed: () => void = nothing) =>
    inTurn('', () => write().then(nothing, failed))

  async function writeRaised(problem: OpenProblem): Promise<void> {
    let isNew = false
    await records.change(problem.key, (current) => {
      isNew = current === undefined || !isSameProblem(current, problem)
      return { ...problem, since: current?.since ?? problem.since, at: now() }
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
    raise(problem) {
      void enqueue(
        () => writeRaised(problem),
        () => listener.raised(problem),
      )
    },
    clear(problem) {
      void enqueue(
        () => writeCleared(problem),
        () => listener.cleared(problem),
      )
    },
    drop: (key) => void enqueue(() => records.change(key, nothing)),
    afterwards: (work) => enqueue(work),
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
