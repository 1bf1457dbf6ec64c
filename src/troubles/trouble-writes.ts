import type { ProblemRecords } from '../store/trouble-records.ts'
import { isSameProblem, type OpenProblem, type ProblemListener } from '../troubles.ts'

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
export function createProblemWriter({ records, tell, now }: ProblemWriterDeps): ProblemWriter {
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
