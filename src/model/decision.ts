import { z } from 'zod'
import type { Time } from '../async/time.ts'
import type { RuleReason } from './card.ts'
import { idSchema } from './id.ts'
import { sentimentSchema } from './mention.ts'
import { timeSchema } from './time.ts'

/** A waiting mention gets a second entry when its wait is over. */
export const decisionRecordSchema = z.object({
  /** The time of the decision, or of the start of the wait (UTC, ms). */
  at: timeSchema,
  subscription: z.string(),
  alert: idSchema,
  id: idSchema,
  url: z.string(),
  /**
   * `posted` means on a card of its own, `burst` in a burst, `skipped` excluded by a rule, and `rejected` refused by Slack in every form. A
   * `waiting` mention is held by a rule or still to be posted, and is recorded again after a restart.
   */
  outcome: z.enum(['posted', 'burst', 'skipped', 'rejected', 'waiting']),
  /**
   * The name of the rule, or Slack's last error. If the post is still to come, the reason is `queued`, and `detail`
   * explains the wait.
   */
  reason: z.string(),
  detail: z.string().exactOptional(),
  /** Present for a posted mention, because digests count the handled negative mentions. */
  sentiment: sentimentSchema.exactOptional(),
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
})
export type DecisionRecord = z.infer<typeof decisionRecordSchema>

/**
 * `log` means that the decision log has an entry (`at` is UTC, in ms), and `computed` that it has none, so the current rules decided.
 * `ahead` means that the mention was not polled yet, and `unknown` that the alert or the mention was not found.
 */
export type WhyFinding = {
  subscription: string
  alert: string
  /** The distinct words of the mention that matched the alert; empty if they are unknown. The words are untrusted. */
  words: string[]
  detail?: string
  link?: string
  /** Sentences of features. They may have words of strangers, isolated. */
  notes?: string[]
  /** What a rule decided about who takes care of the mention. `name` is that of the person; without it, the rule found nobody. */
  assignedByRule?: { name?: string; reason: RuleReason }
} & (
  | { source: 'log'; at: Time; outcome: DecisionRecord['outcome']; reason: string }
  | { source: 'computed'; kind: 'deliver' | 'skip' | 'hold' | 'before'; reason: string }
  | { source: 'ahead'; kind: 'deliver' | 'skip' | 'hold'; reason: string }
  | { source: 'unknown'; reason: 'no-alert' | 'no-mention' | 'ids-restarted' }
)
