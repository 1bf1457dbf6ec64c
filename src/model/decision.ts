import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import type { RuleReason } from './card.ts'

/**
 * Why a mention was posted or not: written by engine/run and engine/post, told by answers/explain-decision.ts in the words of messages/reasons.ts. A
 * waiting mention gets a second entry when its wait is over.
 */
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
 * Why mentions wait to be posted: the `detail` of the reason `queued`. Other details are codes of Slack, one of `waitsWithCode` with such a code
 * behind a blank, and sentences that earlier versions stored.
 */
export const waits = [
  'burst',
  'card-unchangeable',
  'channel-limit',
  'channel-lost',
  'channel-refuses',
  'checkpoint-lost',
  'mutes-damaged',
  'older-installation',
  'other-thread',
  'person-ended',
  'person-unknown',
  'poll-failed',
  'poll-over',
  'post-again',
  'private-elsewhere',
  'stopping',
  'token-refused',
  'unconfirmed',
] as const
export type Wait = (typeof waits)[number]

/** An unconfirmed post cannot be looked for, or the channel cannot be read. */
export const waitsWithCode = ['unconfirmed', 'unreadable'] as const
export type WaitWithCode = (typeof waitsWithCode)[number]

/**
 * What speaks against a mention that is probably not about us, and what for it: as JSON, the `detail` of the reason `about`. Strangers may have
 * written the words. Earlier versions stored a sentence.
 */
export const verdictSchema = z.object({ against: z.array(z.string()), for: z.array(z.string()) })
export type Verdict = z.infer<typeof verdictSchema>

/**
 * `log` means that the decision log has an entry (`at` is UTC, in ms), and `computed` that it has none, so the current rules decided.
 * `ahead` means that the mention was not polled yet, and `unknown` that the alert or the mention was not found.
 */
export type WhyFinding = {
  subscription: string
  alert: string
  /** The distinct words of the mention that matched the alert; empty if they are unknown. The words are untrusted. */
  words: string[]
  /** The title of the mention, which is untrusted too. */
  title?: string
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
