import type { HttpResponse } from './transport.ts'

/**
 * How many ms an answer's `Retry-After` asks to wait: whole seconds or an HTTP date (RFC 9110, 10.2.3).
 * Nothing where the header is missing or unreadable; zero where its date has passed. A date is one of the sender's clock, which
 * may not go as ours: it counts from the date of the answer itself, and from ours (`nowMs`) where it has none.
 */
export function retryAfterMs(
  { retryAfter, date: sentAt }: Pick<HttpResponse, 'retryAfter' | 'date'>,
  nowMs: number,
): number | undefined {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  if (!/^[A-Za-z]{3}/.test(text)) return undefined
  const date = Date.parse(text)
  const from = Date.parse(sentAt ?? '')
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(from) ? nowMs : from))
}
