/**
 * How many ms an answer's `Retry-After` asks to wait: whole seconds or an HTTP date (RFC 9110, 10.2.3).
 * Nothing where the header is missing or unreadable; zero where its date has passed.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  if (!/^[A-Za-z]{3}/.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
