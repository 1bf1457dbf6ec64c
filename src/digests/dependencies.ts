import type { SetTimer } from '@overheard/base/clock'
import type { Ms, Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { DateRange } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { FailedTries } from '@overheard/post-once/unknown-codes'
import type { DigestSection } from '../messages/digest-section.ts'
import type { ChartSupport } from '../messages/kit/fallbacks.ts'
import type { OpenLine } from '../messages/open-line.ts'
import type { CorrectedMention, Handling, LinkedTicket } from '../model/card.ts'
import type { CheckpointKey, StoredCheckpoint } from '../model/checkpoint.ts'
import type { Collection } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Content } from '../model/message.ts'
import type { Mute } from '../model/mute.ts'
import type { OutboxDeps } from '../model/outbox.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Digest, Subscription } from '../model/subscription.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { Channels } from '../slack/channels.ts'
import type { StatsRequests } from '../stats/statistics.ts'
import type { DigestProgress } from './progress.ts'

type OpenDigestRow = Omit<OpenLine, 'mention' | 'holder' | 'permalink'> & {
  shown: Mention
  state?: NonNullable<OpenLine['holder']>
}

export type ComposeDeps = {
  now: () => Time
  setTimer: SetTimer
  /**
   * This signal is aborted when the process is asked to stop. The process then finishes the current message and starts
   * no other.
   */
  stopping: AbortSignal
  statsRequests: StatsRequests
  alerts: Pick<AlertDirectory, 'find'>
  channels: Pick<Channels, 'find'>
  subscriptionsOf: (channel: string) => Promise<Subscription[]>
  decisions: { entries(since: Time): AsyncIterable<DecisionRecord> }
  /** The decision log is kept for this time. */
  logRetentionMs: Ms
  /**
   * Returns people's actions on mentions that were posted to a channel, as far back as the records of cards are kept (ninety days, or
   * `retentionDays`).
   */
  cards?: (channel: string) => Promise<Handling[]>
  /** Returns the tickets of mentions that were posted to a channel, as far back as `cards`. */
  ticketsIn?: (channel: string) => Promise<LinkedTicket[]>
  /** Returns the corrected mentions of a channel, as far back as `cards`. */
  correctionsIn?: (channel: string) => Promise<CorrectedMention[]>
  /** Returns the first `limit` of the open mentions that `accepts` allows, best first, and the number of all of them. */
  bestOpen?: (query: {
    offset: number
    limit: number
    accepts: (open: { channel: string; subscription: string }) => boolean
  }) => Promise<{ rows: OpenDigestRow[]; total: number }>
  /** Returns what features add to the end of a digest. */
  sections?: (channel: string, range: DateRange) => Promise<DigestSection[]>
  permalink: (place: { channel: string; ts: string }) => Promise<string | undefined>
  checkpoints: { load(key: CheckpointKey): Promise<StoredCheckpoint> }
}

export type ExplainDeps = ComposeDeps & {
  mutes: (channel: string) => Mute[]
  nameOf: (user: string) => Promise<string>
}

export type DigestDeps = OutboxDeps & {
  /** What composes the messages. */
  compose: ComposeDeps
  channels: Pick<Channels, 'find' | 'join'>
  speakTo: Pick<SpeakTo, 'channel'>
  /** Returns the last scheduled time in the two days until `at` (UTC, ms); undefined if there was none. */
  lastSlot: (digest: Digest, at: Time) => number | undefined
  progress: Pick<Collection<DigestProgress>, 'find' | 'change'>
  charts: ChartSupport
  /**
   * Tells features. Resolves when they have stored what follows from it. Rejects if the store fails. The part then stays pending, so they are
   * told again.
   */
  announce?: (posted: {
    digest: string
    period: string
    channel: string
    ts: string
    messages: Content[]
  }) => Promise<void>
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** If Slack does not answer a post, the post stays unconfirmed for this time. */
  doubtMs: Ms
  unclear: Map<string, FailedTries>
  self: string
}
