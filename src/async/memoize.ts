/** An answer that is not older than so many ms when somebody asks; rejects as asking does. */
type Memoized<T> = (oldest: number) => Promise<T>

/**
 * Makes something that is wanted often be asked for seldom: one asking serves all who come while it is under way, and its answer
 * everybody to whom it is not too old. One that fails is forgotten: the next who comes asks anew. `now`: ms.
 */
export function memoizeAsync<T>(ask: () => Promise<T>, now: () => number): Memoized<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return (oldest) => {
    if (last === undefined || now() - last.at > oldest) {
      const asked = { at: now(), answer: ask() }
      last = asked
      asked.answer.catch(() => {
        if (last === asked) last = undefined
      })
    }
    return last.answer
  }
}

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
