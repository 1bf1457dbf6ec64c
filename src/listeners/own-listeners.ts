import type { Answers } from '../answers/answers.ts'
import type { DescribeSubscriptions } from '../answers/subscription-status.ts'
import type { SetTimer, SteadyClock } from '../async/clock.ts'
import type { Time } from '../async/time.ts'
import type { ApplyCardAction } from '../cards/card-actions.ts'
import type { OpenLists } from '../cards/open-lists.ts'
import type { OpenMentions } from '../cards/open-mentions.ts'
import type { SpikeCards } from '../cards/spike-cards.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ChartSupport } from '../messages/kit/fallbacks.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import type { Handling, PostedCard } from '../model/card.ts'
import { defined } from '../model/defined.ts'
import type { Id } from '../model/id.ts'
import type { Log } from '../model/log.ts'
import type { NewReminder } from '../model/reminder.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import type { SearchReceipts } from '../outbox/ports.ts'
import type { WorkCalendar } from '../people/working-time.ts'
import type { Channels } from '../slack/channels.ts'
import type { SendFile } from '../slack/files.ts'
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { PostEphemeral } from '../slack/responses.ts'
import type { Users } from '../slack/users.ts'
import type { Views } from '../slack/views.ts'
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

export type ListenerDeps = {
  now: () => Time
  steady: SteadyClock
  setTimer: SetTimer
  log: Pick<Log, 'warn' | 'error'>
  settings: {
    timezone: string
    docs: string | undefined
    /** The sources that people can choose for statistics. */
    statsSources: readonly string[]
  }
  finder: SubscriptionFinder
  access: Access
  /** What features add. */
  added: {
    all: AllOf<ListenerAdditions>
    cardMenu(): CardMenu
    openLists(): OpenLists | undefined
    listen(on: Registration, home: HomeTab): void
  }
  slack: {
    postEphemeral: PostEphemeral
    post: Post
    views: Views
    readHistory: SearchReceipts
    messages: Pick<Messages, 'permalink'>
    users: Pick<Users, 'kindOf' | 'channelsOf' | 'nameOf' | 'zoneOf' | 'find' | 'openDirect'>
    channels: Pick<Channels, 'find' | 'probe' | 'join'>
    sendFile: SendFile
  }
  charts: ChartSupport
  reply: Reply
  alerts: AlertDirectory
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
  }
  mutes: Pick<Mutes, 'of' | 'all'>
  recipients: Pick<Recipients, 'changed'>
  muting: MuteService
  changes: Pick<ChangeLog, 'find' | 'undo' | 'tell' | 'ask' | 'confirm'>
  describe: DescribeSubscriptions
  answers: Answers
  statistics: SharedStatistics
  digests: DigestQueries
  applyCardAction: ApplyCardAction
  open: OpenMentions
  newId: () => string
  addReminder: (reminder: NewReminder) => Promise<void>
  spikeCards: SpikeCards
  cardsSince: (channel: string, since: Time) => Promise<Handling[]>
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  postedSince: (since: Time) => AsyncIterable<PostedCard>
  channelName: (id: string) => Promise<string>
  alertName: (id: Id) => string
  workCalendar: WorkCalendar
  /** Reads the changes by other processes, so that no answer is outdated. Never rejects, and takes at most a second. */
  syncState: () => Promise<void>
  reasonFor: (error: unknown) => string
}

export type Listeners = ReturnType<typeof createListeners>

/** Creates what answers the commands, buttons and forms that no feature registers by itself. */
export function createListeners(deps: ListenerDeps) {
  const { settings, slack, registry, answers, added, finder, reply } = deps
  const zoneOf = async (user: string) => (await slack.users.zoneOf(user)) ?? settings.timezone
  const why = async (question: { alert: Id; mention: { id: Id }; channel: string }) =>
    answers.why(await finder.inChannel(question.channel), question)
  const base = { ...deps, ...slack, zoneOf, why }
  const followUpOf = (name: string) => registry.find(name)?.subscription.followUp
  const handling = createHandling({ ...base, openLists: added.openLists, followUpOf })
  const moreForm = createMoreForm({ ...base, parts: () => added.all('cardForm') })
  // Assigning and snoozing are not a feature yet, because the list of open mentions has a button for the second.
  const handlingEntries: CardMenuEntry[] = [
    { choice: 'assign', label: 'Assign to…', offer: 'assign', press: handling.openAssign },
    {
      choice: 'snooze',
      label: 'Snooze…',
      offer: 'snooze',
      press: (action, mention) => handling.openSnooze(action, mention),
    },
  ]
  const menu = {
    drawn: added.cardMenu,
    entries: () => [...handlingEntries, ...added.all('cardMenu')],
  }
  const severalEntries = () => added.all('severalMenu')
  const shared = { ...base, handling, moreForm, menu, severalEntries }
  const subcommands = () => [
    ...added.all('subcommands'),
    ...createMuteCommands(shared),
    digestCommand(shared),
    helpCommand(subcommands),
  ]
  const help = () => ({ subcommands: subcommands(), onCards: added.all('cardHelp') })
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
    home: createHomeTab({ ...shared, help, ...defined({ docs: settings.docs }) }),
    cardSubmissions: createCardSubmissions(shared),
    /** The callbacks of forms. */
    forms: {
      assign: assignCallback,
      snooze: snoozeCallback,
      spikeStatus: spikeStatusCallback,
      range: rangeCallback,
    },
    replyToError: createErrorReply({ ...deps, post: slack.post }),
  }
}
