import type { DailySeries } from '../anomalies/volume-counts.ts'
import type { Alert, Limit } from '../model/alert.ts'
import type { CardRecord, OriginalCard } from '../model/card.ts'
import type { Checkpoint, CheckpointKey, SaveResult, StoredCheckpoint } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Id } from '../model/id.ts'
import type { Log } from '../model/log.ts'
import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { ChannelRate } from '../slack/channel-rate.ts'
import type { Channels } from '../slack/channels.ts'
import type { ReadHistory } from '../slack/history.ts'
import type { Accepted, Post } from '../slack/post.ts'
import type { Updated } from '../slack/posted-messages.ts'
import type { PlanRecords } from '../store/collections.ts'
import type { OriginalCardStore } from '../store/original-cards.ts'
import type { StartedSubscriptions } from '../store/started-subscriptions.ts'
import type { ConfirmedPosts } from './unconfirmed.ts'
import type { AlertVolume } from './volume.ts'

/** A page of mentions as the turn reads it. `last`: no page follows. */
export type Page = { alert: Alert; limits: Limit[]; mentions: Mention[]; last?: boolean }

/**
 * The newest mentions of an alert, as one page. `passed`: how many had no usable id; `last`: no page follows;
 * `mentionsCount`: how many there are in all, where the service tells.
 */
export type NewestPage = Page & { unusable: number; last: boolean; mentionsCount?: number }

/** How a request to the mention service is to be treated. */
type RequestOptions = { priority: 'poll'; signal: AbortSignal }

/** What a turn needs of the mention service. Both throw typed errors. */
type MentionSource = {
  /** Everything above an id, in ascending order. */
  mentionsSince(alert: Id, since: Id, ask: RequestOptions): AsyncIterable<Page>
  newest(alert: Id, count: number, ask: RequestOptions): Promise<NewestPage>
}

/** What a turn needs of the store. Both throw where the store cannot be read or written. */
export type Checkpoints = {
  load(key: CheckpointKey): Promise<StoredCheckpoint>
  save(key: CheckpointKey, checkpoint: Checkpoint): Promise<SaveResult>
}

/** Which channels know that the plan's limit is reached. */
type PlanLimits = {
  told(channel: string): Promise<boolean>
  tell(channel: string, reached: boolean): Promise<boolean>
}

/** The cards that repetitions join: what is known of them, and what can be done with them in Slack. */
export type OriginalCards = Omit<OriginalCardStore, 'refresh' | 'prune'> & {
  /** `unclear`: Slack refuses it with a code that nobody knows. */
  draw(first: OriginalCard): Promise<'updated' | 'gone' | 'failed' | 'unclear'>
  /** Whether somebody has said that it is not relevant. */
  isDismissed(first: OriginalCard): Promise<boolean>
  /** The address of a card for a browser; undefined where there is none. */
  link(first: OriginalCard): Promise<string | undefined>
}

/** What a turn needs to know the weather of its alerts: what is counted of them, and how the card of a storm is drawn. */
export type VolumeStore = {
  find(alert: Id): Promise<AlertVolume | undefined>
  save(alert: Id, volume: AlertVolume): Promise<void>
  /** The service's daily histories; undefined where they cannot be had now, and are to be asked for at a later turn. */
  dailySeries(alert: Alert, signal: AbortSignal): Promise<DailySeries | undefined>
  draw(place: { channel: string; ts: string }, content: Content): Promise<Updated>
  /** The address of a message for a browser; undefined where there is none. */
  permalink(place: { channel: string; ts: string }): Promise<string | undefined>
  /** What people made of mentions that were posted to a channel since a moment (UTC, ms); never rejects. */
  cards(channel: string, since: number): Promise<CardRecord[]>
  /** When another alert brought something last, as any process saw it: UTC, ms, to the hour; undefined where no other is known. */
  newestOfOthers(alert: Id): Promise<number | undefined>
  /** For how long the one of these subscriptions that is furthest behind has been due without having read to the end, in ms. */
  lagOf(subscriptions: string[]): Promise<number>
  /** The plan of the account, where its size is known. */
  plan?: PlanRecords & { monthlyMentions: number }
}

/** Where what stops a subscription is made visible, and taken back. */
export type Problems = Pick<ProblemBoard, 'raise' | 'clear' | 'find' | 'forget'>

/** Everything a turn needs. Times are ms. */
export type PollDeps = {
  now: () => number
  /** Waits; ends early when the process is asked to stop. */
  sleep: (ms: number) => Promise<void>
  /** Aborted when the process is asked to stop: the post in hand is finished, no other is begun. */
  stopping: AbortSignal
  service: MentionSource
  checkpoints: Checkpoints
  channels: Pick<Channels, 'find' | 'join' | 'probe' | 'probeToken'>
  post: Post
  /** How many messages Slack has taken for a channel. */
  accepted: Accepted
  readHistory: ReadHistory
  channelRate: ChannelRate
  record: (entries: DecisionRecord[]) => void
  planLimits: PlanLimits
  /** Which subscriptions have begun before. */
  begun: StartedSubscriptions
  /** Without them a repetition gets a card of its own. */
  originalCards?: OriginalCards
  /** Without it there are no storms, and silence is not told from calm. */
  volume?: VolumeStore
  problems: Problems
  /** Of the whole process: it outlives the subscriptions' own memories. */
  confirmedPosts: ConfirmedPosts
  /** How long an unanswered post stays in doubt. */
  doubtMs: number
  /** How often a subscription is looked at (ms), or, where that is not even, when next: UTC, ms since the epoch. */
  pollRhythm: (subscription: { schedule: string; timezone: string }) => { every: number } | { next: number }
  log: Log
}
