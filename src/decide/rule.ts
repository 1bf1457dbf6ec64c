import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Verdict } from '../model/verdict.ts'

/** What a rule says of one mention at `now` (UTC, ms): a verdict that ends the matter, or nothing, and the next rule is asked. */
export type Opinion = (mention: Mention, now: number) => Verdict | undefined

/** A rule, made ready for one subscription (patterns are compiled here, not for each mention). */
export type Rule = (subscription: Subscription) => Opinion
