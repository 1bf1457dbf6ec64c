import type { Id } from './id.ts'
import type { Sentiment } from './mention.ts'

/** What people made of one mention in one message. A mention nobody has touched has no record. */
export type CardRecord = {
  /** Channel id and `ts` of the message the mention stands in. */
  channel: string
  ts: string
  subscription: string
  alert: Id
  mention: Id
  sentiment?: Sentiment
  state: 'claimed' | 'done' | 'not-relevant'
  /** Slack member id of who brought it there, and their name as Slack shows it. */
  user: string
  by: string
  /** When it got there: UTC, ms since the epoch. */
  at: number
  /** When somebody first took care: UTC, ms since the epoch. */
  firstAt: number
}

/** A title's distinct words and, apart, its numbers: "Q3 2025" and "Q3 2026" are two stories. Both in alphabetical order. */
export type TitleWords = { words: string[]; numbers: string[] }

/** How a mention was told to be the same as an earlier one. `likeness`: the share of their titles' words that both have, from 0 to 1. */
export type Similarity = { by: 'address' | 'title' } | { by: 'likeness'; likeness: number }

/** A mention that joined a card. The address is a stranger's text; older records know no more than that. */
export type Duplicate = { id: Id; url: string; reach?: number; similarity?: Similarity }

/** What a card that goes up by itself is known by, so that later mentions can join it. The address is a stranger's text. */
export type Fingerprint = {
  url: string
  reach: number
  /** The keys of its fingerprints. */
  keys: string[]
  /** Only where whole stories fold: titles like this one join it. */
  title?: TitleWords
  /** The story comes up again with it: the mention of the card that it takes the story over from, and that card's address for a browser. */
  resurfaces?: { from: Id; link?: string }
}

/** What makes a card that of a story. The addresses are a stranger's text. */
export type Story = {
  url: string
  reach: number
  title: TitleWords
  /** The reach with which it last stood new in the channel. */
  shownReach: number
  /** What its earlier cards hold; it has some where it came up again. */
  earlier: Duplicate[]
  /** The address of its earlier card for a browser, where there is one. */
  link?: string
}

/** A card that later mentions of the same address or title join, and those that have. */
export type OriginalCard = {
  subscription: string
  alert: Id
  mention: Id
  /** Where it stands: channel id and `ts`. */
  channel: string
  ts: string
  /** When it was posted: UTC, ms since the epoch. */
  at: number
  /** The keys of its fingerprints, and of those it took a story over from. */
  keys: string[]
  /** What has joined it. */
  duplicates: Duplicate[]
  /** Where titles that are merely alike join it, too, and its reach is told. */
  story?: Story
  /** The mention with which its story came up again: that one's card is joined from then on. */
  successor?: Id
}
