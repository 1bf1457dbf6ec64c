/** The purpose of each generated week: each seed makes one week of each kind. */

/** The even seeds, from zero: thresholds are chosen on their weeks. */
export function chosenOn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 2 * index)
}

/**
 * The first seed of weeks that nobody looked at when the thresholds were chosen. If you change a rule or a threshold after reading a report,
 * its weeks prove nothing any more: move this number beyond them.
 */
const firstUnseen = 30_001

/** The seeds of a report. */
export function reportedOn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => firstUnseen + index)
}
