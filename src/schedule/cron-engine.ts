import { createTask, type Logger, type ScheduledTask } from 'node-cron'
import type { Ticks } from './engine.ts'

/** A timer may be this late (a suspended machine, a blocked loop) and its run still happens, in ms. */
const tolerance = 60_000
/** A run that has not ended by then is given up, because one that never ends stops its task for ever, in ms. */
const longestRun = 10 * 60_000

/** The engine of a single process: node-cron, one task an entry. A run that was missed altogether is made up at once. */
export function createCronEngine(log: { warn(fields: object, sentence: string): void }): Ticks {
  const tasks: ScheduledTask[] = []
  let started = false
  return {
    every(name, cron, timezone, run) {
      const task = createTask(cron, ({ date }) => run(date.getTime()), {
        name,
        timezone,
        noOverlap: true,
        missedExecutionTolerance: tolerance,
        executeTimeout: longestRun,
        logger: quiet,
      })
      task.on('execution:missed', () => void task.execute().catch(() => undefined))
      task.on('execution:failed', ({ execution }) => {
        log.warn({ schedule: name, error: execution?.error?.message }, 'a scheduled run failed')
      })
      tasks.push(task)
      if (started) void task.start()
    },
    async start() {
      started = true
      for (const task of tasks) await task.start()
    },
    async stop() {
      for (const task of tasks) await task.destroy()
    },
  }
}

const nothing = () => undefined
const quiet: Logger = { info: nothing, warn: nothing, error: nothing, debug: nothing }
