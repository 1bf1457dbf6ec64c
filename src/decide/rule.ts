import type { Mention } from '../model/mention.ts'
import type { Mute } from '../model/mute.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Decision } from '../model/verdict.ts'

/**
 * What a rule says of one mention at `now` (UTC, ms): a verdict that ends the matter, or nothing, and the next rule is asked.
 * `channel`: the id of the channel it is for, once that is known.
 */
type Evaluate = (mention: Mention, now: number, channel?: string) => Decision | undefined

/** What people say from Slack. It is asked for each mention, so that a change takes effect within a running turn. */
export type Circumstances = {
  /** The mutes of a channel, those that have ended included. */
  mutes: (channel: string) => Mute[]
}

/** A rule, made ready for one subscription (patterns are compiled here, not for each mention). */
export type Rule = (subscription: Subscription, circumstances: Circumstances) => Evaluate
