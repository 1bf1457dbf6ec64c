import { defined } from '@overheard/base/defined'
import type { Range } from '../query/find-term.ts'
import type { Metrics } from '../source.ts'
import type { MentionRow } from '../store/mentions.ts'
import { type Content, count } from './content.ts'
import type { Language } from './language.ts'
import type { Sentiment } from './sentiment/lexicon.ts'
import type { Judge } from './sentiment/sentiment.ts'
import { type Snippet, snippetOf } from './snippet.ts'
import { sentimentOfStars } from './stars.ts'

export type Found = {
  content: Content
  /** UTC ms. */
  date: number
  language: Language
  /** The formula of the source; undefined if the numbers do not tell the reach. */
  reach: ((metrics: Metrics) => number | undefined) | undefined
}

/** What a match adds to an item: the snippet around the words, and the sentiment of that part. */
export type Excerpt = Snippet & { sentiment?: Sentiment | undefined }

/** `ranges` are those of the text. Without text the title stands in, and without matches there its beginning. */
export function excerptOf(
  { content, language }: Pick<Found, 'content' | 'language'>,
  ranges: { title: Range[]; text: Range[] },
  judge: Judge,
): Excerpt {
  const excerpt =
    content.text === '' ? snippetOf(content.title, ranges.title) : snippetOf(content.text, ranges.text)
  const { sentiment, stars } = content.given ?? {}
  const known = sentiment ?? (stars === undefined ? undefined : sentimentOfStars(stars))
  return { ...excerpt, sentiment: known ?? judgeExcerpt(content, ranges, excerpt, language, judge) }
}

export const placesOf = (highlights: Snippet['highlights']) =>
  highlights.map(({ start_index: start, end_index: end }) => ({ start, end }))

/** The source says what the writer feels. */
export const isRated = ({ given }: Content) => given?.sentiment !== undefined || given?.stars !== undefined

/** The title counts, too, if the match is not in the text. What the text says where it matches counts more than the rest. */
function judgeExcerpt(
  { title, isBorrowed }: Content,
  ranges: { text: Range[] },
  { snippet, highlights }: Snippet,
  language: Language,
  judge: Judge,
): Sentiment | undefined {
  const withTitle = ranges.text.length === 0 && !isBorrowed
  if (withTitle) return judge(`${title} ${snippet}`, language)
  return judge(snippet, language, { places: placesOf(highlights) })
}

/** Undefined if nobody knows it. */
export const reachOf = ({ content: { given, metrics = {} }, reach }: Pick<Found, 'content' | 'reach'>) =>
  count(given?.reach ?? reach?.(metrics))

/** A mention as it is stored and served. Reach never falls below `leastReach`. */
export function mentionRow(id: string, found: Found, excerpt: Excerpt, leastReach = 0): MentionRow {
  const { content, date, language } = found
  const { url, title, author, location, given } = content
  const reach = Math.max(leastReach, reachOf(found) ?? 0)
  const tags = given?.tags ?? []
  const body = {
    id: Number(id),
    ...{ date, reach, language, url, snippet: excerpt.snippet, title, done: false, starred: false, tags },
    author: {
      ...{ name: author.name, avatar: author.avatar, audience: author.audience, url: author.url },
      ...defined({ description: author.description, written_by: author.writtenBy }),
    },
    ...(excerpt.sentiment && { sentiment: excerpt.sentiment }),
    source: content.kind,
    ...(location && { location }),
    ...defined({ stars: given?.stars }),
    entities: { snippet: { highlighted_text: excerpt.highlights } },
  }
  return {
    ...{ id, date, reach, source: content.kind, language, country: location?.country ?? 'unknown' },
    ...{ sentiment: excerpt.sentiment, tags, body: JSON.stringify(body) },
  }
}
