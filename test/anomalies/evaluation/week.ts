import type { Sentiment } from '../../../src/model/mention.ts'

/** One arrival of a made-up week: when it was found and when published (UTC, ms). */
export type Arrival = { at: number; date: number; source: string; language: string; sentiment: Sentiment }

/** A stretch of time that a person would call a spike: UTC, ms. `times`: how much more than usual; `perHour`: at its peak. */
export type Spike = {
  start: number
  end: number
  kind: 'volume' | 'mood'
  times: number
  perHour: number
}

/** A period in which something was broken, with its name. */
export type Silence = { start: number; end: number; what: string }

/** Two weeks of history and the judged week (from `judgedFrom` to `end`), with the labels of a person. */
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
