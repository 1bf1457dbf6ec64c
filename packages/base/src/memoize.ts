import type { Ms, Time } from './time.ts'

type MemoizeDeps<A extends unknown[], T> = {
  /** An answer is cached for this time, from the moment of its request. */
  ttlMs: Ms
  now: () => Time
  /** By default, the key is the first argument. */
  keyOf?: (...args: A) => unknown
  /** If this returns false, the answer is not cached. Only the callers who already wait get it. */
  keep?: (answer: T) => boolean
  maxEntries?: number
}

export type Memoized<A extends unknown[], T> = {
  (...args: A): Promise<T>
  noOlderThan(maxAgeMs: Ms, ...args: A): Promise<T>
  /** True if a call would get the answer of an earlier call, or share one that runs. */
  isKnown(...args: A): boolean
}

/**
 * Caches the answers of an asynchronous function. Callers with the same key share one call (single flight). A failed call rejects for all
 * who waited for it and is not cached.
 */
export function memoizeAsync<A extends unknown[], T>(
  load: (...args: A) => Promise<T>,
  { ttlMs, now, keyOf, keep, maxEntries = 1000 }: MemoizeDeps<A, T>,
): Memoized<A, T> {
  const entries = new Map<unknown, { askedAt: Time; answer: Promise<T> }>()

  function makeRoom(): void {
    for (const [key, { askedAt }] of entries) if (now() - askedAt > ttlMs) entries.delete(key)
    while (entries.size >= maxEntries) entries.delete(entries.keys().next().value)
  }

  function knownAnswer(key: unknown, maxAgeMs: Ms): Promise<T> | undefined {
    const known = entries.get(key)
    // An answer with a time in the future was requested before the clock was set back, so its age is unknown.
    return known !== undefined && Math.abs(now() - known.askedAt) <= maxAgeMs ? known.answer : undefined
  }

  function noOlderThan(maxAgeMs: Ms, ...args: A): Promise<T> {
    const key = keyOf === undefined ? args[0] : keyOf(...args)
    const known = knownAnswer(key, maxAgeMs)
    if (known !== undefined) return known
    entries.delete(key)
    makeRoom()
    const entry = { askedAt: now(), answer: load(...args) }
    entries.set(key, entry)
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key)
    }
    entry.answer.then((answer) => {
      if (keep?.(answer) === false) forget()
    }, forget)
    return entry.answer
  }

  return Object.assign((...args: A) => noOlderThan(ttlMs, ...args), {
    noOlderThan,
    isKnown: (...args: A) => knownAnswer(keyOf === undefined ? args[0] : keyOf(...args), ttlMs) !== undefined,
  })
}
