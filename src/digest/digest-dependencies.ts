import type { SetTimer } from '../async/clock.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { CardRecord } from '../model/card.ts'
import type { CheckpointKey, StoredCheckpoint } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { DigestProgress, PendingDigestPart } from '../model/digest-progress.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Digest, Subscription } from '../model/subscription.ts'
import type { ChannelRate } from '../slack/channel-rate.ts'
import type { Channels } from '../slack/channels.ts'
import type { ReadHistory } from '../slack/history.ts'
import type { Accepted, Post } from '../slack/post.ts'
import type { StatsSource } from '../stats/statistics.ts'

/**
 * A part that Slack has refused with a code that nobody knows: how many tries in a row, and how many messages the channel had taken by
 * the first one.
 */
type RefusedPart = { period: string; part: number; tries: number; accepted: number }

/** What the words of a digest are made from. Times are ms. */
export type ComposeDeps = {
  now: () => number
  setTimer: SetTimer
  /** Aborted when the process is asked to stop: the post in hand is finished, no other is begun. */
  stopping: AbortSignal
  source: StatsSource
  alerts: Pick<AlertDirectory, 'find'>
  channels: Pick<Channels, 'find'>
  subscriptions: () => Subscription[]
  decisions: { entries(since: number): AsyncIterable<DecisionRecord> }
  /** What people made of posted mentions, of the last ninety days. */
  cards?: () => Promise<CardRecord[]>
  checkpoints: { load(key: CheckpointKey): Promise<StoredCheckpoint> }
}

/** What the answers to a digest's buttons are made from. */
export type ExplainDeps = ComposeDeps & {
  /** The mutes of a channel (id), those that have ended included. */
  mutes: (channel: string) => Mute[]
  /** A person's name; their id where it cannot be told. */
  nameOf: (user: string) => Promise<string>
  /** The address of a message for a browser; undefined where there is none. */
  permalink: (place: { channel: string; ts: string }) => Promise<string | undefined>
  /** How far back the log of verdicts reaches, in ms. */
  logRetentionMs: number
}

/** Everything the sending of a digest needs. */
export type DigestDeps = ComposeDeps & {
  channels: Pick<Channels, 'find' | 'join'>
  /** Waits; ends early when the process is asked to stop. */
  sleep: (ms: number) => Promise<void>
  /** When the digest was due last, at most a day ago: UTC, ms since the epoch. */
  lastSlot: (digest: Digest) => number | undefined
  progress: {
    find(digest: string): Promise<DigestProgress | undefined>
    change(
      digest: string,
      next: (current: DigestProgress | undefined) => DigestProgress | undefined,
    ): Promise<DigestProgress | undefined>
  }
  post: Post
  /** How many messages Slack has taken for a channel. */
  accepted: Accepted
  readHistory: ReadHistory
  channelRate: ChannelRate
  charts: ChartSupport
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** How long an unanswered post stays in doubt. */
  unconfirmedMs: number
  /** What Slack has answered and no write has settled yet, by the digest's name: this process knows it, whatever store and history say. */
  confirmedPosts: Map<string, { intent: PendingDigestPart; ts: string }>
  /** What Slack has refused in every form with a code that nobody knows, by the digest's name. */
  unclear: Map<string, RefusedPart>
  /** What tells this process from every other one. */
  self: string
  log: Pick<Log, 'info' | 'warn'>
}
