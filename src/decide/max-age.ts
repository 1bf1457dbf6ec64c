import { quietUntil } from './quiet-hours.ts'
import type { Rule } from './rule.ts'

/**
 * Skips what is older by its own date than the subscription's `maxAge`; a mention without a usable date is young. A limit that runs out
 * within quiet hours begins anew at their end: what was held then must not be lost by that.
 */
export const maxAge: Rule = ({ maxAge: limit, quiet }) => {
  if (limit === undefined) return () => undefined
  return (mention, now) => {
    if (mention.date <= 0 || now - mention.date <= limit) return undefined
    const heldUntil = quiet === undefined ? undefined : quietUntil(quiet, mention.date + limit)
    if (heldUntil !== undefined && now - heldUntil <= limit) return undefined
    return { kind: 'skip', reason: 'maxAge', detail: new Date(mention.date).toISOString() }
  }
}
