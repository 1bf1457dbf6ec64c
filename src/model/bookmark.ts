import type { Fingerprint } from './first-card.ts'
import type { Id } from './id.ts'
import type { SpikeState, SpikeSummary } from './storm.ts'

/** What is about to be posted: written durably before the post, cleared by the settling that follows it. */
export type PendingPost = {
  /** Channel id. */
  channel: string
  /** The parent's `ts`, for a message that goes into a thread. */
  thread?: string
  /** The mentions the message covers; empty for the first-look line and what is said of a storm. */
  ids: Id[]
  /** For a burst's parent: the mentions that are to follow in its thread. */
  burstIds?: Id[]
  /** For what is said of a storm: its live card, or the line that calls people. */
  spike?: 'card' | 'call'
  /** For a card of its own that later mentions may join: what it is known by, so that a look at the channel suffices to settle it. */
  fingerprint?: Fingerprint
  /** When it was written: UTC, ms since the epoch. */
  at: number
}

/** A burst whose thread is not complete yet: the parent's `ts`, how many its thread is to hold, and those still to come. */
export type Burst = { thread: string; total: number; ids: Id[] }

/**
 * The storm of a subscription, kept in one step with what was posted. While it lasts everything goes into the thread of its
 * live card: `total` mentions so far, of which `ids` are still to come.
 */
export type SpikeProgress = {
  state: SpikeState
  /** The `ts` of the live card. */
  thread?: string
  /** The line that calls people has been posted. */
  notified?: true
  total: number
  ids: Id[]
  ended?: EndedSpike
}

/** A storm that has ended and whose card (`thread`) does not say so yet. `endedAt`: UTC, ms; `channel`: where the card stands, if not here. */
export type EndedSpike = { thread: string; summary: SpikeSummary; endedAt: number; channel?: string }

/** Mentions that were settled, and when: UTC, ms since the epoch. */
export type DoneBatch = { at: number; ids: Id[] }

/** How far a subscription got. */
export type Checkpoint = {
  /** Everything up to here is settled, and too old to turn up late. Fetches ask for what is above it. */
  watermark: Id
  /** The newest mention at the first look: what a receipt claims as `through` at least. */
  origin: Id
  /** What is settled above `through`, oldest batch first: late ids are told from known ones by it. */
  done: DoneBatch[]
  /** Slack's `ts` of the newest message of this subscription in its channel. */
  lastTs?: string
  /** The channel (its id) in which that message stands, and the threads of a burst or a storm. */
  channel?: string
  /** The line that says what is now watched has not been posted yet. */
  unannounced?: true
  pending?: PendingPost
  burst?: Burst
  spike?: SpikeProgress
}

/** What a bookmark hangs on: the subscription's name and the alert's id. */
export type CheckpointKey = { subscription: string; alert: Id }

/**
 * What the store has for a key. `restored`: from the backup generation, so it may be behind the channel. `unsure`: the way to the
 * store broke since it was read last, and may lead to an older copy now.
 */
export type StoredCheckpoint =
  | { kind: 'none' }
  | { kind: 'kept'; checkpoint: Checkpoint; restored: boolean; unsure?: true }
  | { kind: 'damaged'; reason: string }

/** How keeping a bookmark ended. `fenced`: another process has taken over the turn, so nothing was written. */
export type SaveResult = 'kept' | 'fenced'
