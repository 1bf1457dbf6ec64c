import type { SetTimer } from '../async/clock.ts'
import type { OpenProblem, Problem, ProblemBoard } from '../model/problem.ts'
import type { ProblemRecords, SharedProblem } from '../store/collections.ts'
import { createProblems, hasPassed, isSameProblem, type ProblemListener } from './problems.ts'

/** A board that processes share. */
type SharedProblems = ProblemBoard & {
  /** Takes ours back, in silence: whoever finds the same says it again. */
  stop(): Promise<void>
}

type SharedProblemsDeps = {
  records: ProblemRecords
  tell: ProblemListener
  /** The troubles of this process alone, such as its connections. */
  isOwn: (key: string) => boolean
  now: () => number
  setTimer: SetTimer
}

/** So often the board is compared with those of the others, in ms. */
const compareEvery = 3000

/**
 * The troubles of all processes: what one of them finds, all show and one tells; what another finds over, is over. `find` and
 * `standing` are as of a few seconds ago. While the store is away a trouble is told by each process that has it.
 */
export function createSharedProblems({
  records,
  tell,
  isOwn,
  now,
  setTimer,
}: SharedProblemsDeps): SharedProblems {
  const own = createProblems(now, tell)
  const picture = createProblemCache(now)
  const writes = createProblemWriter({ records, tell, now })
  let cancel = setTimer(compare, compareEvery)
  let stopped = false

  function compare(): void {
    void writes
      .afterwards(() => picture.takeOver(keptUp))
      .then(() => {
        if (!stopped) cancel = setTimer(compare, compareEvery)
      })
  }

  /** Those that stand on, after what is to be done for each. */
  async function keptUp(): Promise<SharedProblem[]> {
    const left: SharedProblem[] = []
    for (const problem of await records.all()) if (await isKept(problem)) left.push(problem)
    return left
  }

  /** False where it stands no longer. */
  async function isKept(trouble: SharedProblem): Promise<boolean> {
    const { key, at } = trouble
    const upkeep = upkeepOf(trouble, picture.mine().has(key), now())
    if (upkeep === 'take-down')
      await records.change(key, (current) => (current?.at === at ? undefined : current))
    if (upkeep === 'say-again') await records.change(key, (current) => current && { ...current, at: now() })
    return upkeep !== 'take-down'
  }

  return {
    raise(key, trouble) {
      if (isOwn(key)) return own.raise(key, trouble)
      const begun = picture.raise(key, trouble)
      if (begun !== undefined) writes.raised(begun)
    },
    clear(key) {
      const over = isOwn(key) ? undefined : picture.clear(key)
      if (over === undefined) return own.clear(key)
      writes.cleared(over)
      return true
    },
    find: (key) => own.find(key) ?? picture.find(key),
    standing: () => [...own.standing(), ...picture.standing()],
    forget(subscription) {
      own.forget(subscription)
      for (const key of picture.forget(subscription)) writes.drop(key)
    },
    async stop() {
      stopped = true
      cancel()
      for (const key of picture.mine()) writes.drop(key)
      await writes.afterwards(async () => undefined)
    },
  }
}

/** The shared troubles as one process sees them: its own as they are, those of the others as they were when it looked last. */
type ProblemCache = {
  /** Notes what was found here; undefined where that stands already. */
  raise(key: string, problem: Problem): OpenProblem | undefined
  /** Takes away what is over; undefined where it did not stand. */
  clear(key: string): OpenProblem | undefined
  /** Takes away those of a subscription; returns their keys. */
  forget(subscription: string): string[]
  find(key: string): OpenProblem | undefined
  standing(): OpenProblem[]
  /** The keys of those that were found here. */
  mine(): ReadonlySet<string>
  /** Takes over what all have written; what changes here while that is read stays as it is here. */
  takeOver(read: () => Promise<SharedProblem[]>): Promise<void>
}

/** Makes an empty picture. */
export function createProblemCache(now: () => number): ProblemCache {
  const standing = new Map<string, OpenProblem>()
  const mine = new Set<string>()
  /** What has changed here while the others' troubles are read. */
  const touched = new Set<string>()

  function takeAway(key: string): void {
    standing.delete(key)
    mine.delete(key)
  }

  return {
    raise(key, problem) {
      const known = standing.get(key)
      const present = { ...problem, key, since: known?.since ?? now() }
      standing.set(key, present)
      mine.add(key)
      if (known !== undefined && isSameProblem(known, problem)) return undefined
      touched.add(key)
      return present
    },
    clear(key) {
      const known = standing.get(key)
      if (known === undefined) return undefined
      takeAway(key)
      touched.add(key)
      return known
    },
    forget(subscription) {
      const known = [...standing.values()].filter((trouble) => trouble.subscription === subscription)
      for (const { key } of known) {
        takeAway(key)
        touched.add(key)
      }
      return known.map(({ key }) => key)
    },
    find: (key) => standing.get(key),
    standing: () => [...standing.values()].filter((trouble) => !hasPassed(trouble, now())),
    mine: () => mine,
    async takeOver(read) {
      touched.clear()
      const there = await read()
      const keys = new Set(there.map(({ key }) => key))
      for (const key of standing.keys()) if (!keys.has(key) && !touched.has(key)) takeAway(key)
      for (const { at, ...trouble } of there)
        if (!touched.has(trouble.key)) standing.set(trouble.key, trouble)
    },
  }
}

type ProblemWriterDeps = { records: ProblemRecords; tell: ProblemListener; now: () => number }

/** What one process writes into the shared troubles, one thing after the other: a trouble is not raised after it was cleared. */
type ProblemWriter = {
  /** Writes a trouble that has begun, and tells it where no other process had found it. */
  raised(problem: OpenProblem): void
  /** Takes down a trouble that is over, and tells that where no other process had. */
  cleared(trouble: OpenProblem): void
  /** Takes one down without a word. */
  drop(key: string): void
  /** Does something when everything before it is written. Resolves when it is done, or has failed. */
  afterwards(work: () => Promise<unknown>): Promise<void>
}

const nothing = () => undefined

/** Makes the writing. What cannot be written is told all the same: while the store is away, by each process that has it. */
function createProblemWriter({ records, tell, now }: ProblemWriterDeps): ProblemWriter {
  let last: Promise<void> = Promise.resolve()

  function inTurn(write: () => Promise<unknown>, failed: () => void = nothing): Promise<void> {
    last = last.then(write).then(nothing, failed)
    return last
  }

  async function writeRaised(problem: OpenProblem): Promise<void> {
    let isNew = false
    await records.change(problem.key, (current) => {
      isNew = current === undefined || !isSameProblem(current, problem)
      return { ...problem, since: current?.since ?? problem.since, at: now() }
    })
    if (isNew) tell.raised(problem)
  }

  async function writeCleared(trouble: OpenProblem): Promise<void> {
    let wasThere = false
    await records.change(trouble.key, (current) => {
      wasThere = current !== undefined
      return undefined
    })
    if (wasThere) tell.cleared(trouble)
  }

  return {
    raised(trouble) {
      void inTurn(
        () => writeRaised(trouble),
        () => tell.raised(trouble),
      )
    },
    cleared(trouble) {
      void inTurn(
        () => writeCleared(trouble),
        () => tell.cleared(trouble),
      )
    },
    drop: (key) => void inTurn(() => records.change(key, nothing)),
    afterwards: (work) => inTurn(work),
  }
}

/** So often a process says that its trouble stands, in ms. */
const sayEvery = 30_000
/** A trouble whose process has not said so for so long, in ms, has died with it. */
const silence = 90_000

/**
 * What a process has to do for a shared trouble at `now` (UTC, ms): take it down, since it happened once or its process has died; say
 * again that it stands, if it is its own (`isMine`); or nothing.
 */
export function upkeepOf(
  problem: SharedProblem,
  isMine: boolean,
  now: number,
): 'take-down' | 'say-again' | 'nothing' {
  const unsaidFor = now - problem.at
  if (hasPassed(problem, now) || (!isMine && unsaidFor > silence)) return 'take-down'
  return isMine && unsaidFor > sayEvery ? 'say-again' : 'nothing'
}
