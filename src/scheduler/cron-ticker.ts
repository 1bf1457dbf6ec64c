import type { SetTimer } from '../async/clock.ts'
import type { Time } from '../async/time.ts'
import { FencedError } from '../model/fenced-error.ts'
import { errorMessage, type Log } from '../model/log.ts'
import { nextRunOf } from './cron.ts'
import type { Leadership } from './leadership.ts'
import type { PollQueue, RunDue } from './poll-queue.ts'

export type Ticker = {
  /** Calls `run` at the times of a cron expression in a time zone (IANA), with the time (ms since the epoch). `run` must not throw or reject. */
  every(cron: string, timezone: string, run: (slot: number) => unknown): void
  start(): void
  stop(): void
}

/** A timer waits at most this long, in ms, before it checks the clock again, because the clock may be set back. */
const maxTimerMs = 60_000

type Alarm = { start(): void; stop(): void }

type Clock = { now: () => Time; setTimer: SetTimer }

/**
 * Creates a ticker with a timer of its own for each schedule. After several missed slots it makes one run for all of them. The timer of
 * node-cron visits each missed slot: after a day of sleep, a schedule in seconds would block the process for 20 s.
 */
export function createCronTicker(clock: Clock): Ticker {
  const alarms: Alarm[] = []
  let isRunning = false
  return {
    every(cron, timezone, run) {
      const alarm = createAlarm(clock, nextRunOf(cron, timezone), run)
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

function createAlarm(
  { now, setTimer }: Clock,
  next: ReturnType<typeof nextRunOf>,
  ring: (slot: number) => unknown,
): Alarm {
  let cancel = () => {}
  function wait(slot: number | undefined): void {
    if (slot !== undefined) cancel = setTimer(() => wake(slot), Math.min(slot - now(), maxTimerMs))
  }
  function wake(slot: number): void {
    const time = now()
    if (time >= slot) ring(slot)
    wait(next(time + 1))
  }
  return {
    start: () => wait(next(now() + 1)),
    stop: () => cancel(),
  }
}

/** Runs functions on cron schedules, in the leader only. */
export type Scheduler = {
  /**
   * Calls `run` at the times of the cron expression in the zone (IANA), and when this process begins to lead. Two runs of one name never
   * overlap. Missed times lead to one late run. A name may have several schedules with the same run. Throws if the name has another run.
   */
  every(name: string, cron: string, timezone: string, run: () => Promise<void>): void
  runAgain(name: string, at?: Time): void
  start(): void
  /** Starts no new runs. Resolves when the current runs have ended. */
  stop(): Promise<void>
}

/** The queue polls the subscriptions of alerts: to the queue, a schedule is an alert with one subscription of the same name. */
export function createScheduler(
  ticker: Ticker,
  createQueue: (run: RunDue) => PollQueue,
  leadership: Pick<Leadership, 'attach'>,
  log: Pick<Log, 'warn'>,
): Scheduler {
  const runs = new Map<string, () => Promise<void>>()

  async function run(name: string, members: string[]): Promise<string[]> {
    try {
      await runs.get(name)?.()
    } catch (error) {
      if (!(error instanceof FencedError))
        log.warn(
          { schedule: name, error: errorMessage(error) },
          'a scheduled run failed with an error; it runs again at its next time',
        )
    }
    return members
  }

  const queue = createQueue(run)
  const markDue = (name: string, at?: Time) => queue.markDue(name, [name], at)
  leadership.attach({
    begin() {
      queue.open()
      for (const name of runs.keys()) markDue(name)
    },
    resume: queue.open,
    end: queue.close,
  })
  return {
    every(name, cron, timezone, work) {
      if (runs.has(name) && runs.get(name) !== work) throw new Error(`two jobs have the name ${name}`)
      runs.set(name, work)
      ticker.every(cron, timezone, () => markDue(name))
    },
    runAgain: markDue,
    start: ticker.start,
    stop() {
      ticker.stop()
      return queue.close()
    },
  }
}
