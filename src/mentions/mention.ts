import type { Id } from '../model/id.ts'
import type { Author, Highlight, Location, Mention } from '../model/mention.ts'
import {
  boundedAddress,
  boundedFlaws,
  boundedName,
  boundedSnippet,
  boundedTags,
  boundedTitle,
  boundedWord,
} from './bounds.ts'
import { repairMention } from './salvage.ts'
import { isValidMention } from './sound.ts'
import type { RawMention } from './wire.ts'

/**
 * Reads one mention whose id is known to be usable. The common case is one quick look at the whole; only a mention that
 * fails it is read field by field, and what was wrong is in its `flaws`. `nowMs` stands in for an unusable date. Long texts are cut.
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

/** The interface does not show the shape of a tag: a text, a number, or an object with one of the usual names. */
function readTag(raw: unknown): string[] {
  if (typeof raw === 'string') return [raw]
  if (typeof raw === 'number') return [String(raw)]
  if (typeof raw !== 'object' || raw === null) return []
  const name = Object.entries(raw).find(([key]) =>
    ['name', 'tag', 'title', 'text', 'label'].includes(key),
  )?.[1]
  return typeof name === 'string' ? [name] : []
}
