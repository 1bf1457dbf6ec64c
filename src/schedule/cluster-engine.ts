import type { IsKnown, PollQueue, RunDue } from './due-list.ts'
import type { Scheduler, Ticker } from './engine.ts'

/** The list runs keys for their members; an entry of the engine has nothing to tell apart. */
const itself = ''

/**
 * The engine of a cluster. It ticks in every process, so that the death of one costs no run; the due list that they share makes one
 * run of each slot out of that, in one process, and in another one if that dies.
 */
export function createSharedScheduler(
  ticks: Ticker,
  createList: (run: RunDue, knows: IsKnown) => PollQueue,
): Scheduler {
  const runs = new Map<string, () => Promise<void>>()
  const list = createList(
    async (name, members) => {
      await runs.get(name)?.()
      return members
    },
    (name) => runs.has(name),
  )
  return {
    every(name, cron, timezone, run) {
      runs.set(name, run)
      ticks.every(name, cron, timezone, async (slot) => list.due(name, [itself], { slot }))
    },
    start: () => ticks.start(),
    async stop() {
      await ticks.stop()
      await list.stop()
    },
  }
}
