/** At most `requests` within any `windowMs`. */
export type RateLimit = { requests: number; windowMs: number }

/** What one key may ask: whether a request at `now` (ms) is admitted. Refused ones do not count. */
type RateLimiter = (key: string, now: number) => boolean

/** Keys that are remembered at most, so that a stranger's invented keys cannot fill the memory. */
const rememberedKeys = 1000

/** A sliding window for each key. */
export function createRateLimiter({ requests, windowMs }: RateLimit): RateLimiter {
  const admitted = new Map<string, number[]>()
  return (key, now) => {
    const recent = (admitted.get(key) ?? []).filter((time) => time > now - windowMs)
    const admits = recent.length < requests
    if (admits) recent.push(now)
    if (admitted.size >= rememberedKeys && !admitted.has(key)) admitted.clear()
    admitted.set(key, recent)
    return admits
  }
}
