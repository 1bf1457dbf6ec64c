import { conditionsOf } from './filter.ts'
import type { Rule } from './rule.ts'

/** Skips what one of the conditions in `except` hits, and says what was hit. */
export const except: Rule = (subscription) => {
  const conditions = conditionsOf(subscription.except)
  return (mention) => {
    for (const { key, hit } of conditions) {
      const detail = hit(mention)
      if (detail !== undefined) return { kind: 'skip', reason: `except.${key}`, detail }
    }
    return undefined
  }
}
