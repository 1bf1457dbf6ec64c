import type { Answers } from '../answers/answers.ts'
import type { Status } from '../answers/status.ts'
import type { ProxySettings } from '../async/http.ts'
import type { Runtime } from '../async/runtime.ts'
import type { Ms, Time } from '../async/time.ts'
import type { createCards } from '../cards/cards.ts'
import type { Decide } from '../engine/index.ts'
import type { MetricsOfFeatures } from '../health/metrics-of-features.ts'
import type { Access } from '../listeners/access.ts'
import type { ExportTable } from '../listeners/export-table.ts'
import type { SubscriptionFinder } from '../listeners/find-subscription.ts'
import type { Reply } from '../listeners/reply.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ListeningClient } from '../mention-api/listening-client.ts'
import type { MentionService } from '../mention-api/mention-service-client.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { Sentence } from '../messages/kit/dates.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import type { AbsenceOf } from '../model/absence.ts'
import type { Collection, Records } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { WrittenAlert } from '../model/id.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import type { Pause } from '../model/pause.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Reminder } from '../model/reminder.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type { WorkCalendar } from '../people/working-time.ts'
import type { PeopleToCall } from '../reminders/people-to-call.ts'
import type { ReminderQueue } from '../reminders/reminder-queue.ts'
import type { createSlack } from '../slack/slack.ts'
import type { ChangeLog } from '../subscriptions/change-log.ts'
import type { MuteService } from '../subscriptions/mute-service.ts'
import type { PrivateAlerts } from '../subscriptions/private-alerts.ts'
import type { Recipients } from '../subscriptions/recipients.ts'
import type { SubscriptionService } from '../subscriptions/subscription-service.ts'
import type { Hooks } from './facts.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** The parts of the bot that features may use. A feature names those that it needs in `uses`, and gets no others. */
export type Parts = Runtime & {
  newId: () => string
  log: Log
  /** The environment variables. */
  variables: Variables
  proxy: ProxySettings
  /** The layout of cards whose subscription has none of its own. */
  layout: CardLayout
  /** What features add to the cards of mentions. Throws before all features are created. */
  menu: () => CardMenu
  /** The time zone of the configuration file. */
  timezone: string
  /** When people work, by `workingHours` and `calendar` of the file: for the functions of `rules/working-time.ts`. */
  workCalendar: WorkCalendar
  /** What the process that leads writes, it writes with `leading`. */
  store: Records & { leading: Records }
  /** True in the process that polls and posts. */
  leads: () => boolean
  /** What each subscription did with each mention since a time (UTC, ms), oldest first. Days are read as a whole. */
  decisions: { entries(since: Time): AsyncIterable<DecisionRecord> }
  slack: Pick<
    ReturnType<typeof createSlack>,
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
  /** The mention service. Requests of features have a priority, as all have. */
  service: Pick<MentionService, 'mentionsSince'>
  /** What is left of the requests of this minute. */
  requestsLeft: RequestBudget['left']
  alerts: AlertDirectory
  /** Returns the name of an alert, whose id or name is written in the configuration. */
  alertName: (written: WrittenAlert) => string
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  metrics: MetricsOfFeatures
  /** Posted cards, and what else has a time, are kept for this time: `retentionDays`, or 90 days. */
  keptMs: Ms
  /** The tables that features add to `/mentions export`. Throws before the features are created. */
  tables: () => ExportTable[]
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
    /** Reads the subscriptions and pauses again, after a change of one. */
    sync(): Promise<void>
  }
  finder: SubscriptionFinder
  access: Access
  /** What subscriptions do, and what they did and would do with mentions. */
  status: Status
  answers: Answers
  /** Changes of the subscriptions that were made in Slack. */
  subscriptions: SubscriptionService
  /** Tells who may subscribe themselves. */
  recipients: Pick<Recipients, 'place'>
  pauseRecords: Collection<Pause>
  /** Tells the own mention service what to listen for. */
  listening: Pick<ListeningClient, 'preview' | 'alerts' | 'add' | 'change' | 'remove'>
  /** True if a cron expression fires in every hour. */
  firesHourly: (expression: string) => boolean
  /** The lines that features add to `/mentions status`. Rejects before the features are created. */
  statusLines: () => Promise<Sentence[]>
  /** The buttons that features add to a subscription in `/mentions list`. Throws before the features are created. */
  listButtons: (listed: RegisteredSubscription) => { label: string; action: string }[]
  privateAlerts: PrivateAlerts
  decideFor: (subscription: Subscription) => Decide
  mutes: { of(channel: string): Mute[] }
  muting: MuteService
  cards: ReturnType<typeof createCards>
  /** Tells all features of a posted message. Rejects if the store fails. */
  tellPosted: Hooks['posted']
  /** Stored messages, each of which is sent exactly once. The leader writes them. */
  reminders: Pick<Collection<Reminder>, 'change'>
  /** Stores a reminder in any process. */
  addReminder: ReminderQueue['add']
  /** Who is called about urgent mentions; undefined if no feature calls anybody. Throws before all features are created. */
  calls: () => PeopleToCall | undefined
  /** Why a person is passed over now. Throws before all features are created. */
  absenceOf: AbsenceOf
  /** The same messages. Any process writes them when people press something. */
  pressedReminders: Pick<Collection<Reminder>, 'change'>
  /** Announces a change in its channel, with an Undo button. */
  changes: Pick<ChangeLog, 'announce' | 'tell'>
  reply: Reply
}
