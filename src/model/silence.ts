/** What can fall silent: the whole alert, or one of its sources or languages. */
export type SilentPart = { kind: 'alert' } | { kind: 'source' | 'language'; name: string }

/** Something that is quieter than chance explains, and the inputs of the formula. */
export type Silence = {
  what: SilentPart
  /** When the last mention was found: UTC, ms since the epoch. */
  since: number
  /** What it brings in 24 hours, on average of the last two weeks (or what is known of them). */
  perDay: number
  /** What this time would have brought, by hour and weekday. */
  expected: number
  /** The chance of nothing at all meanwhile, and how rare it must be: between 0 and 1. */
  chance: number
  leastChance: number
  /** As `expected`, for the silence of the last two weeks that missed most but one: that one may have been a fault, too. */
  usualGap: number
  /** So many times that must be missed. */
  times: number
}
