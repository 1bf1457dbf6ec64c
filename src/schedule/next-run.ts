import { tzOffset } from '@date-fns/tz'
import { createTask, parse } from 'node-cron'

const minute = 60_000

/** No schedule that fires at all waits longer (29 February), in ms. */
const longestWait = 9 * 366 * 86_400_000

/** Tells the first run of a schedule that is not before a moment: UTC, ms; undefined where it never fires again. */
type NextRun = (at: number) => number | undefined

/**
 * Makes ready to ask for the runs of a schedule in a zone (IANA) around any moment, which node-cron itself tells of the present only.
 * The last answer is remembered, so asking for moments in order costs little. Throws on a bad expression.
 */
export function nextRunOf(expression: string, timezone: string): NextRun {
  const fields = parse(expression)
  const seconds = fields.second.toSorted((a, b) => a - b)
  const task = createTask(expression, () => undefined, { timezone })
  void task.destroy()
  let last: { from: number; run: number } | undefined

  const runIn = (start: number, at: number): number | undefined =>
    seconds.map((second) => start + second * 1000).find((run) => run >= at && task.match(new Date(run)))

  function search(at: number): number | undefined {
    let start = at - (at % minute)
    while (start < at + longestWait) {
      const wall = new Date(start + tzOffset(timezone, new Date(start)) * minute)
      if (!fields.hour.includes(wall.getUTCHours())) {
        // Not a minute of this hour fits.
        start += (60 - wall.getUTCMinutes()) * minute
        continue
      }
      const run = fields.minute.includes(wall.getUTCMinutes()) ? runIn(start, at) : undefined
      if (run !== undefined) return run
      start += minute
    }
    return undefined
  }

  return (at) => {
    if (last !== undefined && last.from <= at && at <= last.run) return last.run
    const run = search(at)
    if (run !== undefined) last = { from: at, run }
    return run
  }
}
