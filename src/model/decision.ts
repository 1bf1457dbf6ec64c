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
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
})
export type DecisionRecord = z.infer<typeof decisionRecordSchema>

/**
 * The answer to `/mentions why` for one subscription. `log`: the decision log has an entry (`at`: UTC, ms; `link`: the posted message).
 * `computed`: there is no entry, so the current rules decided. `ahead`: the mention has not been polled yet. `unknown`: the alert or the
 * mention was not found.
 */
export type WhyFinding = {
  subscription: string
  alert: string
  /** The distinct words of the mention that the alert matched; empty if they are unknown. They are untrusted. */
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
  posted: number
  /** Posted in the first message or in the thread of a burst. */
  inBursts: number
  /** Skipped mentions by rule (such as `only.language` or `maxAge`), greatest count first. */
  filtered: { rule: string; count: number }[]
  muted: number
  duplicate: number
  /** Held by quiet hours, or not posted yet when the report was made. */
  waiting: number
  rejected: number
}
