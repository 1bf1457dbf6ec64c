import type { Id } from './id.ts'

/** A card that later mentions of the same address or title join, and those that have. */
export type FirstCard = {
  subscription: string
  alert: Id
  mention: Id
  /** Where it stands: channel id and `ts`. */
  channel: string
  ts: string
  /** When it was posted: UTC, ms since the epoch. */
  at: number
  /** The keys of its fingerprints. */
  keys: string[]
  /** What has joined it. The addresses are a stranger's text. */
  also: { id: Id; url: string }[]
}
