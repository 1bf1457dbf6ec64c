import type { Time } from '@overheard/base/time'

/** The largest time that Date can show. */
const latest = 8_640_000_000_000_000

/** In ms, this is in 1973, and in seconds in the year 5138. So a smaller number counts seconds. */
const leastMs = 100_000_000_000
/** In ms, this is in the year 5138. So a larger number counts microseconds or nanoseconds. */
const mostMs = 100_000_000_000_000

/**
 * Returns a time in ms (UTC). The interface promises a number in ms; some services send seconds, microseconds, texts of digits, or dates such as
 * 2026-01-31T12:00:00Z. Returns undefined for anything else.
 */
export function readTimestamp(raw: unknown): Time | undefined {
  if (typeof raw === 'number') return inMs(raw)
  if (typeof raw !== 'string') return undefined
  const text = raw.trim()
  if (/^-?\d{1,20}(\.\d{1,9})?$/.test(text)) return inMs(Number(text))
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text)
  const at = Date.parse(hasZone ? text : `${text}Z`)
  return Number.isNaN(at) ? undefined : at
}

function inMs(count: number): Time | undefined {
  if (!Number.isFinite(count)) return undefined
  let ms = Math.abs(count) < leastMs ? count * 1000 : count
  while (Math.abs(ms) > mostMs && Math.abs(ms) < 1e20) ms /= 1000
  return Math.abs(ms) <= latest ? Math.round(ms) : undefined
}
