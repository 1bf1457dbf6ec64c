import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import type { Id } from '../id.ts'
import { readMentionIdentities } from '../identity.ts'
import { type Highlight, type Mention, sentimentSchema } from '../mention.ts'
import { withoutMarkup } from './markup.ts'
import { describeFirstIssue, readFlag, timestampSchema } from './response-schema.ts'
import { readSentiment } from './sentiment-spelling.ts'
import {
  boundedAddress,
  boundedFlaws,
  boundedName,
  boundedSnippet,
  boundedTags,
  boundedTitle,
  boundedWord,
} from './text-limits.ts'
import { readTimestamp } from './timestamp.ts'

export type Author = Mention['author']
export type Location = NonNullable<Mention['location']>

const amount = z.number().nonnegative()
const optionalText = z.string().nullish()

/** Checks a mention as the service's API documentation describes it. `date` is in ms, UTC. Fields that the bot does not use are not checked. */
const wireMention = z.object({
  date: timestampSchema,
  reach: amount,
  language: z.string(),
  url: z.string(),
  snippet: z.string(),
  title: z.string(),
  done: z.boolean(),
  starred: z.boolean(),
  tags: z.array(z.unknown()),
  author: z.object({
    name: z.string(),
    audience: amount,
    url: z.string(),
    written_by: optionalText,
  }),
  sentiment: sentimentSchema.nullish(),
  source: z.string(),
  location: z.object({ country: optionalText }).nullish(),
  entities: z.object({
    snippet: z
      .object({
        highlighted_text: z
          .array(z.object({ text: z.string(), start_index: z.int(), end_index: z.int() }))
          .nullish(),
      })
      .nullish(),
  }),
  overheard_identities: z.unknown().optional(),
  overheard_links: z.unknown().optional(),
  overheard_shares_address: z.unknown().optional(),
  overheard_title_borrowed: z.unknown().optional(),
})
type WireMention = z.output<typeof wireMention>

const noAuthor = { name: '', audience: 0, url: '' }

/** These values replace invalid fields. An invalid field without a value here is left out. */
const fallbacks: Readonly<Record<string, unknown>> = {
  reach: 0,
  language: '',
  url: '',
  snippet: '',
  title: '',
  done: false,
  starred: false,
  tags: [],
  author: noAuthor,
  'author.name': '',
  'author.audience': 0,
  'author.url': '',
  source: '',
  location: {},
  entities: {},
}

/**
 * Reads a mention whose id is usable. An invalid field gets a fallback and is named in `flaws`. An unusable date becomes `nowMs`, so no age
 * limit drops the mention. Texts lose their markup unless the service sends plain texts, which would be decoded twice. Long texts are cut.
 */
export function readMention(raw: unknown, id: Id, nowMs: Time, isPlainText = false): Mention {
  const read = wireMention.safeParse(raw)
  if (read.success) return toMention(read.data, id, [], isPlainText)
  const known = wellSpelled(raw, read.error.issues)
  const flaws = flawsOf(read.error.issues.filter((issue) => !known.has(issue)))
  const understood = repair(
    raw,
    read.error.issues,
    (path, value) => parseValue(path, value) ?? fallbackOf(path, nowMs),
  )
  // A number that was sent as a text may still be out of range.
  const again = wireMention.safeParse(understood)
  if (again.success) return toMention(again.data, id, flaws, isPlainText)
  const fields = repair(understood, again.error.issues, (path) => fallbackOf(path, nowMs))
  return toMention(wireMention.parse(fields), id, flaws, isPlainText)
}

/** A sentiment in another spelling is no flaw, because a service that uses one does so in every mention. */
function wellSpelled(raw: unknown, issues: readonly z.core.$ZodIssue[]): ReadonlySet<z.core.$ZodIssue> {
  const sentiment = typeof raw === 'object' && raw !== null && 'sentiment' in raw ? raw.sentiment : undefined
  const isKnown = readSentiment(sentiment) !== undefined
  return new Set(issues.filter(({ path }) => isKnown && path[0] === 'sentiment'))
}

function parseValue(path: string, value: unknown): unknown {
  if (path === 'date') return readTimestamp(value)
  if (path === 'done' || path === 'starred') return readFlag(value)
  return path === 'sentiment' ? readSentiment(value) : parseNumber(value)
}

function fallbackOf(path: string, nowMs: Time): unknown {
  return path === 'date' ? nowMs : fallbacks[path]
}

function flawsOf(issues: readonly z.core.$ZodIssue[]): string[] {
  const firstOfField = new Map(issues.toReversed().map((issue) => [issue.path.join('.'), issue]))
  return [...firstOfField.values()].reverse().map((issue) => describeFirstIssue({ issues: [issue] }))
}

function repair(
  raw: unknown,
  issues: readonly z.core.$ZodIssue[],
  valueFor: (path: string, value: unknown) => unknown,
): object {
  const fields: Record<string, unknown> = { ...z.record(z.string(), z.unknown()).parse(raw) }
  const dropped = new Set<unknown>()
  for (const { path } of issues) {
    const [field = '', part] = path
    if (field === 'entities' && path.length > 3) dropped.add(path[3])
    else if (field === 'entities') fields.entities = fallbacks.entities
    else set(fields, part === undefined ? [field] : [field, part], valueFor)
  }
  if (dropped.size > 0) fields.entities = withoutHighlights(fields.entities, dropped)
  return fields
}

function set(
  fields: Record<string, unknown>,
  [field, part]: PropertyKey[],
  valueFor: (path: string, value: unknown) => unknown,
): void {
  const name = String(field)
  const whole = fields[name]
  if (part === undefined) fields[name] = valueFor(name, whole)
  else if (typeof whole === 'object' && whole !== null) {
    const old: unknown = Reflect.get(whole, part)
    fields[name] = { ...whole, [part]: valueFor(`${name}.${String(part)}`, old) }
  }
}

const looseEntities = z.object({ snippet: z.object({ highlighted_text: z.array(z.unknown()) }) })

function withoutHighlights(entities: unknown, dropped: ReadonlySet<unknown>): unknown {
  const { data } = looseEntities.safeParse(entities)
  const kept = data?.snippet.highlighted_text.filter((_, position) => !dropped.has(position)) ?? []
  return { snippet: { highlighted_text: kept } }
}

function parseNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

/** Copies field by field, because a spread or a rest element would take as long as all the checks. */
function toMention(wire: WireMention, id: Id, flaws: string[], isPlainText: boolean): Mention {
  const marks = (wire.entities.snippet?.highlighted_text ?? []).map(
    ({ text, start_index: start, end_index: end }): Highlight => ({ text, start, end }),
  )
  const clean = isPlainText ? { snippet: wire.snippet, marks } : withoutMarkupIn(wire.snippet, marks)
  const { snippet, highlights } = boundedSnippet(clean.snippet, clean.marks)
  const plain = isPlainText ? (text: string) => text : plainText
  const mention: Mention = {
    id,
    date: readTimestamp(wire.date) ?? wire.date,
    reach: wire.reach,
    language: boundedWord(wire.language),
    url: boundedAddress(wire.url),
    snippet,
    title: boundedTitle(plain(wire.title)),
    done: wire.done,
    starred: wire.starred,
    tags: wire.tags.length === 0 ? [] : boundedTags(wire.tags.flatMap(readTag).map(plain)),
    author: toAuthor(wire.author, plain),
    source: boundedWord(wire.source),
    highlights,
    flaws: boundedFlaws(flaws),
  }
  if (wire.sentiment) mention.sentiment = wire.sentiment
  if (wire.location) mention.location = toLocation(wire.location)
  const identities = readMentionIdentities(wire.overheard_identities)
  if (identities.length > 0) mention.identities = identities
  const links = readLinks(wire.overheard_links)
  if (links.length > 0) mention.links = links
  if (wire.overheard_shares_address === true) mention.sharesAddress = true
  if (wire.overheard_title_borrowed === true) mention.isTitleBorrowed = true
  return mention
}

/** Only the first few links tell what a mention is about. */
const maxLinks = 5

const readLinks = (raw: unknown): string[] =>
  Array.isArray(raw)
    ? raw.flatMap((one) => (typeof one === 'string' ? boundedAddress(one) : [])).slice(0, maxLinks)
    : []

const plainText = (text: string) => withoutMarkup(text).text

/** The places of the highlights move with the text. A highlight may have the same markup as its part of the snippet, or none. */
function withoutMarkupIn(raw: string, marks: Highlight[]): { snippet: string; marks: Highlight[] } {
  const { text: snippet, at } = withoutMarkup(raw)
  if (snippet === raw) return { snippet, marks }
  return {
    snippet,
    marks: marks.map((mark) => {
      const [start, end] = [at(mark.start), at(mark.end)]
      const isThere = raw.startsWith(mark.text, mark.start) && mark.end - mark.start === mark.text.length
      return { text: isThere ? snippet.slice(start, end) : plainText(mark.text), start, end }
    }),
  }
}

function toAuthor(wire: WireMention['author'], plain: (text: string) => string): Author {
  const author: Author = {
    name: boundedName(plain(wire.name)),
    audience: wire.audience,
    url: boundedAddress(wire.url),
  }
  if (typeof wire.written_by === 'string') author.writtenBy = boundedName(plain(wire.written_by))
  return author
}

function toLocation({ country }: NonNullable<WireMention['location']>): Location {
  return typeof country === 'string' ? { country: boundedWord(country) } : {}
}

/**
 * A tag is a string, a number, or an object with the tag under `name`, `tag`, `title`, `text` or `label`. The service's API documentation
 * does not say how tags look.
 */
function readTag(raw: unknown): string[] {
  if (typeof raw === 'string') return [raw]
  if (typeof raw === 'number') return [String(raw)]
  if (typeof raw !== 'object' || raw === null) return []
  const name = Object.entries(raw).find(([key]) =>
    ['name', 'tag', 'title', 'text', 'label'].includes(key),
  )?.[1]
  return typeof name === 'string' ? [name] : []
}
