/** The seeds of the weeks on which the thresholds are chosen: the even numbers from zero. */
export function chosenOn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 2 * index)
}

/**
 * The first seed of the weeks that nobody looked at when the thresholds were chosen. If you change a rule or a threshold after reading a
 * report, the weeks of that report prove nothing any more: move this number beyond their seeds.
 */
const firstUnseen = 30_001

/** The seeds of the weeks in a report. */
export function reportedOn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => firstUnseen + index)
}
