import { countIn, type Timeline } from './timeline.ts'

/**
 * What silences between two mentions missed, from one hour to before another; `missedIn` tells what an hour usually brings. The
 * second greatest is the measure: one fault does not make silences usual, an alert that is quiet by nature has many.
 */
export function usuallyMissed(
  hours: Timeline,
  from: number,
  to: number,
  missedIn: (hour: number) => number,
): number {
  const missed: number[] = []
  let running = 0
  for (let hour = from; hour < to; hour += 1) {
    if (countIn(hours, hour) === 0) running += missedIn(hour)
    else {
      missed.push(running)
      running = 0
    }
  }
  return [...missed, running].sort((a, b) => b - a)[1] ?? 0
}
