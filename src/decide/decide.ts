import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Decision } from '../model/verdict.ts'
import { except } from './except.ts'
import { maxAge } from './max-age.ts'
import { mute } from './mute.ts'
import { only } from './only.ts'
import { quiet } from './quiet.ts'
import type { Circumstances, Rule } from './rule.ts'

/** Every rule, in the order in which they are asked; the first verdict counts. What holds comes last: what is skipped need not wait. */
const rules: Rule[] = [only, except, maxAge, mute, quiet]

/** What is to happen with a mention: the verdict of the first rule that has one, else it is delivered. `now`: UTC, ms. */
export type Decide = (mention: Mention, now: number, channel?: string) => Decision

const noCircumstances: Circumstances = { mutes: () => [] }

/** Makes the rules ready for one subscription. */
export function decideFor(subscription: Subscription, circumstances = noCircumstances): Decide {
  const opinions = rules.map((rule) => rule(subscription, circumstances))
  return (mention, now, channel) => {
    for (const opinion of opinions) {
      const decision = opinion(mention, now, channel)
      if (decision) return decision
    }
    return { kind: 'deliver', reason: 'passed' }
  }
}
