import type { Id } from './id.ts'

/** How a mention sounds, as the service judges it; it leaves out what it does not judge. */
export type Sentiment = 'positive' | 'negative' | 'neutral'

/** Who published a mention: a person, a channel or a site. */
export type Author = {
  name: string
  /** Address of a picture on somebody else's server: never shown, it would tell them who looks. */
  avatar: string
  /** Audience size, zero or greater. */
  audience: number
  /** May lack a scheme. */
  url: string
  description?: string
  writtenBy?: string
}

/** A matched term within a mention's snippet. The offsets come from outside and may be wrong. */
export type Highlight = { text: string; start: number; end: number }

/** Where a mention was published, as far as the service knows. `country` is an uppercase ISO code. */
export type Location = { country?: string; latitude?: number; longitude?: number }

/** One published piece of content that matched an alert. All texts are foreign: never trust their markup. They are bounded where they are read. */
export type Mention = {
  id: Id
  /** When it was published (not when it was collected): UTC, ms since the epoch. */
  date: number
  /** Zero or greater. */
  reach: number
  /** ISO language code; empty where the service does not say. */
  language: string
  url: string
  snippet: string
  title: string
  done: boolean
  starred: boolean
  tags: string[]
  author: Author
  sentiment?: Sentiment
  /** `reddit`, `web`, …; an open set. */
  source: string
  location?: Location
  highlights: Highlight[]
  /** What of the answer was not as the interface says, one phrase a field (`reach: expected number`); empty when sound. */
  flaws: string[]
}
