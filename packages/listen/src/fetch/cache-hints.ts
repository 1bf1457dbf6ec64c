import { retryAfterMs } from '@overheard/base/http'
import { readDate } from '../fields/read-date.ts'

/** What the headers of an answer say about time. All times are UTC ms. */

const maxFreshMs = 24 * 60 * 60 * 1000
/** No host is left alone for longer, whatever it asks for. */
export const longestHostWaitMs = 24 * 60 * 60 * 1000
/** How long a host that has too much to do is left alone if it sends no Retry-After. */
const busyPauseMs = 10 * 60 * 1000
/** A wall against robots is an answer; it may be gone tomorrow. */
const wallPauseMs = longestHostWaitMs

type Headers = Readonly<Record<string, string>>

/** Before this time the answer is fresh, and asking again is useless; undefined if the answer does not say. At most a day from now. */
export function freshUntil(headers: Headers, now: number): number | undefined {
  const ms = maxAgeMs(headers) ?? expiresMs(headers, now)
  return ms === undefined || ms <= 0 ? undefined : now + Math.min(ms, maxFreshMs)
}

function maxAgeMs(headers: Headers): number | undefined {
  const directive = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(headers['cache-control'] ?? '')?.[1]
  if (directive === undefined) return undefined
  const age = Number(/^\d+$/.test(headers.age ?? '') ? headers.age : 0)
  return (Number(directive) - age) * 1000
}

/** `Expires` is a time of the sender's clock, and so is `Date`. */
function expiresMs(headers: Headers, now: number): number | undefined {
  const expires = readDate(headers.expires)
  return expires && expires - (readDate(headers.date) ?? now)
}

/** The time until which `Retry-After` asks to wait, or at which a used up budget begins anew; at most a day from now. */
export function retryTime(headers: Headers, now: number): number | undefined {
  const waitMs = retryAfterMs(headers['retry-after'], headers.date, now) ?? resetMs(headers, now)
  return waitMs === undefined ? undefined : now + Math.min(waitMs, longestHostWaitMs)
}

/**
 * How long until a budget begins anew of which nothing is left: `X-RateLimit-Reset` of GitHub (epoch seconds) and Mastodon (ISO), and
 * `RateLimit-Reset` (seconds, or epoch seconds on Lobsters).
 */
function resetMs(headers: Headers, now: number): number | undefined {
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const reset = headers[`${prefix}-reset`]
    if (headers[`${prefix}-remaining`] !== '0' || reset === undefined) continue
    const number = Number(reset)
    const at = Number.isNaN(number) ? readDate(reset) : number > 1e9 ? number * 1000 : now + number * 1000
    if (at !== undefined) return Math.max(0, at - now)
  }
  return undefined
}

/** The time before which no other request should reach the host of this answer; undefined if the host does not ask for that. */
export function hostFreeAt(
  { status, headers }: { status: number; headers: Headers },
  now: number,
): number | undefined {
  if (status === 429 || status === 503)
    return retryTime(headers, now) ?? (status === 429 ? now + busyPauseMs : undefined)
  if (status !== 403) return undefined
  if (headers['cf-mitigated'] === 'challenge') return now + wallPauseMs
  // The second limit of GitHub. A used up budget is that of one method only.
  return headers['retry-after'] === undefined ? undefined : retryTime(headers, now)
}
