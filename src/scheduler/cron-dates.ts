import { createTask, parse } from 'node-cron'
import { startOf } from '../model/calendar-date.ts'

/** Returns a function that tells if a schedule runs on a date of its zone. Throws if the expression is invalid. */
export function runsOn(expression: string): (date: string) => boolean {
  const { hour, minute, second } = parse(expression)
  const [hours = 0, minutes = 0, seconds = 0] = [hour, minute, second].map(([first]) => first)
  const timeOfDay = ((hours * 60 + minutes) * 60 + seconds) * 1000
  const task = createTask(expression, () => undefined, { timezone: 'UTC' })
  void task.destroy()
  return (date) => task.match(new Date(startOf(date) + timeOfDay))
}

/** Returns how many times a schedule runs on each of its dates. */
export function runsPerDate(expression: string): number {
  const { hour, minute, second } = parse(expression)
  return hour.length * minute.length * second.length
}
