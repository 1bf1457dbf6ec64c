import type { ProxySettings } from '@overheard/base/http'
import type { Runtime } from '@overheard/base/runtime'
import type { Ms, Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { WrittenAlert } from '@overheard/mention-client/id'
import type { ListeningClient } from '@overheard/mention-client/listening-client'
import type { RequestBudget } from '@overheard/mention-client/request-budget'
import type { Answers, Status } from '../answers/index.ts'
import type { Cards } from '../cards/cards.ts'
import type { Decide } from '../engine/index.ts'
import type { MetricsOfFeatures } from '../health/metrics-of-features.ts'
import type { Access } from '../listeners/access.ts'
import type { ExportTable } from '../listeners/export-table.ts'
import type { SubscriptionFinder } from '../listeners/find-subscription.ts'
import type { Reply } from '../listeners/reply.ts'
import type { Sentence } from '../messages/kit/dates.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import type { AbsenceOf } from '../model/absence.ts'
import type { Collection, Records } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'
import type { SettingsFromSlack } from '../model/made-settings.ts'
import type { Mute } from '../model/mute.ts'
import type { Pause } from '../model/pause.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Reminder } from '../model/reminder.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { WorkCalendar } from '../people/working-time.ts'
import type { PeopleToCall } from '../reminders/people-to-call.ts'
import type { ReminderQueue } from '../reminders/reminder-queue.ts'
import type { Slack } from '../slack/slack.ts'
import type { ChangeLog } from '../subscriptions/change-log.ts'
import type { MuteService } from '../subscriptions/mute-service.ts'
import type { PrivateAlerts } from '../subscriptions/private-alerts.ts'
import type { Recipients } from '../subscriptions/recipients.ts'
import type { SubscriptionService } from '../subscriptions/subscription-service.ts'
import type { Hooks } from './facts.ts'
import type { Variables } from './secret-files.ts'

/**
 * What features may use of the bot. Only `uses` of a feature gets rooms, and picks from them; everything else takes what it needs of them.
 * So only the files that make rooms name this type.
 */
export type Rooms = {
  /** Time and chance. */
  clock: Runtime & {
    newId: () => string
    /** True if a cron expression fires in every hour. */
    firesHourly: (expression: string) => boolean
  }
  /** What the configuration file and the environment say, as far as it is about no feature. */
  settings: {
    variables: Variables
    /** False if there is no configuration file. */
    hasFile: boolean
    fromSlack: SettingsFromSlack
    /** The names of the sources of the own mention service that need nothing but their name. */
    simpleSources: readonly string[]
    proxy: ProxySettings
    /** The layout of cards whose subscription has none of its own. */
    layout: CardLayout
    /** What a subscription from Slack does not say itself. */
    subscriptionDefaults: Partial<Subscription>
    timezone: string
    /** When people work: for the functions of `people/working-time.ts`. */
    workCalendar: WorkCalendar
    /** Posted cards, and what else has a time, are kept for this time: `retentionDays`, or 90 days. */
    keptMs: Ms
  }
  health: { log: Log; problems: Pick<ProblemBoard, 'raise' | 'clear'>; metrics: MetricsOfFeatures }
  /** What the process that leads writes, it writes with `leading`. */
  store: Records & {
    leading: Records
    /** True in the process that polls and posts. */
    leads: () => boolean
    /** What each subscription did with each mention since a time (UTC, ms), oldest first. Days are read as a whole. */
    decisions: { entries(since: Time): AsyncIterable<DecisionRecord> }
  }
  slack: Pick<
    Slack,
    | 'post'
    | 'postEphemeral'
    | 'users'
    | 'channels'
    | 'views'
    | 'messages'
    | 'sendFile'
    | 'rooms'
    | 'doNotDisturbOf'
  >
  /** The mention service. */
  alerts: {
    directory: AlertDirectory
    /** Returns the name of an alert, whose id or name is written in the configuration. */
    nameOf: (written: WrittenAlert) => string
    /** Requests of features have a priority, as all have. */
    service: Pick<MentionService, 'mentionsSince' | 'lastRemoval'>
    /** What is left of the requests of this minute. */
    requestsLeft: RequestBudget['left']
    /** Tells the own mention service what to listen for. */
    listening: Pick<
      ListeningClient,
      'preview' | 'readSite' | 'alerts' | 'add' | 'change' | 'remove' | 'correct' | 'movedWords' | 'removed'
    >
  }
  subscriptions: {
    registry: {
      all(): RegisteredSubscription[]
      find(name: string): RegisteredSubscription | undefined
      /** Reads the subscriptions and pauses again, after a change of one. */
      sync(): Promise<void>
    }
    finder: SubscriptionFinder
    /** What subscriptions do, and what they did and would do with mentions. */
    status: Status
    decideFor: (subscription: Subscription) => Decide
    /** Changes of the subscriptions that were made in Slack. */
    service: SubscriptionService
    /** Announces a change in its channel, with an Undo button. */
    changes: Pick<ChangeLog, 'announce' | 'tell'>
    /** Tells who may subscribe themselves. */
    recipients: Pick<Recipients, 'place'>
    privateAlerts: PrivateAlerts
    mutes: { of(channel: string): Mute[] }
    muting: MuteService
    pauses: Collection<Pause>
  }
  cards: Cards
  /** The people in Slack, and what answers them. */
  people: { access: Access; reply: Reply; answers: Answers; speakTo: SpeakTo }
  /** Stored messages, each of which is sent exactly once. The leader writes them as `led`. */
  reminders: {
    led: Pick<Collection<Reminder>, 'change'>
    /** Any process writes these when people press something. */
    pressed: Pick<Collection<Reminder>, 'change'>
    /** Stores a reminder in any process. */
    add: ReminderQueue['add']
  }
  /** What features add, and how they are told. Everything here throws, or rejects, before all features are created. */
  features: {
    /** What is drawn on the cards of mentions. */
    menu: () => CardMenu
    /** The tables of `/mentions export`. */
    tables: () => ExportTable[]
    /** The lines of `/mentions status`. */
    statusLines: () => Promise<Sentence[]>
    /** The buttons of a subscription in `/mentions list`. */
    listButtons: (listed: RegisteredSubscription) => { label: string; action: string }[]
    /** Who is called about urgent mentions; undefined if no feature calls anybody. */
    calls: () => PeopleToCall | undefined
    /** Why a person is passed over now. */
    absenceOf: AbsenceOf
    /** Tells all features of a posted message. Rejects if the store fails. */
    tellPosted: Hooks['posted']
    /** Tells all features who was called; undefined if no feature hears it. Rejects if the store fails. */
    tellEscalated: () => Hooks['escalated'] | undefined
  }
}
