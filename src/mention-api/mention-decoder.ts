import { z } from 'zod'
import type { Id } from '../model/id.ts'
import type { Author, Highlight, Location, Mention } from '../model/mention.ts'
import {
  authorSchema,
  describeFirstIssue,
  highlightSchema,
  locationSchema,
  maxTimestamp,
  mentionSchema,
  type RawMention,
} from './response-schema.ts'
import {
  boundedAddress,
  boundedFlaws,
  boundedName,
  boundedSnippet,
  boundedTags,
  boundedTitle,
  boundedWord,
} from './text-limits.ts'

/**
 * Reads one mention with a valid id. A fast check accepts correct mentions; only others are read field by field, and `flaws` lists their
 * errors. `nowMs` replaces an invalid date. Long texts are cut.
 */
export function readMention(raw: unknown, id: Id, nowMs: number): Mention {
  if (isValidMention(raw)) return toMention(raw, id, [])
  const { fields, flaws } = repairMention(raw, nowMs)
  return toMention(fields, id, flaws)
}

function toMention(wire: Omit<RawMention, 'id'>, id: Id, flaws: string[]): Mention {
  const mention: Mention = {
    id,
    date: wire.date,
    reach: wire.reach,
    language: boundedWord(wire.language),
    url: boundedAddress(wire.url),
    title: boundedTitle(wire.title),
    done: wire.done,
    starred: wire.starred,
    tags: wire.tags.length === 0 ? [] : boundedTags(wire.tags.flatMap(readTag)),
    author: toAuthor(wire.author),
    source: boundedWord(wire.source),
    ...boundedSnippet(wire.snippet, toHighlights(wire)),
    flaws: boundedFlaws(flaws),
  }
  if (typeof wire.sentiment === 'string') mention.sentiment = wire.sentiment
  if (wire.location) mention.location = toLocation(wire.location)
  return mention
}

function toAuthor(wire: RawMention['author']): Author {
  const author: Author = {
    name: boundedName(wire.name),
    avatar: boundedAddress(wire.avatar),
    audience: wire.audience,
    url: boundedAddress(wire.url),
  }
  if (typeof wire.description === 'string') author.description = boundedTitle(wire.description)
  if (typeof wire.written_by === 'string') author.writtenBy = boundedName(wire.written_by)
  return author
}

function toLocation(wire: NonNullable<RawMention['location']>): Location {
  const location: Location = {}
  if (typeof wire.country === 'string') location.country = boundedWord(wire.country)
  if (typeof wire.latitude === 'number') location.latitude = wire.latitude
  if (typeof wire.longitude === 'number') location.longitude = wire.longitude
  return location
}

function toHighlights(wire: Pick<RawMention, 'entities'>): Highlight[] {
  const marked = wire.entities.snippet?.highlighted_text ?? []
  return marked.map(({ text, start_index: start, end_index: end }) => ({ text, start, end }))
}

/** The interface does not document the format of a tag. It may be a text, a number, or an object with a common name key. */
function readTag(raw: unknown): string[] {
  if (typeof raw === 'string') return [raw]
  if (typeof raw === 'number') return [String(raw)]
  if (typeof raw !== 'object' || raw === null) return []
  const name = Object.entries(raw).find(([key]) =>
    ['name', 'tag', 'title', 'text', 'label'].includes(key),
  )?.[1]
  return typeof name === 'string' ? [name] : []
}

/**
 * A fast version of `mentionSchema` without zod's copies, which would cost half as much as fetching and parsing the page. It may reject a
 * valid mention, which is then read field by field with the same result, but it never accepts an invalid one; a property test compares it
 * with the schema. The id is not checked.
 */
export function isValidMention(raw: unknown): raw is RawMention {
  return (
    isObject(raw) &&
    isTimestamp(raw.date) &&
    isFiniteAmount(raw.reach) &&
    typeof raw.language === 'string' &&
    typeof raw.url === 'string' &&
    typeof raw.snippet === 'string' &&
    typeof raw.title === 'string' &&
    typeof raw.done === 'boolean' &&
    typeof raw.starred === 'boolean' &&
    typeof raw.source === 'string' &&
    Array.isArray(raw.tags) &&
    isAuthor(raw.author) &&
    isSentiment(raw.sentiment) &&
    isLocation(raw.location) &&
    areEntities(raw.entities)
  )
}

function isAuthor(raw: unknown): boolean {
  return (
    isObject(raw) &&
    typeof raw.name === 'string' &&
    typeof raw.avatar === 'string' &&
    isFiniteAmount(raw.audience) &&
    typeof raw.url === 'string' &&
    isAbsentOrType('string', raw.description) &&
    isAbsentOrType('string', raw.written_by)
  )
}

function isSentiment(raw: unknown): boolean {
  return isAbsent(raw) || raw === 'positive' || raw === 'negative' || raw === 'neutral'
}

function isLocation(raw: unknown): boolean {
  if (isAbsent(raw)) return true
  return (
    isObject(raw) &&
    isAbsentOrType('number', raw.latitude) &&
    isAbsentOrType('number', raw.longitude) &&
    isAbsentOrType('string', raw.country)
  )
}

function areEntities(raw: unknown): boolean {
  if (!isObject(raw)) return false
  if (isAbsent(raw.snippet)) return true
  if (!isObject(raw.snippet)) return false
  const marks = raw.snippet.highlighted_text
  return isAbsent(marks) || (Array.isArray(marks) && marks.every(isHighlight))
}

function isHighlight(raw: unknown): boolean {
  return (
    isObject(raw) &&
    typeof raw.text === 'string' &&
    Number.isSafeInteger(raw.start_index) &&
    Number.isSafeInteger(raw.end_index)
  )
}

function isTimestamp(raw: unknown): boolean {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && Math.abs(raw) <= maxTimestamp
}

/** JSON has no NaN, but 1e999 becomes infinite. */
function isFiniteAmount(raw: unknown): boolean {
  return typeof raw === 'number' && raw >= 0 && raw < Number.POSITIVE_INFINITY
}

function isAbsent(raw: unknown): boolean {
  return raw === undefined || raw === null
}

function isAbsentOrType(type: 'string' | 'number', raw: unknown): boolean {
  return (
    isAbsent(raw) ||
    (typeof raw === type && raw !== Number.POSITIVE_INFINITY && raw !== Number.NEGATIVE_INFINITY)
  )
}

function isObject(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** The readable fields of an invalid mention, and its errors: one phrase per field. */
type RepairedMention = { fields: Omit<RawMention, 'id'>; flaws: string[] }

/**
 * Reads a mention field by field. An invalid field gets a harmless default and a flaw. Numbers may be strings of digits. An invalid date
 * becomes `nowMs`, so that no age limit skips the mention.
 */
function repairMention(raw: unknown, nowMs: number): RepairedMention {
  const flaws: string[] = []
  const mention = createFieldReader(raw, '', flaws)
  const shape = mentionSchema.shape
  return {
    flaws,
    fields: {
      date: mention.take('date', shape.date, nowMs),
      reach: mention.take('reach', shape.reach, 0),
      language: mention.take('language', shape.language, ''),
      url: mention.take('url', shape.url, ''),
      snippet: mention.take('snippet', shape.snippet, ''),
      title: mention.take('title', shape.title, ''),
      done: mention.take('done', shape.done, false),
      starred: mention.take('starred', shape.starred, false),
      tags: mention.take('tags', shape.tags, []),
      author: repairAuthor(mention.value('author'), flaws),
      sentiment: mention.take('sentiment', shape.sentiment, undefined),
      source: mention.take('source', shape.source, ''),
      location: repairLocation(mention.value('location'), flaws),
      entities: { snippet: { highlighted_text: repairHighlights(mention.value('entities'), flaws) } },
    },
  }
}

function repairAuthor(raw: unknown, flaws: string[]): RawMention['author'] {
  const author = createFieldReader(raw, 'author', flaws)
  const shape = authorSchema.shape
  return {
    name: author.take('name', shape.name, ''),
    avatar: author.take('avatar', shape.avatar, ''),
    audience: author.take('audience', shape.audience, 0),
    url: author.take('url', shape.url, ''),
    description: author.take('description', shape.description, undefined),
    written_by: author.take('written_by', shape.written_by, undefined),
  }
}

function repairLocation(raw: unknown, flaws: string[]): RawMention['location'] {
  if (raw === undefined || raw === null) return undefined
  const location = createFieldReader(raw, 'location', flaws)
  const shape = locationSchema.shape
  return {
    latitude: location.take('latitude', shape.latitude, undefined),
    longitude: location.take('longitude', shape.longitude, undefined),
    country: location.take('country', shape.country, undefined),
  }
}

/** Keeps the valid highlights. */
function repairHighlights(raw: unknown, flaws: string[]): z.infer<typeof highlightSchema>[] {
  const path = ['entities', 'snippet', 'highlighted_text']
  const entities = mentionSchema.shape.entities.safeParse(raw)
  if (entities.success) return entities.data.snippet?.highlighted_text ?? []
  const loose = z.object({ snippet: z.object({ highlighted_text: z.array(z.unknown()) }) }).safeParse(raw)
  if (!loose.success) flaws.push(describeFirstIssue(loose.error, ['entities']))
  return (loose.data?.snippet.highlighted_text ?? []).flatMap((element, position) => {
    const mark = highlightSchema.safeParse(element)
    if (mark.success) return [mark.data]
    flaws.push(describeFirstIssue(mark.error, [...path, position]))
    return []
  })
}

/** Reads the fields of one object. If the value is not an object, that is the only flaw, and every field gets its default. */
function createFieldReader(raw: unknown, path: string, flaws: string[]) {
  const object = z.record(z.string(), z.unknown()).safeParse(raw)
  if (!object.success) flaws.push(`${path === '' ? 'the mention' : path}: expected object`)
  const value = (name: string): unknown => object.data?.[name]
  const take = <T>(name: string, schema: z.ZodType<T>, fallback: T): T => {
    if (!object.success) return fallback
    const read = schema.safeParse(value(name))
    if (read.success) return read.data
    flaws.push(describeFirstIssue(read.error, path === '' ? [name] : [path, name]))
    return schema.safeParse(parseNumber(value(name))).data ?? fallback
  }
  return { value, take }
}

function parseNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}
