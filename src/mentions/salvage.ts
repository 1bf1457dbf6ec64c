import { z } from 'zod'
import { describeFirstIssue } from './field.ts'
import { authorSchema, highlightSchema, locationSchema, mentionSchema, type RawMention } from './wire.ts'

/** What could be saved of a mention that is not as the interface says, and what was wrong: one phrase a field. */
type RepairedMention = { fields: Omit<RawMention, 'id'>; flaws: string[] }

/**
 * Reads a mention field by field: a wrong one gets a harmless default and a flaw, the others are kept. Numbers written
 * as strings are understood. An unusable date becomes `nowMs`, so that no age limit drops the mention.
 */
export function repairMention(raw: unknown, nowMs: number): RepairedMention {
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

/** Each mark is kept or dropped on its own. */
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

/** Takes the fields of one object; where it is no object at all, that is the one flaw and every default is used. */
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
