import type { Time } from '@overheard/base/time'
import { createTask, parse, validateDetailed } from 'node-cron'

/** The only file that uses node-cron. It reads expressions of five or six fields (seconds first). */
export const fieldsOf = parse

/** Returns one phrase for each error in a cron expression, and none if the expression is valid. */
export function cronErrors(expression: string): string[] {
  const found = validateDetailed(expression)
  return found.valid
    ? []
    : found.errors.map(
        ({ field, message }) =>
          `${field}: ${message.replace(/^(.*) is an? invalid expression.*$/, "'$1' is not allowed here")}`,
      )
}

/** Returns a function that tells if a schedule runs when clocks show a time (`wall`: encoded in ms as if it were UTC). Throws if the expression is invalid. */
export function matcherOf(expression: string): (wall: Time) => boolean {
  const task = createTask(expression, () => undefined, { timezone: 'UTC' })
  void task.destroy()
  return (wall) => task.match(new Date(wall))
}

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/**
 * Starts a task of node-cron. It runs in UTC, because in other zones node-cron skips an hour when clocks go back, and a run whose time clocks
 * leave out (test/scheduler/cron-tasks.test.ts). A late run still rings: by default, node-cron drops a run that comes a second late.
 */
export function startCron(expression: string, ring: () => void): () => void {
  const task = createTask(expression, ring, {
    timezone: 'UTC',
    missedExecutionTolerance: Number.POSITIVE_INFINITY,
    suppressMissedWarning: true,
    logger: silent,
  })
  void task.start()
  return () => void task.destroy()
}
