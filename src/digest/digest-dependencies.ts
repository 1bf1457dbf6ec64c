import type { SetTimer } from '../async/clock.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { CardRecord } from '../model/card.ts'
import type { CheckpointKey, StoredCheckpoint } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { DigestProgress } from '../model/digest-progress.ts'
import type { Mute } from '../model/mute.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Digest, Subscription } from '../model/subscription.ts'
import type { OutboxPorts } from '../outbox/ports.ts'
import type { FailedTries } from '../outbox/unknown-codes.ts'
import type { Channels } from '../slack/channels.ts'
import type { StatsSource } from '../stats/statistics.ts'

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
  cards?: (channel: string) => Promise<CardRecord[]>
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
export type DigestDeps = ComposeDeps &
  OutboxPorts & {
    channels: Pick<Channels, 'find' | 'join'>
    /** When the digest was due last, at most a day ago: UTC, ms since the epoch. */
    lastSlot: (digest: Digest) => number | undefined
    progress: {
      find(digest: string): Promise<DigestProgress | undefined>
      change(
        digest: string,
        next: (current: DigestProgress | undefined) => DigestProgress | undefined,
      ): Promise<DigestProgress | undefined>
    }
    charts: ChartSupport
    problems: Pick<ProblemBoard, 'raise' | 'clear'>
    /** How long a post without an answer stays unconfirmed, in ms. */
    doubtMs: number
    /** The tries of digests that Slack refuses with unknown codes, by the digest's name. */
    unclear: Map<string, FailedTries>
    /** What tells this process from every other one. */
    self: string
  }
