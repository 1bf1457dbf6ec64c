import { createTask, type Logger, type ScheduledTask } from 'node-cron'
import type { Log } from '../model/log.ts'
import { reasonOf } from '../model/reason.ts'
import type { Ticks } from './engine.ts'

/** A timer may be this late (a suspended machine, a blocked loop) and its run still happens, in ms. */
const tolerance = 60_000
/** A run that has not ended by then is given up, so that the next one can begin, in ms. */
const longestRun = 10 * 60_000
/** How often the clock is looked at, in ms. */
const clockCheck = 60_000

type Run = (slot: number) => Promise<void>

/** The engine of a single process: node-cron, one task an entry. A run that was missed altogether is made up at once. */
export function createCronEngine(log: Pick<Log, 'warn'>): Ticks {
  const tasks: ScheduledTask[] = []
  let stopWatching: (() => void) | undefined
  return {
    every(name, cron, timezone, run) {
      // node-cron would run each of many missed slots, beside each other, and bounds no run that it makes in this process.
      const runAlone = alone(bounded(run), (error) =>
        log.warn({ schedule: name, error }, 'a scheduled run failed'),
      )
      const options = { name, timezone, missedExecutionTolerance: tolerance, logger: quiet }
      const task = createTask(cron, ({ date }) => runAlone(date.getTime()), options)
      task.on('execution:missed', ({ date }) => void runAlone(date.getTime()))
      tasks.push(task)
      if (stopWatching !== undefined) void task.start()
    },
    async start() {
      stopWatching = whenClockGoesBack(async () => {
        for (const task of tasks) await task.stop()
        for (const task of tasks) await task.start()
      })
      for (const task of tasks) await task.start()
    },
    async stop() {
      stopWatching?.()
      for (const task of tasks) await task.destroy()
    },
  }
}

/** A run that never runs beside itself: who comes meanwhile is left out. It does not reject. */
function alone(run: Run, failed: (reason: string) => void): Run {
  let isRunning = false
  return async (slot) => {
    if (isRunning) return
    isRunning = true
    try {
      await run(slot)
    } catch (error) {
      failed(reasonOf(error))
    } finally {
      isRunning = false
    }
  }
}

function bounded(run: Run): Run {
  return async (slot) => {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('It did not end within ten minutes.')), longestRun)
    })
    try {
      await Promise.race([run(slot), tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** node-cron waits for a moment by the clock on the wall: where that goes back an hour, it would wait an hour longer. */
function whenClockGoesBack(restart: () => Promise<void>): () => void {
  let latest = Date.now()
  const timer = setInterval(() => {
    const time = Date.now()
    if (time < latest) void restart()
    latest = time
  }, clockCheck)
  timer.unref()
  return () => clearInterval(timer)
}

const nothing = () => undefined
const quiet: Logger = { info: nothing, warn: nothing, error: nothing, debug: nothing }
