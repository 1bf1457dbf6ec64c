import { errorMessage, type Log } from '../model/log.ts'
import { nextRunOf } from './cron.ts'

/** Runs things at their times. */
export type Scheduler = {
  /** Calls `run` whenever the cron expression fires in the zone (IANA). `run` never overlaps itself; a late run is made up. In a cluster one process runs it. */
  every(name: string, cron: string, timezone: string, run: () => Promise<void>): void
  start(): Promise<void>
  /** Begins nothing new; what runs is not waited for. */
  stop(): Promise<void>
}

/** The engine of a single process; in a cluster each process has one that ticks. */
export type Ticker = Omit<Scheduler, 'every'> & {
  /** As an engine's; `run` learns for what time it runs: UTC, ms since the epoch. */
  every(name: string, cron: string, timezone: string, run: (slot: number) => Promise<void>): void
}

/** A run that has not ended by then is given up, so that the next one can begin, in ms. */
const longestRun = 10 * 60_000
/** How often the clock is looked at at least, in ms: it may be set back. */
const clockCheck = 60_000

type Run = (slot: number) => Promise<void>
type Alarm = { start(): void; stop(): void }

/**
 * The engine of a single process: one alarm an entry, at the times that node-cron's expressions tell. What was missed is made up at
 * once, once: node-cron's own timer looks at each slot that was missed, which after a day of sleep blocks a schedule of seconds for 20 s.
 */
export function createCronTicker(log: Pick<Log, 'warn'>): Ticker {
  const alarms: Alarm[] = []
  let isRunning = false
  return {
    every(name, cron, timezone, run) {
      const runAlone = withoutOverlap(bounded(run), (error) =>
        log.warn({ schedule: name, error }, 'a scheduled run failed'),
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

/** Rings at each slot by the clock on the wall; of several that went by since it looked last, for the first alone. */
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

/** A run that never runs beside itself: who comes meanwhile is left out. It does not reject. */
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
