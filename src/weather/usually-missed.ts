import { countAt, countBetween, type Timeline } from './timeline.ts'

/**
 * What silences between two mentions missed, from one hour to before another (hours since the epoch, UTC). The second greatest is
 * the measure: one fault does not make silences usual, an alert that is quiet by nature has many.
 */
export function usualGap(hours: Timeline, from: number, to: number): number {
  const missed: number[] = []
  let running = 0
  for (let hour = from; hour < to; hour += 1) {
    if (countAt(hours, hour) === 0) running += meanOf(hours, hour, from, to)
    else {
      missed.push(running)
      running = 0
    }
  }
  return [...missed, running].sort((a, b) => b - a)[1] ?? 0
}

/** What the same hour (with its neighbours) of the other days brought: of weekends for a weekend, else of working days. */
function meanOf(hours: Timeline, hour: number, from: number, to: number): number {
  let [sum, days] = [0, 0]
  for (let other = from + ((hour - from) % 24); other < to; other += 24) {
    if (other === hour || isWeekend(other) !== isWeekend(hour)) continue
    sum += countBetween(hours, other - 1, other + 1) / 3
    days += 1
  }
  return days === 0 ? 0 : sum / days
}

/** The epoch began on a Thursday. */
function isWeekend(hour: number): boolean {
  return [2, 3].includes(Math.floor(hour / 24) % 7)
}
