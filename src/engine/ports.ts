import type { Ms, Time } from '@overheard/base/time'
import type { Alert, Limit } from '@overheard/mention-client/alert'
import type { Id, IdGap } from '@overheard/mention-client/id'
import type { Period } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import type { SpikeSummary } from '../model/anomaly.ts'
import type { Handling, OriginalCard, PostedCard } from '../model/card.ts'
import type { Checkpoint, CheckpointKey, CheckpointStore } from '../model/checkpoint.ts'
import type { MessageKey } from '../model/collection.ts'
import type { CountedCorrection } from '../model/correction.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'
import type { OutboxDeps } from '../model/outbox.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { NewNotice } from '../model/reminder.ts'
import type { DrawnSpike } from '../model/spike-card.ts'
import type { CardLayout, Subscription } from '../model/subscription.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { Channels } from '../slack/channels.ts'
import type { Updated } from '../slack/posted-messages.ts'
import type { AlertVolume, Timeline } from './anomalies/alert-volume.ts'
import type { FingerprintKeys, OriginalMatch } from './dedupe/original-index.ts'
import type { IsOwn } from './rules/own-voice.ts'
import type { Decide } from './rules/rules.ts'
import type { ChannelPosts } from './shared/channel-posts.ts'

export type Page = { limits: Limit[]; mentions: Mention[]; last?: boolean; idGaps?: IdGap[] }

/** `unusable` counts the mentions without a usable id. `mentionsCount` is the number of all mentions of the alert, if the service tells it. */
export type NewestPage = Page & { unusable: number; last: boolean; mentionsCount?: number }

type RequestOptions = { priority: 'poll'; signal: AbortSignal }

/** Both functions throw a MentionServiceError if the service fails. */
type MentionSource = {
  mentionsSince(alert: Id, since: Id, ask: RequestOptions): AsyncIterable<Page>
  /** Returns a time that the service's clock has passed, at most some seconds ago. Undefined if it is unknown. */
  time(): Time | undefined
  newest(alert: Id, count: number, ask: RequestOptions): Promise<NewestPage>
}

export type PlanLimits = {
  /** The answer may be ten seconds old. */
  isAnnounced(channel: string): Promise<boolean>
  /**
   * Records the id of the notice which tells a channel that the plan's limit is reached or, if `reached` is false, is over. If the same was
   * announced before, that announcement stays.
   */
  recordAnnouncement(channel: string, reached: boolean, notice: string): Promise<void>
}

/** Both functions reject if the store fails. */
export type StartedSubscriptions = {
  /**
   * True if the subscription certainly never posted: its name was not in the configuration when the store was created, and it has not
   * started since. The subscriptions of that configuration may have posted before, because a wiped disk also creates a new store.
   */
  isNew(key: CheckpointKey): Promise<boolean>
  recordStart(key: CheckpointKey): Promise<void>
}

export type OriginalCards = {
  /** Finds the card of the same mention or story in the memory of this process. Another process may know a newer card. */
  find(of: CheckpointKey, known: FingerprintKeys): OriginalMatch<OriginalCard> | undefined
  /** Does the same among the cards of all subscriptions in a channel. */
  findIn(channel: string, known: FingerprintKeys): OriginalMatch<OriginalCard> | undefined
  cardOf(of: CheckpointKey, mention: Id): Promise<OriginalCard | undefined>
  /** Stores a posted card unless a record of it exists. */
  keep(card: PostedCard): Promise<void>
  change(card: OriginalCard, next: (stored: OriginalCard) => OriginalCard): Promise<OriginalCard | undefined>
  forget(card: OriginalCard): Promise<void>
  findCard(place: MessageKey): Promise<PostedCard | undefined>
  /** Changes what a message shows, if it has a record. Slack shows the change soon, also after a crash. */
  changeShown(place: MessageKey, next: (card: PostedCard) => PostedCard): Promise<void>
  /** Updates the card in Slack. `unclear` means that Slack refused the update with an unknown code. */
  draw(card: MessageKey): Promise<'updated' | 'gone' | 'failed' | 'unclear'>
  isDismissed(card: OriginalCard): Promise<boolean>
  link(card: OriginalCard): Promise<string | undefined>
}

export type PlanUse = {
  monthlyMentions: number
  dailyTotals(): Promise<Timeline[]>
  /**
   * Returns the largest share of the plan that the channel was warned about, in the plan's month that ends at `renewsAt` (ms since the
   * epoch).
   */
  announcedShare(channel: string, renewsAt: Time): Promise<number | undefined>
  /** Records the id of the notice that warns the channel. If the channel was warned of this share before, that announcement stays. */
  recordAnnouncedShare(
    channel: string,
    warned: { renewsAt: Time; share: number; notice: string },
  ): Promise<void>
}

/** How long a subscription has been due without a complete run. */
export type Lag = { subscription: string; ms: Ms }

export type VolumeStore = {
  find(alert: Id): Promise<AlertVolume | undefined>
  save(alert: Id, volume: AlertVolume): Promise<void>
  dailySeries(
    alert: Alert,
    signal: AbortSignal,
  ): Promise<{ mentions: Period[]; sentiment: Period[] } | undefined>
  /** Updates the card of a spike, but keeps the person and the status that people have set. */
  updateSpikeCard(place: { channel: string; ts: string }, card: DrawnSpike): Promise<Updated>
  /** Returns how many false alarms make the spikes of a subscription stricter now, or 0 if the store fails. */
  falseAlarmsOf(key: CheckpointKey): Promise<number>
  permalink(place: { channel: string; ts: string }): Promise<string | undefined>
  /** Returns the actions of people on mentions that were posted to a channel since a time (UTC, ms), or none if the store fails. */
  handlingSince(channel: string, since: Time): Promise<Handling[]>
  /** Returns the time of the newest mention of all other alerts (ms since the epoch), read by any process. It may be up to an hour too early. */
  newestOfOthers(alert: Id): Promise<number | undefined>
  largestLagMs(subscriptions: string[]): Promise<number>
  plan?: PlanUse
}

/** Another installation with an older store posts for the same subscriptions. This one waits for it, so that no mention is posted twice. */
type OlderInstallation = {
  /** Returns the newest known `ts` of the older installations that post for a subscription. Returns undefined if there are none. */
  lastPostOfOlder(key: CheckpointKey): string | undefined
  /** Records that no older installation posts for a subscription any more. Rejects if the store fails. */
  olderIsGone(key: CheckpointKey): Promise<void>
}

/** `card` is the live card of a spike. Times are UTC, ms. */
type SpikeCard = CheckpointKey & MessageKey

/**
 * What others must hear of before the engine goes on. `told` resolves when everybody has stored what follows from it, or rejects if the store
 * fails. The engine has not stored the cause yet. It then stays undone, and the next poll tells the same again.
 */
export type Fact =
  /** Comes before the record of the card, so that nobody hears of a press before the post. `thread` is the first message of its thread. */
  | { kind: 'posted'; message: { subscription: Subscription; card: PostedCard; thread?: string } }
  | { kind: 'spikeStarted'; spike: SpikeCard & { startedAt: Time; announcedAt: Time; signs: string[] } }
  | { kind: 'spikeEnded'; spike: SpikeCard & { endedAt: Time; summary: SpikeSummary } }

/**
 * The two delays of a posted mention, in ms: `service` from its date until it was visible (absent if the mention has no date), `ours` from
 * then until it was posted.
 *
 * Nobody knows when a mention became visible. The poll before did not find it, so it was after the start of that poll, and after the
 * mention's own date. The middle between this time and the start of the poll that found it counts.
 *
 * Only mentions that were posted by the poll that found them count, and only if the poll before it read to the end, or failed because of the
 * mention service after such a poll. So nothing counts that waited on purpose (quiet hours, a pause, a burst, the initial sync) or because
 * Slack took no messages.
 */
export type MentionDelay = { service?: number; ours: number }

/** How a run ended. If `deferred` and `error` are missing, the subscription has read all new mentions. */
export type PolledRun = { subscription: string; deferred?: string; error?: unknown; delays?: MentionDelay[] }

/** What only has to be seen, after it has happened. Nobody waits for `seen`, and it must not throw. */
export type Sight =
  | Fact
  /** The mention service was asked for a page of an alert. */
  | { kind: 'page'; alert: Id }
  | { kind: 'polled'; alert: Id; startedAt: Time; results: readonly PolledRun[] }

/** A subscription after a poll of its alert. */
export type CheckedRun = { input: { subscription: Subscription }; checkpoint: Checkpoint }

export type IdChecks = {
  isDue(alert: Id): boolean
  /** Checks the ids of an alert after its polls have read all pages. Rejects if the service or the store fails. */
  check(alert: Alert, runs: readonly CheckedRun[], ask: RequestOptions): Promise<void>
}

/** A subscription of a channel. `alert` is the id of its alert; undefined if nobody knows it yet. */
export type ChannelSubscription = {
  subscription: Subscription
  alert: Id | undefined
  /** False for a paused subscription. */
  isPolled: boolean
  decide: Decide
}

export type Problems = Pick<ProblemBoard, 'raise' | 'clear' | 'find' | 'forget'>

export type PollDeps = OutboxDeps & {
  service: MentionSource
  checkpoints: CheckpointStore
  records: RunRecords
  places: RunPlaces
  cards: RunCards
  people: RunPeople
  record: (entries: DecisionRecord[]) => void
  volume?: VolumeStore
  problems: Problems
  /** What is posted in the channels that several subscriptions share. */
  channelPosts: ChannelPosts
  told: (fact: Fact) => Promise<void>
  seen: (sight: Sight) => void
  /** A post without an answer is not repeated before this time has passed. */
  doubtMs: Ms
  /** Returns the interval of a subscription in ms, or the time of its next poll (ms since the epoch) if the interval varies. */
  pollRhythm: (subscription: { schedule: string; timezone: string }) => { every: number } | { next: number }
  log: Log
}

/** What runs store beside their checkpoints and decisions. */
export type RunRecords = {
  /**
   * Stores a notice and returns its id. Once the id is recorded as announced, the notice is posted exactly once, as soon as Slack takes it.
   * If the id is not recorded within a minute, because this process died, the notice is dropped.
   */
  addNotice: (notice: NewNotice) => Promise<string>
  planLimits: PlanLimits
  startedSubscriptions: StartedSubscriptions
  idChecks?: IdChecks
}

export type RunPlaces = {
  channels: Pick<Channels, 'find' | 'join' | 'probe' | 'probeToken'>
  /** False if the alert is private and may not be posted to this channel (an id). */
  mayPost: (subscription: Subscription, alert: Id, channel: string) => Promise<boolean>
  /** The languages of what is posted. */
  speakTo: Pick<SpeakTo, 'subscription' | 'channel'>
  /**
   * Tells if the person of a subscription may still get it, if it has one. It is asked before each post, because Slack also takes direct messages
   * to people who have left. Rejects if the store fails.
   */
  recipient: (subscription: string) => Promise<'stays' | 'ended' | 'unknown'>
  /**
   * Returns the subscriptions that share a channel (its id), also paused ones: those of the configuration file in its order, then those
   * from Slack. Returns none if one has the channel alone.
   */
  subscriptionsIn: (channel: string) => Promise<ChannelSubscription[]>
  olderInstallation: OlderInstallation
}

export type RunCards = {
  originals?: OriginalCards
  /** The layout of cards at the top level of the configuration. */
  layout: CardLayout
  /** What features add to the cards of mentions. */
  menu: () => CardMenu
}

export type RunPeople = {
  /** True for a mention that our own organisation published. */
  isOwn: IsOwn
  /** True if nobody knows what is muted in a channel (its id), because the record is damaged. */
  mutesAreDamaged: (channel: string) => boolean
  /** Returns the sentiments that people corrected. */
  corrections: (alert: Id) => Promise<CountedCorrection[]>
  startOver: {
    /** Returns the id of a person's request to skip the existing mentions of a subscription, or undefined if there is none. */
    wanted(subscription: string): string | undefined
    done(subscription: string, id: string): Promise<unknown>
  }
}
