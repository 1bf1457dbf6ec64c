import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Verdict } from '../model/verdict.ts'
import { except } from './except.ts'
import { maxAge } from './max-age.ts'
import { only } from './only.ts'
import type { Rule } from './rule.ts'

/** Every rule, in the order in which they are asked; the first verdict counts. */
const rules: Rule[] = [only, except, maxAge]

/** What is to happen with a mention: the verdict of the first rule that has one, else it is delivered. `now`: UTC, ms. */
export type Decide = (mention: Mention, now: number) => Verdict

/** Makes the rules ready for one subscription. */
export function decideFor(subscription: Subscription): Decide {
  const opinions = rules.map((rule) => rule(subscription))
  return (mention, now) => {
    for (const opinion of opinions) {
      const verdict = opinion(mention, now)
      if (verdict) return verdict
    }
    return { kind: 'deliver', reason: 'passed' }
  }
}
