import type { Mention } from './mention.ts'

/** A window's threshold: at least so many mentions, and at least so many times the usual. */
export type Threshold = { least: number; times: number }

/** Far more than usual within a window. `usual`: what such a window brings, and what a silence right before it missed. */
export type VolumeSign = {
  rule: 'hour' | 'half-hour' | 'quarter'
  count: number
  baseline: number
  threshold: Threshold
  /** The chance of so many without any reason, and how rare it must be: between 0 and 1. */
  chance: number
  leastChance: number
}

/** Mentions of known sentiment in the last 24 hours, the negative share among them, and that of the two weeks before (0 to 1). */
export type SentimentShare = { rated: number; negative: number; share: number; baselineShare: number }

/** Far more negative than usual: among at least `least` judged ones by at least `points` (0 to 1), and not by chance. */
type SentimentSign = { rule: 'mood'; least: number; points: number } & SentimentShare

/** At least `least` bursts of one subscription within half an hour, and at least `times` the usual hour. */
export type BurstsSign = {
  rule: 'bursts'
  count: number
  least: number
  inLastHour: number
  baseline: number
  times: number
}

/** One reason to call it a storm, with the inputs of its formula. */
export type SpikeSign = VolumeSign | SentimentSign | BurstsSign

/** Names and how often they came, greatest first; the names are the service's own. */
export type Tops = { name: string; count: number }[]

/** The storm before: when it was told, when it ended, and its strongest hour. UTC, ms; mentions an hour. */
export type PreviousSpike = { announcedAt: number; endedAt: number; peak: number }

/** Whether it storms for one subscription. `loudAt`: when it was last clearly above the usual. UTC, ms since the epoch. */
export type SpikeState =
  | { kind: 'calm'; before?: PreviousSpike }
  | { kind: 'storm'; announcedAt: number; aboveBaselineAt: number; signs: SpikeSign[]; summary: SpikeSummary }

/** What is told of a storm. All times UTC, ms since the epoch. */
export type SpikeSummary = {
  startedAt: number
  /** Mentions since then, and those among them of known and of negative sentiment. */
  total: number
  rated: number
  negative: number
  reach: number
  /** The most within one hour, and when that hour ended. */
  peak: { count: number; at: number }
  sources: Tops
  countries: Tops
  /** The three that matter most; the first by its own date; the one with most reach. */
  top: Mention[]
  earliest?: Mention
  widestReach?: Mention
}

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

/** How far the plan's monthly mentions are used. Times are UTC, ms since the epoch. */
export type PlanForecast = {
  used: number
  /** Of the plan: 0 and above. */
  share: number
  perDay: number
  /** When the rest is used up at the pace of the last week; undefined where the plan's month ends before that. */
  runsOutAt: number | undefined
}
