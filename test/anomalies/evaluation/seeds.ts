/** Which made-up weeks are for what: each seed makes one week of each kind. */

/** The even seeds, from zero: thresholds are chosen on their weeks. */
export function chosenOn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 2 * index)
}

/**
 * Where the weeks begin that nobody had looked at when the thresholds were chosen. Whoever changes a rule or a threshold after
 * reading a report has seen its weeks: from then on they prove nothing, and this must move beyond them. All below are burnt.
 */
const firstUnseen = 30_001

/** The seeds of a report. */
export function reportedOn(count: number): number[] {
  return Array.from({ length: count }, (_, index) => firstUnseen + index)
}
