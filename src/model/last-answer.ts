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
