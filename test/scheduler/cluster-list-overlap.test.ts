import { expect, it } from 'vitest'
import { createSharedPollQueue, type DueRows, type Job, type Jobs } from '../../src/scheduler/shared-queue.ts'

/** Events in a process while its queue waits for the database. Rows and jobs are in memory and answer on command. */

/** A process whose runs end by hand, and whose giving back of jobs can be held up. */
function open() {
  const [waiting, dropped]: [Job[], string[]] = [[], []]
  const runs = new Map<string, () => void>()
  const database = { answers: Promise.resolve() }
  const jobs: Jobs = {
    createJobs: async (keys) => void waiting.push(...keys.map((key) => ({ key, id: key, attempt: 0 }))),
    claim: async (most) => waiting.splice(0, most),
    heartbeat: async (of) => of,
    async complete(of) {
      await database.answers
      dropped.push(...of.map(({ key }) => key))
      return of
    },
  }
  const rows: DueRows = {
    markDue: async (due) => due.map(({ key }) => key),
    take: async (keys) => keys.map((key) => ({ key, member: 'a', behindMs: 0 })),
    end: async () => [],
    handOver: async () => undefined,
    waiting: async () => ({ keys: [], lag: 0 }),
    missed: async () => undefined,
    moved: async () => undefined,
    progress: async () => [],
    forget: async () => undefined,
  }
  const list = createSharedPollQueue(
    {
      rows,
      jobs,
      now: () => 0,
      setTimer: () => () => undefined,
      problem: { raise: () => undefined, clear: () => undefined },
    },
    (key) => new Promise((end) => void runs.set(key, () => end([]))),
  )
  return { list, runs, dropped, database }
}

it('if a poll ends while the shared queue completes the job of another poll, its own job is completed as well', async () => {
  const { list, runs, dropped, database } = open()
  list.markDue('7', ['a'])
  list.markDue('8', ['a'])
  await expect.poll(() => runs.size).toBe(2)
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  database.answers = promise
  runs.get('7')?.()
  await new Promise(setImmediate)
  runs.get('8')?.()
  await new Promise(setImmediate)
  expect(dropped).toEqual([])
  answer()
  await expect.poll(() => dropped).toEqual(['7', '8'])
  await list.stop()
})
