import { isDeepStrictEqual } from 'node:util'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { type CollectionKind, openCollection, type Records } from '../model/collection.ts'
import { type NewProblem, type OpenProblem, type ProblemBoard, problemSchema } from '../model/problem.ts'
import { createProblems, hasPassed, type ProblemListener } from './problems.ts'

/** Version 0.2 wrote `at`. */
const storedProblemSchema = problemSchema.extend({
  key: z.string(),
  since: timeSchema,
  at: timeSchema.exactOptional(),
})

/** The problems of the leader. The key is that of the problem. */
export const problemKind: CollectionKind<z.infer<typeof storedProblemSchema>> = {
  name: 'problems',
  schema: storedProblemSchema,
}

/** A problem of the last leader that this leader does not find within this time, in ms, is over. */
const adoptedForMs = 90_000

type LeaderProblemsDeps = {
  store: Records & { leading: Records }
  listener: ProblemListener
  now: () => Time
}

type LeaderProblems = ProblemBoard & {
  /** Reads the problems of the leader. Rejects if the store fails. */
  prepare(): Promise<void>
  begin(): void
  end(): Promise<void>
  /** Stores the problems of the leader if they have changed, or reads them. Rejects if the store fails. */
  refresh(): Promise<void>
}

/**
 * Creates a problem board that shows the problems of this process and those of the leader. The leader stores its problems, and the next leader
 * adopts them, so that nobody is told twice about the same problem.
 */
export function createLeaderProblems({ store, listener, now }: LeaderProblemsDeps): LeaderProblems {
  const records = openCollection(store, problemKind)
  const written = openCollection(store.leading, problemKind)
  const open = new Map<string, OpenProblem>()
  const board = createProblems(now, listener, open)
  /** What is stored: the problems of the leader, by key. */
  let stored = new Map<string, OpenProblem>()
  /** When this leader adopted the problems of the last one that it has not found itself yet. */
  const adopted = new Map<string, number>()
  /** The keys of problems of this process, which are not those of the leader. */
  const own = new Set<string>()
  let isLeading = false

  async function read(): Promise<void> {
    stored = new Map((await records.entries()).map(({ key, value: { at: _, ...problem } }) => [key, problem]))
  }

  function endAdopted(): void {
    for (const [key, at] of adopted)
      if (Math.abs(now() - at) >= adoptedForMs) {
        adopted.delete(key)
        board.clear(key)
      }
  }

  async function write(): Promise<void> {
    endAdopted()
    const present = new Map(
      board.openProblems().flatMap((one) => (own.has(one.key) ? [] : [[one.key, one] as const])),
    )
    for (const [key, problem] of present)
      if (!isDeepStrictEqual(stored.get(key), problem)) {
        await written.put(key, problem)
        stored.set(key, problem)
      }
    for (const key of [...stored.keys()])
      if (!present.has(key)) {
        await written.change(key, () => undefined)
        stored.delete(key)
      }
  }

  return {
    raise(key: string, problem: NewProblem) {
      adopted.delete(key)
      if (problem.ofThisProcess) own.add(key)
      board.raise(key, problem)
    },
    clear(key) {
      adopted.delete(key)
      return board.clear(key)
    },
    find: (key) => board.find(key) ?? (isLeading ? undefined : stored.get(key)),
    openProblems() {
      const own = board.openProblems()
      if (isLeading) return own
      const others = [...stored.values()].filter((one) => !open.has(one.key) && !hasPassed(one, now()))
      return [...own, ...others]
    },
    forget: board.forget,
    drop(key) {
      adopted.delete(key)
      board.drop(key)
    },
    prepare: read,
    begin() {
      if (isLeading) return
      isLeading = true
      adopted.clear()
      for (const [key, problem] of stored)
        if (!open.has(key)) {
          open.set(key, problem)
          adopted.set(key, now())
        }
    },
    /** The next leader tells about the problems that are left. */
    async end() {
      isLeading = false
      for (const key of [...open.keys()]) if (!own.has(key)) open.delete(key)
    },
    refresh() {
      if (isLeading) return write()
      // Ends the problems of this process whose time has passed.
      board.openProblems()
      return read()
    },
  }
}
