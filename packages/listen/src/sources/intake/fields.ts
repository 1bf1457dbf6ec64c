import { createHash } from 'node:crypto'
import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { readDate } from '../../fields/read-date.ts'
import { starsOf } from '../../fields/stars.ts'
import type { Item, Text } from '../../source.ts'
import { type Fields, isFields } from './read-body.ts'

/** Where each field stands in what senders usually send: names joined by dots, the first with a value wins. */
export const usualPaths = {
  id: ['id', 'guid', 'uuid', 'post_id', 'reviewId', 'review_id', 'review.id', 'url'],
  url: ['url', 'link', 'permalink', 'href', 'review_url', 'review.url', 'product_permalink'],
  title: ['title', 'subject', 'headline', 'name', 'review.title'],
  text: [
    ...['text', 'content', 'content_text', 'body', 'message', 'description', 'summary', 'content_html'],
    ...['reviewBody', 'review', 'review.text', 'review.body', 'comment', 'comments.0.userComment.text'],
  ],
  date: [
    ...['date', 'published', 'published_at', 'created_at', 'createdAt', 'timestamp', 'pubDate'],
    ...['date_published', 'datePublished', 'dateCreated', 'date_created_gmt', 'createTime', 'review.date'],
    'comments.0.userComment.lastModified.seconds',
  ],
  author: [
    ...['author.name', 'author', 'username', 'user.name', 'authorName', 'reviewer', 'reviewer.displayName'],
    ...['consumer.displayName', 'review.author'],
  ],
  authorUrl: ['author.url', 'user.url'],
  authorId: ['author.id', 'user.id'],
  avatar: ['author.avatar', 'avatar'],
  audience: ['followers', 'author.followers', 'audience'],
  language: ['language', 'lang'],
  source: ['source', 'platform'],
  reach: ['reach', 'views'],
  country: ['country'],
  sentiment: ['sentiment'],
  stars: [
    'stars',
    'rating',
    'starRating',
    'star_rating',
    'reviewRating.ratingValue',
    'rating.value',
    'rating.ratingValue',
    'review.rating',
    'review.stars',
    'comments.0.userComment.starRating',
  ],
  bestStars: ['reviewRating.bestRating', 'rating.best', 'rating.bestRating', 'best_rating'],
  tags: ['tags'],
  deleted: ['deleted'],
} satisfies Record<string, string[]>

export type FieldName = keyof typeof usualPaths

const path = z.string().min(1).max(200)
const paths = z.union([path.transform((one) => [one]), z.array(path).min(1).max(20)])
/** Other places, for senders with names of their own. */
export const fieldPaths = z.partialRecord(z.enum(Object.keys(usualPaths) as [FieldName]), paths)
export type FieldPaths = z.output<typeof fieldPaths>

/** The values of `source` in the interface (4.2). */
const kinds = new Set(['youtube', 'reddit', 'news-blogs', 'web', 'facebook', 'instagram', 'twitter'])
const kindNames: Record<string, string> = {
  x: 'twitter',
  news: 'news-blogs',
  blog: 'news-blogs',
  blogs: 'news-blogs',
}

const maxId = 400

export type ReadItem =
  | { kind: 'item'; item: Item; warning?: string }
  | { kind: 'removal'; id: string }
  | { kind: 'rejected'; error: string }

/** Makes an item of what a sender gives. An error says what the sender must do. */
export function readItem(given: Fields, own: FieldPaths, sender: string): ReadItem {
  const textAt = (name: FieldName) => firstText(given, own[name] ?? usualPaths[name])
  const url = textAt('url')
  const id = idOf(textAt('id') ?? url, sender)
  const isDeleted = firstValue(given, own.deleted ?? usualPaths.deleted, isTrue) !== undefined
  if (isDeleted)
    return id === undefined ? rejected('An item that was deleted needs its id.') : { kind: 'removal', id }
  const error = problemOf(url, textAt)
  if (error !== undefined || url === undefined || id === undefined) return rejected(error ?? noAddress)
  const [title, text, date] = [textAt('title'), textAt('text'), textAt('date')]
  const publishedAt = readDate(date)
  const item: Item = {
    ...{ id, url, text: richText(text ?? ''), author: authorOf(textAt) },
    ...defined({ title, publishedAt }),
    ...othersOf(given, own, textAt),
  }
  if (date === undefined || publishedAt !== undefined) return { kind: 'item', item }
  const warning = `The date ${shown(date)} cannot be read, so the time of arrival was taken. Send a date such as 2026-11-20T10:00:00Z.`
  return { kind: 'item', item, warning }
}

const noAddress = `There is no address. Give one as ${usualPaths.url.join(', ')}, or name its place in fields.`
const noText = `There is neither a title nor a text. Give a text as ${usualPaths.text.join(', ')}, or name its place in fields.`

function problemOf(url: string | undefined, textAt: TextAt): string | undefined {
  if (url === undefined) return noAddress
  if (!/^https?:\/\/[^\s/]/i.test(url) || !URL.canParse(url))
    return `${shown(url)} is no address that begins with http:// or https://.`
  return textAt('title') === undefined && textAt('text') === undefined ? noText : undefined
}

const shown = (text: string) => JSON.stringify(text.slice(0, 100))

const rejected = (error: string): ReadItem => ({ kind: 'rejected', error })

type TextAt = (name: FieldName) => string | undefined

function authorOf(textAt: TextAt): Item['author'] {
  const [url, id, avatar] = [textAt('authorUrl'), textAt('authorId'), textAt('avatar')]
  const audience = numberOf(textAt('audience'))
  return {
    // The service takes the name of the site if there is none.
    name: textAt('author') ?? '',
    ...defined({ url, id, avatar, audience }),
  }
}

function othersOf(given: Fields, own: FieldPaths, textAt: TextAt): Partial<Item> {
  const language = textAt('language')
  const named = textAt('source')?.toLowerCase() ?? ''
  const kind = kindNames[named] ?? named
  const country = textAt('country')
  const reach = numberOf(textAt('reach'))
  const sentiment = z.enum(['positive', 'negative', 'neutral']).safeParse(textAt('sentiment')?.toLowerCase())
  const tags = tagsOf(firstValue(given, own.tags ?? usualPaths.tags, isGiven))
  const known: NonNullable<Item['given']> = {
    ...defined({ reach, stars: starsOf(textAt('stars'), textAt('bestStars')) }),
    ...(sentiment.success && { sentiment: sentiment.data }),
    ...(tags.length > 0 && { tags }),
  }
  return {
    ...defined({ language }),
    ...(kinds.has(kind) && { kind }),
    ...(country !== undefined && { location: { country } }),
    ...(Object.keys(known).length > 0 && { given: known }),
  }
}

function idOf(given: string | undefined, sender: string): string | undefined {
  if (given === undefined) return undefined
  const isShort = given.length <= maxId
  return `${sender}:${isShort ? given : createHash('sha256').update(given).digest('hex')}`
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const isTrue = (value: unknown): boolean => value === true || value === 'true'

function firstValue(given: Fields, paths: readonly string[], isUsable: (value: unknown) => boolean): unknown {
  for (const one of paths) {
    const value = valueAt(given, one)
    if (isUsable(value)) return value
  }
  return undefined
}

/** A text with content, or a number as text. */
function firstText(given: Fields, paths: readonly string[]): string | undefined {
  const isText = (value: unknown) =>
    (typeof value === 'string' && value.trim() !== '') ||
    (typeof value === 'number' && Number.isFinite(value))
  const value = firstValue(given, paths, isText)
  return value === undefined ? undefined : String(value).trim()
}

/** `a.b.0` goes into objects and lists. Only own fields count. */
function valueAt(given: Fields, path: string): unknown {
  if (Object.hasOwn(given, path)) return given[path]
  let value: unknown = given
  for (const part of path.split('.')) {
    if (!(isFields(value) || Array.isArray(value)) || !Object.hasOwn(value, part)) return undefined
    value = (value as Fields)[part]
  }
  return value
}

/** Also with separators of thousands, as in `1,234`. */
function numberOf(text: string | undefined): number | undefined {
  const number = Number(text?.replaceAll(/[,_\s']/g, '') || Number.NaN)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

const maxTags = 20

function tagsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const names = list.flatMap((tag) => (typeof tag === 'string' ? tag.trim().slice(0, 100) : []))
  return [...new Set(names)].filter((tag) => tag !== '').slice(0, maxTags)
}

/** Only elements that texts have: `a < b and c > d` is plain text. */
const element =
  /<\/?(a|b|blockquote|br|code|div|em|figure|h[1-6]|hr|i|img|li|ol|p|pre|span|strong|table|td|tr|ul)(\s[^<>]*)?\/?>/i
const entity = /&(amp|lt|gt|quot|nbsp|apos|hellip|[mn]dash|[lr]s?quo|#\d{1,7}|#x[\da-f]{1,6});/i

const richText = (text: string): Text =>
  element.test(text) || entity.test(text) ? { html: text } : { plain: text }
