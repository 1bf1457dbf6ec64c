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

/** A stretch in which something was broken, and what. */
export type Silence = { start: number; end: number; what: string }

/** Two weeks of past and the week that is judged (from `judgedFrom` to `end`), with what a person would say of it. */
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
