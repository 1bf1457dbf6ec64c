import type { OriginalIndex } from '../dedupe/original-index.ts'
import type { StorySummary } from '../dedupe/story.ts'
import type { Alert } from '../model/alert.ts'
import type { Checkpoint, CheckpointKey, PendingPost } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Decide } from '../rules/rules.ts'
import type { PostedMessage } from '../slack/history.ts'
import type { PollVolume, RebuiltMention } from './volume.ts'

/** What is held back from turn to turn: nothing from `from` on moves below `through`; `reads`: how far was read when (UTC, ms), oldest first. */
type Held = { from: Id; reads: { at: number; upTo: Id }[] }

/** What waits for its card or joins one. `at`: UTC, ms. */
type QueuedOriginals = OriginalIndex<{ mention: Id; at: number }>

/** A story that comes up again: the mention of its earlier card, how far it has got, and that card's address for a browser. */
export type Resurfacing = { from: Id; story: StorySummary; link?: string }

/** What was read of a channel's threads, by the `ts` of their parents. `at`: when the last one was read, UTC, ms. */
type ReadThreads = { channel: string; at: number; byParent: Map<string, PostedMessage[]> }

/**
 * Tries that came to nothing because Slack refused with codes that nobody knows: how many in a row, the last code, when the next one is
 * due (UTC, ms), and how many messages the channel had taken by then. `turn`: the start of the turn of the last one, UTC, ms. `alone`:
 * the only message that was refused. `tried`: what was refused, in the order of the last try.
 */
type UnclearRefusals = {
  tries: number
  reason: string
  again: number
  accepted: number
  turn: number
  alone?: string
  tried: string[]
}

/** A message that Slack refused with such a code: how many messages the channel and the subscription's threads had taken by then. */
type UnclearRefusal = { accepted: number; replies: number; inThread: boolean; reason: string }

/** What a process remembers of a subscription from turn to turn. Losing it costs a look or a page, never a mention. */
export type RunState = {
  /** Whether a look at the channel has shown that the bookmark is not behind it. */
  confirmed: boolean
  /** Its bookmark is the backup generation: what the channel has beyond it must be known before anything is posted. */
  fromBackup?: true
  /** When it was found last that nobody can tell how far it got (UTC, ms), and whether it had a bookmark then. */
  placeLost?: { at: number; hadBookmark: boolean }
  /** It left its last turn early: it reads on by itself, so that it does not drag back the others of its alert. */
  behind: boolean
  /** The post that is in doubt, by when it was sent, and when the doubt was looked into first: UTC, ms, by a clock that may be set back. */
  unconfirmed?: { sentAt: number; seenAt: number }
  /** A reading that was cut short: everything up to `readTo` is settled; it began at `startedAt` (UTC, ms). */
  unfinished?: { readTo: Id; startedAt: number }
  /** The threads that a look at the channel has read, where Slack took no more calls before it had read all. */
  threads?: ReadThreads
  /** What a hold keeps back. Without it the turn reads from the bookmark. */
  held?: Held
  /** Of which of the mentions that were read last the log of verdicts has that they wait. */
  logged?: Set<Id>
  /** What was posted within the last hour, and when it had bursts: UTC, ms. */
  recent?: { mention: Mention; at: number; ts: string }[]
  bursts?: number[]
  /** What the first look posted of the past: no part of a storm that begins after it. */
  backfill?: ReadonlySet<Id>
  /** Addresses of messages, by the ids of the mentions that the card of a storm names. */
  permalinks?: ReadonlyMap<Id, string>
  /** When the live card of its storm was drawn last (UTC, ms), and the newest message that it told of. */
  drawn?: { at: number; upTo?: string }
  /** The ids far beyond all others that were told. */
  jumps?: Id[]
  /** How many parents in a row took no reply; and since when (UTC, ms) and for how long (ms) it does without threads. */
  refusedThreads?: number
  noThreads?: { since: number; forMs: number }
  /** What Slack refuses with a code that nobody knows. */
  unclear?: UnclearRefusals
  /** The card that Slack refuses to change with such a code (its mention), and since when: UTC, ms. */
  undrawn?: { card: Id; since: number }
  /** When it was looked for silences last: UTC, ms. */
  silenceCheckedAt?: number
}

/** A subscription in the course of a turn. */
export type SubscriptionRun = {
  readonly subscription: Subscription
  readonly alert: Alert
  /** Channel id. */
  readonly channel: string
  readonly key: CheckpointKey
  readonly decide: Decide
  /** When the turn began: UTC, ms since the epoch. */
  readonly pollStart: number
  /** Until when the subscription holds back what is not urgent: UTC, ms. */
  readonly holdsUntil?: number
  readonly state: RunState
  /** How far it got, always as the store has it or further (`unsaved`). */
  checkpoint: Checkpoint
  /** The bookmark has moved since it was last written. */
  unsaved: boolean
  /** What was decided to be delivered and is not settled yet, in ascending order of ids. */
  waiting: Mention[]
  /** What joins an earlier card instead. */
  duplicates: Mention[]
  /** What has been queued in this turn, so that others are told to be the same. */
  readonly queuedOriginals: QueuedOriginals
  /** With which mentions a story comes up again. */
  readonly resurfacing: Map<Id, Resurfacing>
  /** What is to be recorded once the bookmark is written. */
  decisions: DecisionRecord[]
  /** Mentions that Slack refused together with others: they are tried one by one. */
  singly: Set<Id>
  /** What Slack has refused in this turn in every form, with a code that nobody knows: by what the message is. */
  readonly refused: Map<string, UnclearRefusal>
  /** How many replies threads have taken in this turn. */
  repliesTaken: number
  /** A post whose doubt could not be resolved, since the channel's history cannot be read: kept until its repeat succeeds. */
  unverified?: PendingPost
  /** The least id that is held back: the bookmark's `through` stays below it. */
  heldFrom?: Id
  /** What was told again of a storm that was taken up. */
  rebuilt?: RebuiltMention[]
  /** What is counted of its alert. */
  volume?: PollVolume
}

/**
 * Why a subscription ends its part of the turn early; it goes on at the next turn, or at `again` (UTC, ms) if that is sooner.
 * `abreast`: at the same page as all that read with it. `needsPost`: only posts are stopped; what needs none goes on.
 */
export type Deferral = { kind: 'leave'; why: string; retryAt?: number; abreast?: true; needsPost?: true }

/** A subscription's part of the turn failed: its store, or the mention service. */
export type RunFailure = { kind: 'failed'; error: unknown }

/** Ends a subscription's part of the turn. */
export function defer(why: string, again?: number): Deferral {
  return again === undefined ? { kind: 'leave', why } : { kind: 'leave', why, retryAt: again }
}
