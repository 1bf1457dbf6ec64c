import type { Rule } from './rule.ts'

/** Skips what is older by its own date than the subscription's `maxAge`; a mention without a usable date is young. */
export const maxAge: Rule = ({ maxAge: limit }) => {
  if (limit === undefined) return () => undefined
  return (mention, now) => {
    if (mention.date <= 0 || now - mention.date <= limit) return undefined
    return { kind: 'skip', reason: 'maxAge', detail: new Date(mention.date).toISOString() }
  }
}
