import { maxTimestamp, type RawMention } from './wire.ts'

/**
 * Whether a mention is as `wireMention` says, found without the copies that zod makes: those cost half as much again
 * as fetching and parsing the page. It may doubt a sound mention, which is then read field by field to the same end,
 * but never the other way round; a property test holds it to the schema. Its id is known to be usable.
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
