import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Alert } from '@overheard/mention-client/alert'
import type { Id, IdGap } from '@overheard/mention-client/id'
import type { Identity } from '@overheard/mention-client/identity'
import type { Mention } from '@overheard/mention-client/mention'
import type { HistoryResult } from '@overheard/post-once/history'
import type { FailedTries, Refusals } from '@overheard/post-once/unknown-codes'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import type { Duplicate } from '../model/card.ts'
import { type Checkpoint, type CheckpointKey, senderOf } from '../model/checkpoint.ts'
import type { DecisionRecord, Wait, WaitWithCode } from '../model/decision.ts'
import { FencedError } from '../model/fenced-error.ts'
import type { PostedMessage } from '../model/history.ts'
import type { CardLayout, Subscription } from '../model/subscription.ts'
import type { VolumeCounts } from './anomalies/alert-volume.ts'
import type { FingerprintKeys, KnownFingerprints, OriginalIndex } from './dedupe/original-index.ts'
import type { StorySummary } from './dedupe/story.ts'
import type { ChannelSubscription, PollDeps } from './ports.ts'
import type { LookBackTime, PendingPost } from './progress/checkpoint-changes.ts'
import type { Corrections } from './progress/corrections.ts'
import type { IsOwn } from './rules/own-voice.ts'
import type { Decide } from './rules/rules.ts'

/** The first mention of a story that a run will post. `fingerprint` is that of the story, with all its places of this run. */
export type QueuedOriginal = { mention: Id; at: Time; fingerprint: FingerprintKeys }

/**
 * A run is one subscription during one poll. Runs are immutable. Always continue with the run that a step returns, because saving an older run
 * writes an older checkpoint.
 */
export type SubscriptionRun = Readonly<{
  input: RunInput
  state: RunState
  /** The progress of the subscription. It is ahead of the store if `unsaved` is true. */
  checkpoint: Checkpoint
  unsaved: boolean
  waiting: readonly Mention[]
  duplicates: readonly Mention[]
  /**
   * The mentions that this run will post. Later mentions are compared with these to find duplicates. Only this field is changed in place. Undefined
   * until the run needs it.
   */
  queuedOriginals?: OriginalIndex<QueuedOriginal>
  /** Duplicates that wait until a time (UTC, ms) for more places of their story, so that they share a reply. */
  placesWait: ReadonlyMap<Id, Time>
  resurfacing: ReadonlyMap<Id, Resurfacing>
  decisions: readonly DecisionRecord[]
  /** These mentions are posted one by one, because Slack refused a message with several of them. */
  postSingly: ReadonlySet<Id>
  refusals: Refusals
  repliesAccepted: number
  /** Slack may have this post, but its history cannot be read, so it is posted again. If Slack refuses that, it stays pending. */
  doubtfulPost?: PendingPost | undefined
  /** The lowest id that is held. The watermark stays below it. */
  heldFrom?: Id | undefined
  /** The mentions from this id wait until a time (UTC, ms), because they are collected for a burst or a reply. The watermark stays below them. */
  collected?: { from: Id; until: Time } | undefined
  /** True if cards name the alert, because the channel gets mentions of several alerts. Undefined until the run delivers mentions. */
  namesAlert?: boolean
  /** The subscriptions of the channel; empty if there is only one. Undefined until the run needs them. */
  channelSubscriptions?: readonly ChannelSubscription[]
  /** The gaps in the ids of the mention service, ascending. Undefined if it tells none, or this poll has read nothing yet. */
  idGaps?: readonly IdGap[]
  volume?: CountedVolume | undefined
  /** The sentiments that people corrected. */
  corrections?: Corrections
}>

/** The counts of the alert, with the mentions that this poll has read. */
type CountedVolume = { counts(): VolumeCounts | undefined; isLimited(): boolean; isSaved(): boolean }

export type RunInput = Readonly<{
  subscription: Subscription
  alert: Alert
  /** The id of the channel, after the first gate. */
  channel: string
  key: CheckpointKey
  decide: Decide
  /** Filled in place. */
  fingerprints: KnownFingerprints
  isOwn: IsOwn
  /** The layout of cards at the top level of the configuration. */
  layout: CardLayout
  menu: CardMenu
  pollStart: Time
  /** The start of the poll by the steady clock. */
  steadyStart: Ms
  /** The start of the poll by the clocks of the look-back. */
  lookBackStart: LookBackTime
  /** Aborts the requests of the poll to the mention service. */
  signal: AbortSignal
  holdsUntil?: Time
}>

/** `from` is the lowest held id. `reads` lists how far the polls of the hold read, oldest first; `at` is a time of the steady clock. */
type Held = { from: Id; reads: { at: Ms; upTo: Id }[] }

/** `from` is the mention of the story's earlier card, and `link` is the permalink of that card. */
export type Resurfacing = { from: Id; story: StorySummary; members: readonly Duplicate[]; link?: string }

/**
 * A wait for an older installation, until a time (by the steady clock). It began with the mention `first`, when `lastTs` was the newest known
 * message of the older installation.
 */
export type WaitForOlder = { first: Id; until: Ms; lastTs: string }

/** `byParent` has the replies that were read, by the `ts` of their parents. `at` is the time of the last read, by the steady clock. */
type ReadThreads = { channel: string; at: Ms; byParent: ReadonlyMap<string, PostedMessage[]> }

/**
 * The process keeps this data between the polls of a subscription. If it is lost, the next poll costs a search or a page more, but no
 * mention is lost.
 */
export type RunState = Readonly<LastRead> &
  Readonly<{
    verified: boolean
    /** The checkpoint has not been verified since this time (by the steady clock). A search that started later shows the missing posts. */
    unverifiedSince?: Ms | undefined
    /** The progress that this process has seen. A stored checkpoint behind it comes from an older copy of the store. */
    seen?: { watermark: Id; lastTs?: string } | undefined
    /** `at` is the time when the checkpoint was found lost (by the steady clock). `hadCheckpoint` is true if the store had a checkpoint then. */
    lost?: { at: Ms; hadCheckpoint: boolean } | undefined
    /** True if the subscription reads alone, because it deferred in an earlier poll, and the others need not read so far back. */
    behind: boolean
    /** An unfinished read that started at `startedAt` (by the clocks of the look-back). Everything up to `readTo` is done or held. */
    unfinished?: { readTo: Id; startedAt: LookBackTime } | undefined
    threads?: ReadThreads | undefined
    held?: Held | undefined
    /** The lowest id that waits for the end of a burst window. The next poll reads it again. */
    collectedFrom?: Id | undefined
    loggedWaiting?: ReadonlySet<Id> | undefined
    recentPosts?: readonly { mention: Mention; at: Time; ts: string }[]
    recentBursts?: readonly number[]
    /** The mentions that the initial sync posts. A later spike does not count them. */
    backfill?: ReadonlySet<Id>
    permalinks?: ReadonlyMap<Id, string>
    /**
     * `at` is the time of the last update (ms since the epoch). `upTo` is the `ts` of the newest message that the update covered. Undefined
     * if this process has not updated the card yet.
     */
    lastSpikeUpdate?: { at: Time; upTo?: string } | undefined
    jumps?: readonly Id[]
    refusedThreads?: number | undefined
    /** `since` is a time of the steady clock. */
    noThreads?: { since: Ms; forMs: Ms }
    tries?: FailedTries | undefined
    /** `card` is the mention whose card Slack refuses to update with an unknown code. `since` is the time of the first such refusal (by the steady clock). */
    failedCardUpdate?: { card: Id; since: Ms } | undefined
    silenceCheckedAt?: Time
    wait?: WaitForOlder | undefined
    inSpike?: boolean
    rest?: Rest | undefined
    postedBefore?: PostedBefore | undefined
  }>

/**
 * A subscription rests if its last poll read to the end and left nothing open. Until the minute is over, its next polls only look if there is a
 * mention that it does not know. Everything else that a poll sees (a private alert, damaged mutes, corrections, the end of the look-back) is seen
 * by the first poll of a minute, and by each poll that finds a mention.
 */
export type Rest = Readonly<{
  minute: number
  /** As it is stored. */
  checkpoint: Checkpoint
  /** What the mention service told beside the mentions. */
  idGaps: readonly IdGap[] | undefined
  isLimited: boolean
}>

/**
 * What the receipts in the channel show back to a time (UTC, ms), read because the mention service gave mentions again after `gap`. The newest
 * first message of the subscription is from `announcedAt`, and `posted` mentions followed it. `backfill` are older mentions that are posted all the
 * same.
 */
export type PostedBefore = {
  gap: Id | undefined
  backTo: Time
  identities: readonly Identity[]
  announcedAt?: Time
  posted: number
  backfill: Set<Id>
}

/**
 * `readAt` is the start of the last poll (ms since the epoch); absent if that poll left visible mentions unread. `left` are the mentions that
 * it found and did not post.
 */
export type LastRead = { readAt?: Time | undefined; left?: ReadonlySet<Id> | undefined }

/** Posts are remembered for this time, in ms, because a spike that starts later counts them. */
export const recentMs = 60 * 60_000

export const newRunState: RunState = { verified: false, behind: false }

/**
 * The subscription ends its run early. It continues at the next poll, or at `retryAt` (ms since the epoch) if that is sooner. With
 * `atSamePage`, it has read as far as the runs that read with it. With `onlyPosts`, only posts stop and everything else continues. `why` is what
 * the decision log stores of mentions that wait.
 */
export type Deferral = { kind: 'defer'; why: string; retryAt?: Time; atSamePage?: true; onlyPosts?: true }

export type RunFailure = { kind: 'failed'; error: unknown }

/** `code` is a code of Slack. */
export type WaitReason = Wait | { wait?: WaitWithCode; code: string }

export function defer(reason: WaitReason, retryAt?: Time): Deferral {
  const why = typeof reason === 'string' ? reason : [reason.wait, reason.code].filter(Boolean).join(' ')
  return { kind: 'defer', why, ...defined({ retryAt }) }
}

/** Why a run waits for an unconfirmed post, after a search of the channel. */
export const unconfirmedReason = (history: HistoryResult<unknown> | undefined): WaitReason =>
  history?.kind === 'unreachable' ? { wait: 'unconfirmed', code: history.reason } : 'unconfirmed'

/** If a step returns an `end`, the later steps are skipped. */
export type Step = { run: SubscriptionRun; end?: Deferral | RunFailure | undefined }

/** Stores a checkpoint, and records the decisions that led to it. Throws if the store fails or another process has taken over. */
export async function saveCheckpoint(
  deps: PollDeps,
  run: SubscriptionRun,
  checkpoint: Checkpoint,
): Promise<SubscriptionRun> {
  const { key, alert } = run.input
  const saved = await deps.checkpoints.save(key, checkpoint)
  if (saved === 'fenced') throw new FencedError(`another process leads, and polls alert ${alert.id}`)
  deps.outboxMemory.forgetConfirmed(senderOf(key))
  deps.channelPosts.noteCheckpoint(key, checkpoint)
  deps.record([...run.decisions])
  return { ...run, checkpoint, unsaved: false, decisions: [] }
}

/** The next flush stores it. */
export function withCheckpoint(run: SubscriptionRun, checkpoint: Checkpoint): SubscriptionRun {
  return checkpoint === run.checkpoint ? run : { ...run, checkpoint, unsaved: true }
}

export async function flushCheckpoint(deps: PollDeps, run: SubscriptionRun): Promise<SubscriptionRun> {
  return run.unsaved ? saveCheckpoint(deps, run, run.checkpoint) : run
}

export function withState(run: SubscriptionRun, changes: Partial<RunState>): SubscriptionRun {
  return { ...run, state: { ...run.state, ...changes } }
}
