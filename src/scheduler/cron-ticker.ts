import type { Clocks, SetTimer } from '../async/clock.ts'
import type { Ms, Time } from '../async/time.ts'
import { nextRunOf } from './cron.ts'
import { fieldsOf } from './cron-tasks.ts'
import type { Leadership } from './leadership.ts'

/**
 * Calls `run` at the times of a cron expression in a time zone (IANA), in the leader only, unless `where` says that each process does it. Times
 * that are missed lead to one late run. `run` must not throw or reject.
 */
export type Every = (
  cron: string,
  timezone: string,
  run: () => unknown,
  where?: 'the leader' | 'each process',
) => void

/** Starts a task that rings at the times of a cron expression in UTC. Returns how it stops. */
export type StartCron = (expression: string, ring: () => void) => () => void

type TickerDeps = Clocks & {
  setTimer: SetTimer
  startCron: StartCron
  leadership: Pick<Leadership, 'attach'>
}

type NextRun = ReturnType<typeof nextRunOf>

type Schedule = { seconds: number[]; next: NextRun; run: () => unknown; isLed: boolean }

/** If a tick does not come, the watch looks at the clocks again after this time, in ms. */
const watchAgainMs = 30_000
/** The watch overlooks smaller jumps of the clock, and smaller delays of this process, in ms. */
const toleranceMs = 1000

/**
 * One task of cron ticks for all schedules, at the seconds that they need: at the full minute unless one of them has seconds. At each tick, each
 * schedule that had a time since the last tick runs once.
 *
 * node-cron alone would be silent for an hour after its clock is set back by an hour, and would visit each slot that it missed while the
 * machine slept (86,400 in a day, for 4 s). So a watch looks at the clocks just before each tick, and starts the task anew if the clock was
 * set, or if the process or the machine stood still.
 */
export function createTicker({ now, steady, setTimer, startCron, leadership }: TickerDeps) {
  const schedules: Schedule[] = []
  let [isStarted, isLeading] = [false, false]
  let stopTask = () => {}
  let cancelWatch = () => {}
  /** The seconds of a minute at which the task ticks, in order; none if there is no task. */
  let seconds: number[] = []
  /** The times of the last tick. */
  let ticked = { at: 0, steady: 0 }
  /** How far the clock was ahead of the steady clock when the task was started, in ms. */
  let ahead = 0

  const active = () => schedules.filter(({ isLed }) => isLeading || !isLed)

  function end(): void {
    stopTask()
    cancelWatch()
    seconds = []
  }

  /** Starts the task anew. It begins with a tick, because times may have been missed. */
  function begin(): void {
    end()
    if (isStarted) seconds = [...new Set(active().flatMap((one) => one.seconds))].sort((a, b) => a - b)
    if (seconds.length === 0) return
    ahead = now() - steady()
    stopTask = startCron(`${seconds.join(',')} * * * * *`, tick)
    tick()
  }

  function tick(): void {
    if (seconds.length === 0) return
    const from = ticked.at + 1
    ticked = { at: now(), steady: steady() }
    for (const { next, run } of active()) if ((next(from) ?? Number.POSITIVE_INFINITY) <= ticked.at) run()
    watch(msToNext(seconds, ticked.at) - 1)
  }

  function watch(ms: Ms): void {
    cancelWatch()
    const since = steady()
    cancelWatch = setTimer(() => {
      const isLate = steady() - since > ms + toleranceMs
      const wasSet = Math.abs(now() - steady() - ahead) > toleranceMs
      if (isLate || wasSet) beginAgain()
      else watch(watchAgainMs)
    }, ms)
  }

  function beginAgain(): void {
    const sinceTick = now() - (steady() - ticked.steady)
    // The clock was set back, so the times since the last tick are others.
    if (sinceTick < ticked.at - toleranceMs) ticked.at = sinceTick
    begin()
  }

  function lead(leads: boolean): void {
    isLeading = leads
    begin()
  }
  leadership.attach({ begin: () => lead(true), end: async () => lead(false) })

  const every: Every = (cron, timezone, run, where = 'the leader') => {
    const one = {
      seconds: fieldsOf(cron).second,
      next: nextRunOf(cron, timezone),
      run,
      isLed: where === 'the leader',
    }
    schedules.push(one)
    if (isStarted && one.seconds.some((second) => !seconds.includes(second))) begin()
  }
  return {
    every,
    start() {
      isStarted = true
      ticked = { at: now(), steady: steady() }
      begin()
    },
    stop() {
      isStarted = false
      end()
    },
  }
}

/** Returns the time from `at` to the next of these seconds of a minute, in ms. */
function msToNext(seconds: number[], at: Time): Ms {
  const inMinute = at % 60_000
  const later = seconds.find((second) => second * 1000 > inMinute)
  return (later ?? 60 + (seconds[0] ?? 0)) * 1000 - inMinute
}
