import type { Sentiment } from '@overheard/mention-client/mention'

/** One mention of a generated week. `at`: when it was found; `date`: when it was published (UTC, ms). */
export type Arrival = { at: number; date: number; source: string; language: string; sentiment: Sentiment }

/**
 * A period that a person would call a spike (UTC, ms). `times`: its rate as a multiple of the usual rate. `perHour`: mentions per hour at
 * its peak.
 */
export type Spike = {
  start: number
  end: number
  kind: 'volume' | 'sentiment'
  times: number
  perHour: number
}

/** A period in which something was broken. `what`: the name of that thing. */
export type Silence = { start: number; end: number; what: string }

/** Two weeks of history and the judged week (from `judgedFrom` to `end`), labelled by a person. */
export type Week = {
  name: string
  kind: string
  seed: number
  start: number
  judgedFrom: number
  end: number
  arrivals: Arrival[]
  spikes: Spike[]
  silences: Silence[]
}
