import { z } from 'zod'
import { idSchema } from './id.ts'
import { sentimentSchema } from './mention.ts'

/** The decision about one mention for one subscription. `reason` names the rule, `detail` the value that it matched. */
export type Decision = { kind: 'deliver' | 'skip' | 'hold'; reason: string; detail?: string }

/** One entry of the decision log: the decision about one mention for one subscription. A waiting mention gets a second entry later. */
export const decisionRecordSchema = z.object({
  /** The time of the decision, or of the start of the wait: UTC, ms since the epoch. */
  at: z.number(),
  subscription: z.string(),
  alert: idSchema,
  id: idSchema,
  url: z.string(),
  /**
   * `posted`: on its own card; `burst`: in a burst; `skipped`: a rule excluded it; `rejected`: Slack rejected every form of it; `waiting`:
   * a rule holds it, or its post is still to come. A waiting mention is recorded again after a restart.
   */
  outcome: z.enum(['posted', 'burst', 'skipped', 'rejected', 'waiting']),
  /** The rule's name or Slack's last error. `queued` if the post is still to come; `detail` then says why. */
  reason: z.string(),
  detail: z.string().exactOptional(),
  /** The sentiment of a posted mention, because digests count the handled negative ones. */
  sentiment: sentimentSchema.exactOptional(),
  /** The message's channel id and `ts`. */
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
})
export type DecisionRecord = z.infer<typeof decisionRecordSchema>

/**
 * The knowledge about one mention for one subscription. `log`: the decision log has it (`at`: UTC, ms; `link`: the posted message).
 * `computed`: the log has no entry, so the current rules were applied. `ahead`: the mention has not been polled yet. `unknown`: the alert
 * does not have the mention.
 */
export type WhyFinding = {
  subscription: string
  /** The alert's name. */
  alert: string
  /** The words that the alert found in the mention, each once; empty if they are not known. Foreign. */
  words: string[]
  detail?: string
  link?: string
} & (
  | { source: 'log'; at: number; outcome: DecisionRecord['outcome']; reason: string }
  | { source: 'computed'; kind: 'deliver' | 'skip' | 'hold' | 'before'; reason: string }
  | { source: 'ahead'; kind: 'deliver' | 'skip' | 'hold'; reason: string }
  | { source: 'unknown'; reason: 'no-alert' | 'no-mention' }
)

/**
 * The outcomes of the mentions that a channel's subscriptions found in a period. Every mention counts once for each subscription, in the
 * period in which it was found. `found` is the sum of all the others.
 */
export type DeliveryReport = {
  found: number
  /** On their own card. */
  posted: number
  /** In a burst's parent or thread. */
  inBursts: number
  /** Skipped, by rule (`only.language`, `maxAge`), greatest count first. */
  filtered: { rule: string; count: number }[]
  muted: number
  duplicate: number
  /** Held (quiet hours), or accepted and not yet in Slack when the report was made. */
  waiting: number
  /** Slack rejected every form of these. */
  rejected: number
}
