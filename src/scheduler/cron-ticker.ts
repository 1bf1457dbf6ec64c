import { systemTimer } from '../async/clock.ts'
import { rejectOnAbort, withTimeout } from '../async/timeout.ts'
import { errorMessage, type Log } from '../model/log.ts'
import { nextRunOf } from './cron.ts'

/** Runs functions on cron schedules. */
export type Scheduler = {
  /**
   * Calls `run` when the cron expression fires in the zone (IANA). Runs never overlap; a late run is still made. If several processes share
   * a database, one of them runs it.
   */
  every(name: string, cron: string, timezone: string, run: () => Promise<void>): void
  start(): Promise<void>
  /** Starts no new runs. It does not wait for running ones. */
  stop(): Promise<void>
}

/** The cron timers of one process. Every process has them, also if several share a database. */
export type Ticker = Omit<Scheduler, 'every'> & {
  /** Like `Scheduler.every`; `run` gets the scheduled time: UTC, ms since the epoch. */
  every(name: string, cron: string, timezone: string, run: (slot: number) => Promise<void>): void
}

/** A run that takes longer is abandoned, so that the next one can start, in ms. */
const longestRun = 10 * 60_000
/** Longest time between two checks of the clock, in ms, because it may be set back. */
const clockCheck = 60_000

type Run = (slot: number) => Promise<void>
type Alarm = { start(): void; stop(): void }

/**
 * One timer for each entry, at the times of node-cron's expressions. Missed slots are made up at once by a single run. (node-cron's own timer
 * visits each missed slot: after a day of sleep, a schedule in seconds would block the process for 20 s.)
 */
export function createCronTicker(log: Pick<Log, 'warn'>): Ticker {
  const alarms: Alarm[] = []
  let isRunning = false
  return {
    every(name, cron, timezone, run) {
      const runAlone = withoutOverlap(bounded(run), (error) =>
        log.warn(
          { schedule: name, error },
          'a scheduled run failed with an error; it runs again at its next time',
        ),
      )
      const alarm = createAlarm(nextRunOf(cron, timezone), (slot) => void runAlone(slot))
      alarms.push(alarm)
      if (isRunning) alarm.start()
    },
    async start() {
      isRunning = true
      for (const alarm of alarms) alarm.start()
    },
    async stop() {
      isRunning = false
      for (const alarm of alarms) alarm.stop()
    },
  }
}

/** Calls `ring` at each slot. If several slots passed since the last check, only for the first of them. */
function createAlarm(next: ReturnType<typeof nextRunOf>, ring: (slot: number) => void): Alarm {
  let timer: NodeJS.Timeout | undefined
  function wait(slot: number | undefined): void {
    if (slot !== undefined) timer = setTimeout(wake, Math.min(slot - Date.now(), clockCheck), slot)
  }
  function wake(slot: number): void {
    const now = Date.now()
    if (now >= slot) ring(slot)
    wait(next(now + 1))
  }
  return {
    start: () => wait(next(Date.now() + 1)),
    stop: () => clearTimeout(timer),
  }
}

/** Skips a run while the run before is still active. It never rejects. */
function withoutOverlap(run: Run, failed: (reason: string) => void): Run {
  let isRunning = false
  return async (slot) => {
    if (isRunning) return
    isRunning = true
    try {
      await run(slot)
    } catch (error) {
      failed(errorMessage(error))
    } finally {
      isRunning = false
    }
  }
}

function bounded(run: Run): Run {
  return (slot) => withTimeout(systemTimer, longestRun, (signal) => rejectOnAbort(run(slot), signal))
}
