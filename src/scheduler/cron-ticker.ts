import { errorMessage, type Log } from '../model/log.ts'
import { nextRunOf } from './cron.ts'
import type { IsKnown, PollQueue, RunDue } from './poll-queue.ts'

/** The cron timers of one process. Every process has them, also if several share a database. */
export type Ticker = {
  /** Calls `run` with the scheduled time (UTC, ms) when the cron expression fires in the zone (IANA). `run` must not throw or reject. */
  every(cron: string, timezone: string, run: (slot: number) => unknown): void
  start(): void
  stop(): void
}

/** Longest time between two checks of the clock, in ms, because it may be set back. */
const clockCheck = 60_000

type Alarm = { start(): void; stop(): void }

/**
 * One timer for each entry, at the times of node-cron's expressions. Missed slots are made up at once by a single run. (node-cron's own timer
 * visits each missed slot: after a day of sleep, a schedule in seconds would block the process for 20 s.)
 */
export function createCronTicker(): Ticker {
  const alarms: Alarm[] = []
  let isRunning = false
  return {
    every(cron, timezone, run) {
      const alarm = createAlarm(nextRunOf(cron, timezone), run)
      alarms.push(alarm)
      if (isRunning) alarm.start()
    },
    start() {
      isRunning = true
      for (const alarm of alarms) alarm.start()
    },
    stop() {
      isRunning = false
      for (const alarm of alarms) alarm.stop()
    },
  }
}

/** Calls `ring` at each slot. If several slots passed since the last check, only for the first of them. */
function createAlarm(next: ReturnType<typeof nextRunOf>, ring: (slot: number) => unknown): Alarm {
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

/** Runs functions on cron schedules. If several processes share a database, one of them makes each run. */
export type Scheduler = {
  /** Calls `run` when the cron expression fires in the zone (IANA). Runs of an entry never overlap; a late run is still made. */
  every(name: string, cron: string, timezone: string, run: () => Promise<void>): void
  /** Runs an entry once more, now or at `at` (UTC, ms). */
  again(name: string, at?: number): void
  start(): void
  /** Starts no new runs. Resolves when the running ones have ended. */
  stop(): Promise<void>
}

/** The only member of an entry: the queue runs keys for members. */
const itself = ''

/**
 * The ticker fires in every process, so that a dead process costs no run. The queue makes one run of each slot: with a shared queue in one
 * process, or in another one if that dies.
 */
export function createScheduler(
  ticker: Ticker,
  createQueue: (run: RunDue, knows: IsKnown) => PollQueue,
  log: Pick<Log, 'warn'>,
): Scheduler {
  const runs = new Map<string, () => Promise<void>>()

  async function run(name: string, members: string[]): Promise<string[]> {
    try {
      await runs.get(name)?.()
    } catch (error) {
      log.warn(
        { schedule: name, error: errorMessage(error) },
        'a scheduled run failed with an error; it runs again at its next time',
      )
    }
    return members
  }

  const queue = createQueue(run, (name) => runs.has(name))
  return {
    every(name, cron, timezone, work) {
      runs.set(name, work)
      ticker.every(cron, timezone, (slot) => queue.due(name, [itself], { slot }))
    },
    again: (name, at = 0) => queue.due(name, [itself], { at }),
    start: ticker.start,
    stop() {
      ticker.stop()
      return queue.stop()
    },
  }
}
