import type { Alert, Limit } from '../model/alert.ts'
import type { AlertVolume, Timeline } from '../model/alert-volume.ts'
import type { CardRecord, FingerprintKeys, OriginalCard, OriginalMatch, PostedCard } from '../model/card.ts'
import type { Checkpoint, CheckpointKey, SaveResult, StoredCheckpoint } from '../model/checkpoint.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Id } from '../model/id.ts'
import type { Period } from '../model/insight.ts'
import type { Log } from '../model/log.ts'
import type { Mention } from '../model/mention.ts'
import type { OpenProblem, Problem } from '../model/problem.ts'
import type { SpikeCardRecord } from '../model/spike-card.ts'
import type { OutboxPorts } from '../outbox/ports.ts'
import type { Channels } from '../slack/channels.ts'
import type { Updated } from '../slack/posted-messages.ts'

/** A page of mentions in ascending order of ids. `last`: no page follows. */
export type Page = { alert: Alert; limits: Limit[]; mentions: Mention[]; last?: boolean }

/** The newest mentions of an alert. `unusable`: how many had no usable id. `mentionsCount`: how many there are in all, if known. */
export type NewestPage = Page & { unusable: number; last: boolean; mentionsCount?: number }

type RequestOptions = { priority: 'poll'; signal: AbortSignal }

/** The mention service. Both functions throw a MentionServiceError. */
type MentionSource = {
  /** Everything above an id, in ascending order. */
  mentionsSince(alert: Id, since: Id, ask: RequestOptions): AsyncIterable<Page>
  newest(alert: Id, count: number, ask: RequestOptions): Promise<NewestPage>
}

/** The stored checkpoints. Both functions throw if the store cannot be read or written. */
export type Checkpoints = {
  load(key: CheckpointKey): Promise<StoredCheckpoint>
  save(key: CheckpointKey, checkpoint: Checkpoint): Promise<SaveResult>
}

/** Which channels know that the plan's limit is reached. */
type PlanLimits = {
  told(channel: string): Promise<boolean>
  tell(channel: string, reached: boolean): Promise<boolean>
}

/** Which subscriptions have started before. Both functions throw if the store cannot be read or written. */
type StartedSubscriptions = {
  /** True if the subscription surely never posted anything. */
  isNew(key: CheckpointKey): Promise<boolean>
  note(key: CheckpointKey): Promise<void>
}

/** The cards that duplicates join. */
export type OriginalCards = {
  /** The card of the same mention or story, as this process knows it. Another process may know more. */
  find(of: CheckpointKey, known: FingerprintKeys): OriginalMatch<OriginalCard> | undefined
  /** The stored card of a mention. */
  cardOf(of: CheckpointKey, mention: Id): Promise<OriginalCard | undefined>
  /** Keeps a posted card. If it is kept already, it stays as it is; `isNew` says that this cannot be. */
  keep(card: PostedCard, isNew: boolean): Promise<void>
  /** Changes the stored card in one step. Undefined if it is not there any more. */
  change(card: OriginalCard, next: (stored: OriginalCard) => OriginalCard): Promise<OriginalCard | undefined>
  forget(card: OriginalCard): Promise<void>
  /** Updates the card in Slack. `unclear`: Slack refuses it with an unknown code. */
  draw(card: OriginalCard): Promise<'updated' | 'gone' | 'failed' | 'unclear'>
  /** True if somebody said that the card is not relevant. */
  isDismissed(card: OriginalCard): Promise<boolean>
  /** The card's permalink, if it has one. */
  link(card: OriginalCard): Promise<string | undefined>
}

/** The use of the account's plan. `told`: the greatest share that a channel was told in the month that ends at `renewsAt` (UTC, ms). */
type PlanUse = {
  monthlyMentions: number
  /** The mentions a day of every alert. */
  days(): Promise<Timeline[]>
  told(channel: string, renewsAt: number): Promise<number | undefined>
  tell(channel: string, renewsAt: number, share: number): Promise<void>
}

/** The counts of alerts, and what the notices about them need. */
export type VolumeStore = {
  find(alert: Id): Promise<AlertVolume | undefined>
  save(alert: Id, volume: AlertVolume): Promise<void>
  /** The service's daily histories. Undefined if they cannot be had now: a later poll asks again. */
  dailySeries(
    alert: Alert,
    signal: AbortSignal,
  ): Promise<{ mentions: Period[]; sentiment: Period[] } | undefined>
  /** Updates the card of a spike, with the lead and the status that people set. */
  drawSpike(
    place: { channel: string; ts: string },
    card: Omit<SpikeCardRecord, 'note' | 'at'>,
  ): Promise<Updated>
  permalink(place: { channel: string; ts: string }): Promise<string | undefined>
  /** What people did with mentions that were posted to a channel since a time (UTC, ms). Never rejects. */
  cards(channel: string, since: number): Promise<CardRecord[]>
  /** When another alert brought something last, as any process saw it: UTC, ms, to the hour. */
  newestOfOthers(alert: Id): Promise<number | undefined>
  /** For how long the subscription that is furthest behind has been due, in ms. */
  lagOf(subscriptions: string[]): Promise<number>
  plan?: PlanUse
}

/** Where what stops a subscription is made visible, and cleared. */
export type Problems = {
  /** Reported once, however often it is raised. */
  raise(key: string, problem: Problem): void
  clear(key: string): void
  find(key: string): OpenProblem | undefined
  /** Drops the problems of a subscription that is gone. */
  forget(subscription: string): void
}

/** Everything a poll needs. Times are ms. */
export type PollDeps = OutboxPorts & {
  service: MentionSource
  checkpoints: Checkpoints
  channels: Pick<Channels, 'find' | 'join' | 'probe' | 'probeToken'>
  record: (entries: DecisionRecord[]) => void
  planLimits: PlanLimits
  begun: StartedSubscriptions
  /** Without it a duplicate gets a card of its own. */
  originalCards?: OriginalCards
  /** Without it there are no spikes and no silences. */
  volume?: VolumeStore
  problems: Problems
  /** How long a post without an answer stays unconfirmed. */
  doubtMs: number
  /** How often a subscription is polled (ms), or, if that varies, when next: UTC, ms. */
  pollRhythm: (subscription: { schedule: string; timezone: string }) => { every: number } | { next: number }
  log: Log
}
