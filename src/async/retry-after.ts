import type { Ms, Time } from './time.ts'

type Header = string | string[] | null | undefined

/**
 * Returns the wait of `Retry-After` (seconds or an HTTP date, RFC 9110, 10.2.3) in ms. Returns undefined if the header is missing or
 * unreadable, and 0 if its date has passed. A date is compared with the header `Date` (`sentAt`), because the server's clock may differ from
 * ours; without that header, with `now`. The wait has no upper bound: the caller sets one.
 */
export function retryAfterMs(header: Header, sentAt: Header, now?: Time): Ms | undefined {
  const text = typeof header === 'string' ? header.trim() : ''
  if (/^\+?\d+(\.\d*)?$/.test(text)) return Number(text) * 1000
  // Date.parse reads many other texts, such as "-5", as a date.
  if (!/^[A-Za-z]{3}/.test(text)) return undefined
  const date = Date.parse(text)
  const from = typeof sentAt === 'string' ? Date.parse(sentAt) : Number.NaN
  const waitMs = date - (Number.isNaN(from) ? (now ?? Number.NaN) : from)
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
