import type { Count } from '../model/insight.ts'

/**
 * Brings the value of an insight into the one form of the model. Understood are a number, an object of numbers, the
 * same one level down under the insight's own name, and, where a deployment sends lists, objects or pairs of a name
 * and a number; numbers may be strings of digits. A part without a readable number is absent. `null` is an empty count.
 * Nothing where there is no number to be found at all, as in a text.
 */
export function readCount(raw: unknown, name: string): Count | undefined {
  if (raw === null) return { total: 0, parts: [] }
  const total = readNumber(raw)
  if (total !== undefined) return { total, parts: [] }
  if (typeof raw !== 'object') return undefined
  const entries = entriesOf(raw)
  const only = entries.length === 1 ? entries[0] : undefined
  if (only !== undefined && wrapperNames(name).has(only[0])) return readCount(only[1], name)
  return countOfEntries(entries, name)
}

function wrapperNames(name: string): Set<string> {
  return new Set([name, 'value', 'values', 'total'])
}

function countOfEntries(entries: [string, unknown][], insight: string): Count {
  const parts = entries.flatMap(([name, value]) => {
    const count = readPart(value)
    return count === undefined ? [] : [{ name, count }]
  })
  // An object of JavaScript moves names like "2024" to its front; the cloud is documented as descending by score.
  if (insight === 'topic_cloud') parts.sort((a, b) => b.count - a.count)
  return { total: parts.reduce((sum, { count }) => sum + count, 0), parts }
}

/** A part's number: itself, or the first number within its object. */
function readPart(value: unknown): number | undefined {
  const own = readNumber(value)
  if (own !== undefined || typeof value !== 'object' || value === null) return own
  return Object.values(value)
    .map(readNumber)
    .find((number) => number !== undefined)
}

function entriesOf(raw: object): [string, unknown][] {
  return Array.isArray(raw) ? raw.flatMap(readPair) : Object.entries(raw)
}

/** A list's element: `["US", 5]` or `{"country": "US", "mentions": 5}`, whatever the two are called. */
function readPair(element: unknown): [string, unknown][] {
  if (typeof element !== 'object' || element === null) return []
  const values: unknown[] = Object.values(element)
  const name = values.find((value) => typeof value === 'string')
  const count = values.find((value) => value !== name && readNumber(value) !== undefined)
  return typeof name === 'string' && count !== undefined ? [[name, count]] : []
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}
