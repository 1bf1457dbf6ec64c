import { conditionsOf } from './filter.ts'
import type { Rule } from './rule.ts'

/** Skips what fails one of the conditions in `only`: all of them must hold. */
export const only: Rule = (subscription) => {
  const conditions = conditionsOf(subscription.only)
  return (mention) => {
    const failed = conditions.find(({ hit }) => hit(mention) === undefined)
    return failed && { kind: 'skip', reason: `only.${failed.key}` }
  }
}
