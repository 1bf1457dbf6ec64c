import type { Fact, Sight } from './ports.ts'

/** Returns a `told` after which the fact is also seen: once, although a fact is told again if `told` rejects. */
export function toldThenSeen(told: (fact: Fact) => Promise<void>, seen: (sight: Sight) => void) {
  return async (fact: Fact): Promise<void> => {
    await told(fact)
    seen(fact)
  }
}
