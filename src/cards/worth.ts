import type { Ms, Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { pageOf, storyMembers, whereOf } from '../engine/index.ts'
import type { OriginalCard, WorthReasons } from '../model/card.ts'

/** The configuration key `priority` changes these weights. docs/use/cards.md explains them. */
export type WorthWeights = {
  negative: number
  neutral: number
  positive: number
  /** The points for each tenfold of reach. */
  reach: number
  question: number
  /** The points for each doubling of the number of sites that a story is on. */
  growth: number
  /** Factors by source, such as `reddit`. Every other source has the factor 1. */
  sources: Record<string, number>
  /** A mention loses half of its score in this time. */
  halfLife: Ms
}

/** A posted mention counts as at most this old (ms) when it is posted, because the service's date may be wrong. */
const mostAgeWhenPosted = 7 * 86_400_000

export function worthReasons(mention: Mention, postedAt: Time, original?: OriginalCard): WorthReasons {
  const { sentiment, reach, title, snippet, date } = mention
  const sound = Number.isFinite(date) ? date : postedAt
  const since = Math.min(postedAt, Math.max(sound, postedAt - mostAgeWhenPosted))
  return {
    sentiment,
    reach: Number.isFinite(reach) && reach > 0 ? reach : 0,
    asksQuestion: asksQuestion(`${title} ${snippet}`),
    sites: original === undefined ? 1 : sitesOf(mention, original),
    since,
  }
}

function sitesOf(mention: Mention, original: OriginalCard): number {
  const others = storyMembers(original).filter(({ id }) => id !== original.mention)
  return new Set([{ id: mention.id, ...whereOf(mention) }, ...others].map(pageOf)).size
}

export function asksQuestion(text: string): boolean {
  return /[?？؟՞⸮;፧](?:[\s\p{Pf}\p{Pe}"'!?]|$)/u.test(text.replaceAll(/https?:\/\/\S+/gi, ' '))
}

/**
 * Returns the points of a mention before it ages: `(sentiment + reach + question + growth) × source`. Never negative.
 */
export function pointsOf(
  { sentiment, reach, asksQuestion: asks, sites }: WorthReasons,
  source: string,
  weights: WorthWeights,
): number {
  const sum =
    weights[sentiment ?? 'neutral'] +
    weights.reach * Math.log10(1 + reach) +
    (asks ? weights.question : 0) +
    weights.growth * Math.log2(Math.max(1, sites))
  return sum * (weights.sources[source] ?? 1)
}

/**
 * Returns the score at a time (UTC, ms). The points lose half their value in each `halfLife`. Two mentions keep their
 * order as both age, so a list that is sorted by `scoreOrder` stays sorted.
 */
export function scoreAt(points: number, since: Time, at: Time, { halfLife }: WorthWeights): number {
  return points * 2 ** (-Math.max(0, at - since) / halfLife)
}

/** Returns a sort key. The mention with the larger key has the larger score at any time. */
export function scoreOrder(points: number, since: Time, { halfLife }: WorthWeights): number {
  return Math.log2(Math.max(points, Number.MIN_VALUE)) + since / halfLife
}
