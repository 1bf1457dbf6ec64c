import type { Clocks, SetTimer } from '@overheard/base/clock'
import { nextRunOf } from './cron.ts'
import { fieldsOf } from './cron-tasks.ts'

/**
 * Calls `run` at the times of a cron expression in a time zone (IANA). Times that are missed lead to one late run. `run` must not throw or
 * reject.
 */
export type Every = (cron: string, timezone: string, run: () => unknown) => void

/** Starts a task that rings at the times of a cron expression in UTC. Returns how it stops. */
export type StartCron = (expression: string, ring: () => void) => () => void

type Schedule = { seconds: number[]; next: ReturnType<typeof nextRunOf>; run: () => unknown }

type TickerDeps = Clocks & { setTimer: SetTimer; startCron: StartCron }

/** The watch overlooks smaller jumps of the clock, and smaller delays of this process, in ms. */
const toleranceMs = 1000

/** The watch looks this long before each tick, in ms. Node rounds when a timer begins and ends, so that of node-cron can fire 2 ms early. */
const leadMs = 3

/** In ms. Returns a whole minute instead of 0. */
const msUntil = (second: number, from: number) => 60_000 - ((from - second * 1000) % 60_000)

/**
 * One task of cron ticks for all schedules, at the seconds that they need: at the full minute unless one of them has seconds. At each tick, each
 * schedule that had a time since the last tick runs once.
 *
 * node-cron alone would be silent for an hour after its clock is set back by an hour, and would visit each slot that it missed while the
 * machine slept (86,400 in a day, for 4 s). So a watch looks at the clocks just before each tick, and starts the task anew if the clock was
 * set, or if the process or the machine stood still.
 */
export function createTicker({ now, steady, setTimer, startCron }: TickerDeps) {
  const schedules: Schedule[] = []
  /** The seconds of a minute at which the task ticks. Undefined if there is no task. */
  let seconds: Set<number> | undefined
  let stopTask = () => {}
  let cancelWatch = () => {}
  let ticked = { at: 0, steady: 0 }
  /** How far the clock was ahead of the steady clock when the task was started, in ms. */
  let ahead = 0

  const timesNow = () => ({ at: now(), steady: steady() })

  /** Starts the task anew. It begins with a tick, because times may have been missed. */
  function begin(): void {
    stop()
    seconds = new Set(schedules.flatMap((one) => one.seconds))
    if (seconds.size === 0) return
    ahead = now() - steady()
    stopTask = startCron(`${[...seconds].join(',')} * * * * *`, tick)
    tick()
  }

  function stop(): void {
    stopTask()
    cancelWatch()
    seconds = undefined
  }

  function tick(): void {
    if (seconds === undefined) return
    const from = ticked.at + 1
    ticked = timesNow()
    for (const { next, run } of schedules) if ((next(from) ?? Number.POSITIVE_INFINITY) <= ticked.at) run()
    watch(seconds)
  }

  /** Looks at the clocks just before the next tick. The tick begins the next watch; if it does not come, the watch goes on at the tick after it. */
  function watch(at: Set<number>): void {
    cancelWatch()
    const ms = Math.min(...[...at].map((second) => msUntil(second, now() + leadMs)))
    const since = steady()
    cancelWatch = setTimer(() => {
      const isLate = steady() - since > ms + toleranceMs
      const wasSet = Math.abs(now() - steady() - ahead) > toleranceMs
      if (!isLate && !wasSet) return watch(at)
      // If the clock was set back, the times since the last tick are others.
      const sinceTick = now() - (steady() - ticked.steady)
      if (sinceTick < ticked.at - toleranceMs) ticked.at = sinceTick
      begin()
    }, ms)
  }

  const every: Every = (cron, timezone, run) => {
    const one = { seconds: fieldsOf(cron).second, next: nextRunOf(cron, timezone), run }
    schedules.push(one)
    if (seconds !== undefined && one.seconds.some((second) => !seconds?.has(second))) begin()
  }
  return {
    every,
    start() {
      ticked = timesNow()
      begin()
    },
    stop,
  }
}
