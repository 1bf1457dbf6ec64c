import type { AlertBook } from '../alerts.ts'
import type { Charts } from '../charts.ts'
import type { Accepted } from '../deliver/accepted.ts'
import type { Channels } from '../deliver/channels.ts'
import type { LookAt } from '../deliver/history.ts'
import type { Pace } from '../deliver/pace.ts'
import type { Post } from '../deliver/poster.ts'
import type { BookmarkKey, KeptBookmark } from '../model/bookmark.ts'
import type { CardRecord } from '../model/card-record.ts'
import type { DigestIntent, DigestProgress } from '../model/digest-progress.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import type { Digest, Subscription } from '../model/subscription.ts'
import type { SetTimer } from '../model/timer.ts'
import type { VerdictEntry } from '../model/verdict.ts'
import type { StatisticsSource } from '../statistics/source.ts'
import type { TroubleBoard } from '../troubles.ts'

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
  source: StatisticsSource
  alerts: Pick<AlertBook, 'find'>
  channels: Pick<Channels, 'find'>
  subscriptions: () => Subscription[]
  verdicts: { entries(since: number): AsyncIterable<VerdictEntry> }
  /** What people made of posted mentions, of the last ninety days. */
  cards?: () => Promise<CardRecord[]>
  bookmarks: { bookmark(key: BookmarkKey): Promise<KeptBookmark> }
}

/** What the answers to a digest's buttons are made from. */
export type AskDeps = ComposeDeps & {
  /** The mutes of a channel (id), those that have ended included. */
  mutes: (channel: string) => Mute[]
  /** A person's name; their id where it cannot be told. */
  nameOf: (user: string) => Promise<string>
  /** The address of a message for a browser; undefined where there is none. */
  permalink: (place: { channel: string; ts: string }) => Promise<string | undefined>
  /** How far back the log of verdicts reaches, in ms. */
  logReaches: number
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
  look: LookAt
  pace: Pace
  charts: Charts
  troubles: Pick<TroubleBoard, 'raise' | 'clear'>
  /** How long an unanswered post stays in doubt. */
  doubtMs: number
  /** What Slack has answered and no write has settled yet, by the digest's name: this process knows it, whatever store and history say. */
  answered: Map<string, { intent: DigestIntent; ts: string }>
  /** What Slack has refused in every form with a code that nobody knows, by the digest's name. */
  unclear: Map<string, RefusedPart>
  /** What tells this process from every other one. */
  self: string
  log: Pick<Log, 'info' | 'warn'>
}
