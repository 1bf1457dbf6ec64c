import type { StorySummary } from '../dedupe/story.ts'
import type { Alert } from '../model/alert.ts'
import type { OriginalIndex } from '../model/card.ts'
import type { Checkpoint, CheckpointKey, PendingPost } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { PostedMessage } from '../model/history.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import { FencedError } from '../outbox/outbox.ts'
import type { FailedTries, Refusals } from '../outbox/unknown-codes.ts'
import type { Decide } from '../rules/rules.ts'
import type { PollDeps } from './ports.ts'
import type { PollVolume } from './volume.ts'

/**
 * One subscription during one poll. Nothing changes it: every step takes a run and returns the next one. A step that keeps an older run
 * would write an older checkpoint.
 */
export type SubscriptionRun = Readonly<{
  input: RunInput
  state: RunState
  /** How far the subscription got: as it is stored, or further (`unsaved`). */
  checkpoint: Checkpoint
  /** The checkpoint changed since it was last stored. */
  unsaved: boolean
  /** Mentions to deliver that are not done yet, in ascending order of ids. */
  waiting: readonly Mention[]
  /** Mentions that join an earlier card instead. */
  duplicates: readonly Mention[]
  /** The mentions queued in this run, to recognise their duplicates. The only part that is changed in place. */
  queuedOriginals: OriginalIndex<{ mention: Id; at: number }>
  /** Mentions that bring their story up again, with a card of their own. */
  resurfacing: ReadonlyMap<Id, Resurfacing>
  /** Decisions to record when the checkpoint is stored. */
  decisions: readonly DecisionRecord[]
  /** Mentions that are tried one by one, because Slack refused a message with several of them. */
  singly: ReadonlySet<Id>
  /** What Slack refused with an unknown code. */
  refusals: Refusals
  /** How many replies threads accepted in this run. */
  repliesAccepted: number
  /** A pending post that could not be resolved because the history cannot be read. It is kept until its repeat succeeds. */
  unverified?: PendingPost | undefined
  /** The lowest id that is held. The watermark stays below it. */
  heldFrom?: Id | undefined
  /** What is counted of the alert. Absent until the run reads. */
  volume?: PollVolume | undefined
}>

/** What a run is about. */
export type RunInput = Readonly<{
  subscription: Subscription
  alert: Alert
  /** Channel id. */
  channel: string
  key: CheckpointKey
  decide: Decide
  /** When the poll started: UTC, ms. */
  pollStart: number
  /** Until when the subscription holds what is not urgent: UTC, ms. */
  holdsUntil?: number
}>

/** What is held from poll to poll: nothing from `from` on moves below the watermark. `reads`: how far was read when (UTC, ms), oldest first. */
type Held = { from: Id; reads: { at: number; upTo: Id }[] }

/** A story that comes up again: the mention of its earlier card, how far the story got, and the card's permalink. */
export type Resurfacing = { from: Id; story: StorySummary; link?: string }

/** What was read of a channel's threads, by the `ts` of their parents. `at`: when the last one was read (UTC, ms). */
type ReadThreads = { channel: string; at: number; byParent: ReadonlyMap<string, PostedMessage[]> }

/** What a process remembers of a subscription between polls. If it is lost, that costs a search or a page, never a mention. */
export type RunState = Readonly<{
  /** A search of the channel showed that the checkpoint is not behind it. */
  verified: boolean
  /** Since when the checkpoint is not verified: UTC, ms. A search that started later shows what the checkpoint misses. */
  unverifiedSince?: number | undefined
  /** How far this process saw the subscription. A stored checkpoint that is behind comes from an older copy of the store. */
  seen?: { watermark: Id; lastTs?: string } | undefined
  /** When nobody could tell how far the subscription got (UTC, ms), and if it had a checkpoint then. */
  lost?: { at: number; hadCheckpoint: boolean } | undefined
  /** It deferred in its last poll, so it reads by itself and does not drag back the others of its alert. */
  behind: boolean
  /** A reading that was cut short: everything up to `readTo` is done or held. It started at `startedAt` (UTC, ms). */
  unfinished?: { readTo: Id; startedAt: number } | undefined
  /** The threads that were read before Slack's rate limit ended the search. */
  threads?: ReadThreads | undefined
  held?: Held | undefined
  /** The waiting mentions that the decision log has already. */
  logged?: ReadonlySet<Id> | undefined
  /** What was posted within the last hour, and when it had bursts: UTC, ms. */
  recent?: readonly { mention: Mention; at: number; ts: string }[]
  bursts?: readonly number[]
  /** What the initial sync posted of the past: no part of a spike that starts later. */
  backfill?: ReadonlySet<Id>
  /** Permalinks of messages, by the ids of the mentions that the spike's card names. */
  permalinks?: ReadonlyMap<Id, string>
  /** When the live card was drawn last (UTC, ms), and the `ts` of the newest message that it covered. */
  drawn?: { at: number; upTo?: string }
  /** The ids far beyond all others that were reported. */
  jumps?: readonly Id[]
  /** How many parents in a row accepted no reply. */
  refusedThreads?: number | undefined
  /** Since when (UTC, ms) and for how long (ms) the subscription does without threads. */
  noThreads?: { since: number; forMs: number }
  /** The tries that Slack refused with unknown codes. */
  tries?: FailedTries | undefined
  /** The card (its mention) that Slack refuses to change with an unknown code, and since when: UTC, ms. */
  undrawn?: { card: Id; since: number } | undefined
  /** When silences were last looked for: UTC, ms. */
  silenceCheckedAt?: number | undefined
}>

export const newRunState: RunState = { verified: false, behind: false }

/**
 * The subscription ends its run early. It goes on at the next poll, or at `retryAt` (UTC, ms) if that is sooner. `atSamePage`: it got as
 * far as all that read with it. `needsPost`: only posts are stopped, everything else goes on.
 */
export type Deferral = { kind: 'defer'; why: string; retryAt?: number; atSamePage?: true; needsPost?: true }

/** The store or the mention service failed, or another process has taken over (FencedError). */
export type RunFailure = { kind: 'failed'; error: unknown }

export function defer(why: string, retryAt?: number): Deferral {
  return retryAt === undefined ? { kind: 'defer', why } : { kind: 'defer', why, retryAt }
}

/** A run after a step. With an `end` the later steps are left out. */
export type Step<End = Deferral> = { run: SubscriptionRun; end?: End | undefined }

/** Takes steps in order until one ends the run. A step that throws ends it as failed, with the run as it was before that step. */
export async function takeSteps(
  run: SubscriptionRun,
  steps: ((run: SubscriptionRun) => Promise<Step>)[],
): Promise<Step<Deferral | RunFailure>> {
  let current = run
  try {
    for (const step of steps) {
      const next = await step(current)
      current = next.run
      if (next.end !== undefined) return next
    }
    return { run: current }
  } catch (error) {
    return { run: current, end: { kind: 'failed', error } }
  }
}

/** Stores a checkpoint, and records the decisions that led to it. Throws if the store fails or another process has taken over. */
export async function saveCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  checkpoint: Checkpoint,
): Promise<SubscriptionRun> {
  const { key, alert } = run.input
  const saved = await deps.checkpoints.save(key, checkpoint)
  if (saved === 'fenced') throw new FencedError(`another process polls alert ${alert.id}`)
  deps.outboxMemory.committed(senderOf(key))
  deps.record([...run.decisions])
  return { ...run, checkpoint, unsaved: false, decisions: [] }
}

/** Changes the checkpoint without storing it. The next save or flush stores it. */
export function withCheckpoint(run: SubscriptionRun, checkpoint: Checkpoint): SubscriptionRun {
  return checkpoint === run.checkpoint ? run : { ...run, checkpoint, unsaved: true }
}

/** Stores what changed: the last commit, skipped mentions, an advanced watermark. */
export async function flushCheckpoint(deps: PollDeps, run: SubscriptionRun): Promise<SubscriptionRun> {
  return run.unsaved ? saveCheckpoint(deps, run, run.checkpoint) : run
}

export function withState(run: SubscriptionRun, changes: Partial<RunState>): SubscriptionRun {
  return { ...run, state: { ...run.state, ...changes } }
}

/** The outbox knows a subscription and its alert by this name. */
export const senderOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`
