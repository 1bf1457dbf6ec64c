import type * as identity from '../../fields/identity.ts'
import type { Item, Metrics } from '../../source.ts'

/** What a document says about when to ask for it again. */
export type Hints = {
  /** Not more often than this, in ms: `ttl`, or `sy:updatePeriod` with `sy:updateFrequency`. */
  everyMs?: number | undefined
  /** Hours of the day in UTC, 0 to 23, in which nothing new comes. */
  skipHours?: number[] | undefined
  /** Days of the week in UTC, 0 (Sunday) to 6, likewise. */
  skipDays?: number[] | undefined
}

export type Person = { name: string; address?: string | undefined; picture?: string | undefined }

/** An entry of a feed. Addresses are absolute, and titles and names are plain text. */
export type Entry = identity.Entry & {
  /** As the feed gives it, if it cannot be read. */
  unreadDate?: string | undefined
  /** Addresses that the text does not show. */
  links?: string[] | undefined
  author?: Person | undefined
  /** The site that published the entry first, if the feed only collects. */
  origin?: Person | undefined
  language?: string | undefined
  metrics?: Metrics | undefined
  /** Of a review, 0 to 5. */
  stars?: number | undefined
  location?: NonNullable<Item['location']> | undefined
}

export type Feed = {
  format: 'rss' | 'atom' | 'rdf' | 'json'
  title?: string | undefined
  /** The page for people. */
  address?: string | undefined
  picture?: string | undefined
  updatedAt?: number | undefined
  hints: Hints
  entries: Entry[]
  /** So many older entries are in the document, too. */
  leftOut?: number
  /** What is wrong with the document, each in a few words for people, although it was read. */
  faults?: string[]
}
