import type { SetTimer, SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Answers, DescribeSubscriptions } from '../answers/index.ts'
import type { Cards } from '../cards/cards.ts'
import type { OpenLists } from '../cards/open-lists.ts'
import { createFindPressed } from '../cards/recent-card.ts'
import type { ChartSupport } from '../messages/kit/fallbacks.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import { missingWords } from '../messages/missing-words.ts'
import { replyTexts } from '../messages/replies.ts'
import { RecordDamagedError } from '../model/damage.ts'
import { classifyFailure } from '../model/failure.ts'
import { describeFileError } from '../model/file-errors.ts'
import type { Log } from '../model/log.ts'
import type { Post, SearchReceipts } from '../model/outbox.ts'
import type { NewReminder } from '../model/reminder.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import { channelLabel } from '../people/channel-label.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { WorkCalendar } from '../people/working-time.ts'
import type { Channels } from '../slack/channels.ts'
import type { SendFile } from '../slack/files.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { PostEphemeral } from '../slack/responses.ts'
import type { Users } from '../slack/users.ts'
import type { Views } from '../slack/views.ts'
import { insightSources } from '../stats/question.ts'
import type { SharedStatistics } from '../stats/statistics.ts'
import type { ChangeLog } from '../subscriptions/change-log.ts'
import type { MuteService } from '../subscriptions/mute-service.ts'
import type { Mutes } from '../subscriptions/mutes.ts'
import type { Recipients } from '../subscriptions/recipients.ts'
import type { Access } from './access.ts'
import { createCardButtons } from './actions/card-buttons.ts'
import { createCardSubmissions } from './actions/card-submissions.ts'
import { createDigestButtons, type DigestQueries, digestCommand } from './actions/digest-buttons.ts'
import { assignCallback, createHandling, snoozeCallback } from './actions/handling.ts'
import { createMoreForm } from './actions/more-form.ts'
import { createNoticeButtons } from './actions/notice-buttons.ts'
import { createSpikeButtons, spikeStatusCallback } from './actions/spike-buttons.ts'
import type { AllOf, ListenerAdditions } from './additions.ts'
import type { CardMenuEntry } from './card-menu.ts'
import { createMentionsCommand, helpCommand } from './commands/mentions-command.ts'
import { createMuteCommands } from './commands/mute-commands.ts'
import { createStatsListeners, rangeCallback } from './commands/stats-command.ts'
import { createErrorReply } from './events/error-reply.ts'
import { createHomeTab } from './events/home-tab.ts'
import type { SubscriptionFinder } from './find-subscription.ts'
import type { HomeTab } from './home-section.ts'
import { openModal } from './open-modal.ts'
import type { MessageAction } from './payloads.ts'
import type { Registration } from './registration.ts'
import type { Reply } from './reply.ts'
import { helpModal } from './texts/replies.ts'
import { say } from './texts/say.ts'

/** What the listeners need of the rooms of the bot. */
export type ListenerRooms = {
  clock: {
    now: () => Time
    steady: SteadyClock
    setTimer: SetTimer
    nap: (ms: Ms) => Promise<void>
    newId: () => string
  }
  settings: {
    timezone: string
    workCalendar: WorkCalendar
    configuration: { docs?: string | undefined; listen?: { sources: Record<string, unknown> } | undefined }
  }
  log: Pick<Log, 'warn' | 'error'>
  slack: {
    postEphemeral: PostEphemeral
    post: Post
    views: Views
    readHistory: SearchReceipts
    messages: Pick<Messages, 'permalink'>
    users: Pick<Users, 'kindOf' | 'channelsOf' | 'nameOf' | 'zoneOf' | 'find' | 'openDirect'>
    channels: Pick<Channels, 'find' | 'probe' | 'join' | 'list'>
    sendFile: SendFile
  }
  charts: ChartSupport
  alerts: { directory: AlertDirectory; nameOf: (id: Id) => string }
  subscriptions: {
    registry: {
      all(): RegisteredSubscription[]
      find(name: string): RegisteredSubscription | undefined
    }
    finder: SubscriptionFinder
    status: { describe: DescribeSubscriptions }
    changes: Pick<ChangeLog, 'find' | 'undo' | 'tell' | 'ask' | 'confirm'>
    recipients: Pick<Recipients, 'changed'>
    mutes: Pick<Mutes, 'of' | 'all'>
    muting: MuteService
  }
  cards: Pick<Cards, 'applyAction' | 'open' | 'spikeCards' | 'since' | 'find' | 'postedSince'>
  people: { access: Access; reply: Reply; answers: Answers; speakTo: SpeakTo }
  statistics: SharedStatistics
  digests: DigestQueries
  reminders: { add: (reminder: NewReminder) => Promise<void> }
  features: {
    all: AllOf<ListenerAdditions>
    first(name: 'openLists'): OpenLists | undefined
    menu(): CardMenu
    listen(on: Registration, home: HomeTab): void
  }
  /** Reads the changes by other processes, so that no answer is outdated. Never rejects, and takes at most a second. */
  syncState: () => Promise<void>
}

export type Listeners = ReturnType<typeof createListeners>

/** Only other programs (`intake`) give the own mention service posts of the other networks. */
function statsSourcesOf(listen: { sources: Record<string, unknown> } | undefined): readonly string[] {
  if (listen === undefined || listen.sources.intake) return insightSources
  return ['reddit', 'news-blogs', 'web', ...(listen.sources.youtube ? ['youtube'] : [])]
}

const reasonFor = (error: unknown): string =>
  error instanceof RecordDamagedError
    ? replyTexts.recordDamaged()
    : (describeFileError(error) ?? missingWords(classifyFailure(error).reason))

/** Creates what answers the commands, buttons and forms that no feature registers by itself. */
export function createListeners(rooms: ListenerRooms) {
  const { clock, log, slack, charts, alerts, subscriptions, cards, people, features } = rooms
  const { timezone, workCalendar, configuration } = rooms.settings
  const { finder, registry } = subscriptions
  const { reply, answers } = people
  const base = {
    ...{ ...clock, ...slack, ...subscriptions, ...people, log, charts, workCalendar, added: features },
    settings: { timezone, statsSources: statsSourcesOf(configuration.listen) },
    alerts: alerts.directory,
    alertName: alerts.nameOf,
    describe: subscriptions.status.describe,
    statistics: rooms.statistics,
    digests: rooms.digests,
    applyCardAction: cards.applyAction,
    open: cards.open,
    spikeCards: cards.spikeCards,
    cardsSince: cards.since,
    findCard: createFindPressed({ find: cards.find, now: clock.now, sleep: clock.nap }),
    postedSince: cards.postedSince,
    addReminder: rooms.reminders.add,
    channelName: (id: string) => channelLabel(slack.channels, id),
    zoneOf: async (user: string) => (await slack.users.zoneOf(user)) ?? timezone,
    why: async (question: { alert: Id; mention: { id: Id }; channel: string }) =>
      answers.why(await finder.inChannel(question.channel), question),
  }
  const followUpOf = (name: string) => registry.find(name)?.subscription.followUp
  const handling = createHandling({ ...base, openLists: () => features.first('openLists'), followUpOf })
  const moreForm = createMoreForm({ ...base, parts: () => features.all('cardForm') })
  // Assigning and snoozing are not a feature yet, because the list of open mentions has a button for the second.
  const handlingEntries = (): CardMenuEntry[] => [
    {
      choice: 'assign',
      get label() {
        return say.assignTo()
      },
      offer: 'assign',
      press: handling.openAssign,
    },
    {
      choice: 'snooze',
      get label() {
        return say.snoozeMenu()
      },
      offer: 'snooze',
      press: handling.openSnooze,
    },
  ]
  const menu = {
    drawn: features.menu,
    entries: () => [...handlingEntries(), ...features.all('cardMenu')],
  }
  const severalEntries = () => features.all('severalMenu')
  const shared = { ...base, handling, moreForm, menu, severalEntries }
  const subcommands = () => [
    ...features.all('subcommands'),
    ...createMuteCommands(shared),
    digestCommand(shared),
    helpCommand(subcommands),
  ]
  const help = () => ({ subcommands: subcommands(), onCards: features.all('cardHelp') })
  return {
    reply,
    mentions: createMentionsCommand({ ...shared, views: slack.views, subcommands }),
    stats: createStatsListeners(shared),
    cardButtons: createCardButtons(shared),
    spikeButtons: createSpikeButtons({ ...shared, permalink: slack.messages.permalink }),
    noticeButtons: createNoticeButtons(shared),
    handling,
    moreForm,
    digestButtons: createDigestButtons(shared),
    async help(action: MessageAction) {
      const modal = { ...helpModal(help()), callback: 'help', note: '' }
      const refusal = await openModal(slack.views, action.trigger, modal)
      if (refusal !== undefined) await reply(action, refusal, 'beside')
    },
    home: createHomeTab({ ...shared, help, ...defined({ docs: configuration.docs }) }),
    cardSubmissions: createCardSubmissions(shared),
    /** The callbacks of forms. */
    forms: {
      assign: assignCallback,
      snooze: snoozeCallback,
      spikeStatus: spikeStatusCallback,
      range: rangeCallback,
    },
    replyToError: createErrorReply({ reply, log, reasonFor, post: slack.post }),
  }
}
