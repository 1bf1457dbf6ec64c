/** An answer serves everybody who asks the same, for a minute, in ms. */
const answerLifetimeMs = 60_000

/**
 * Lets the same question asked at once be one, and its answer serve for a minute. One that is not worth keeping (`isWhole` says
 * no) serves only those who asked while it was on its way.
 */
export function memoizeByKey<T>(now: () => number, isWhole: (answer: T) => boolean) {
  const known = new Map<string, { until: number; answer: Promise<T> }>()
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    for (const [old, { until }] of known) if (until <= now()) known.delete(old)
    const current = known.get(key)
    if (current !== undefined) return current.answer
    const entry = { until: Infinity, answer: ask() }
    known.set(key, entry)
    entry.answer.then(
      (answer) => {
        entry.until = isWhole(answer) ? now() + answerLifetimeMs : 0
      },
      () => known.delete(key),
    )
    return entry.answer
  }
}
