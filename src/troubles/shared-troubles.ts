import type { SetTimer } from '../model/timer.ts'
import type { ProblemRecords, SharedProblem } from '../store/trouble-records.ts'
import { createProblems, type ProblemBoard, type ProblemListener } from '../troubles.ts'
import { createProblemCache } from './trouble-picture.ts'
import { createProblemWriter } from './trouble-writes.ts'
import { upkeepOf } from './upkeep.ts'

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
