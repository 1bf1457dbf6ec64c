import type { App } from '@slack/bolt'
import type { Answers } from '../answers/answers.ts'
import type { DescribeSubscriptions } from '../answers/subscription-status.ts'
import type { SetTimer } from '../async/clock.ts'
import type { Time } from '../async/time.ts'
import type { ApplyCardAction } from '../cards/card-actions.ts'
import type { OpenLists } from '../cards/open-lists.ts'
import type { OpenMentions } from '../cards/open-mentions.ts'
import { createDigestButtons, type DigestQueries, digestCommand } from '../features/digest/buttons.ts'
import { assignCallback, createHandling, snoozeCallback } from '../features/handling/handling.ts'
import { createSpikeButtons, spikeStatusCallback } from '../features/spikes/buttons.ts'
import type { SpikeCards } from '../features/spikes/spike-cards.ts'
import { askActionPrefix, chooseActionId, postActionId } from '../features/stats/answer.ts'
import { createStatsListeners, rangeCallback } from '../features/stats/command.ts'
import type { Statistics } from '../features/stats/statistics.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { actionIds } from '../messages/kit/block-actions.ts'
import { textMessage } from '../messages/kit/block-kit.ts'
import type { ChartSupport } from '../messages/kit/fallbacks.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import { helpModal } from '../messages/replies.ts'
import type { Handling, PostedCard } from '../model/card.ts'
import { defined } from '../model/defined.ts'
import type { Id } from '../model/id.ts'
import type { Log } from '../model/log.ts'
import type { NewReminder } from '../model/reminder.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import type { SearchReceipts } from '../outbox/ports.ts'
import type { Channels } from '../slack/channels.ts'
import type { SendFile } from '../slack/files.ts'
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { PostEphemeral } from '../slack/responses.ts'
import type { Users } from '../slack/users.ts'
import type { Views } from '../slack/views.ts'
import type { ChangeLog } from '../subscriptions/change-log.ts'
import type { MuteService } from '../subscriptions/mute-service.ts'
import type { Mutes } from '../subscriptions/mutes.ts'
import type { Access } from './access.ts'
import { createCardButtons, entriesCallback, muteCallback } from './actions/card-buttons.ts'
import { createCardSubmissions } from './actions/card-submissions.ts'
import { createMoreForm, moreCallback } from './actions/more-form.ts'
import { createNoticeButtons } from './actions/notice-buttons.ts'
import type { CardFormPart, CardMenuEntry, SeveralEntry } from './card-menu.ts'
import { createMentionsCommand, helpCommand } from './commands/mentions-command.ts'
import { createMuteCommands } from './commands/mute-commands.ts'
import { createErrorReply } from './error-reply.ts'
import { createHomeTab } from './events/home-tab.ts'
import type { SubscriptionFinder } from './find-subscription.ts'
import type { AlertChoice, HomeButton, HomeSection, HomeTab } from './home-section.ts'
import { openModal } from './open-modal.ts'
import type { MessageAction } from './payloads.ts'
import { stateOfList } from './payloads.ts'
import { createRegistration, type Registration } from './registration.ts'
import type { Reply } from './reply.ts'
import type { Subcommand } from './subcommand.ts'

export type ListenerDeps = {
  now: () => Time
  setTimer: SetTimer
  log: Pick<Log, 'warn' | 'error'>
  settings: {
    timezone: string
    docs: string | undefined
  }
  finder: SubscriptionFinder
  access: Access
  /** What features add. */
  added: {
    cardHelp(): string[]
    subcommands(): Subcommand[]
    home(): HomeSection[]
    cardMenu(): CardMenu
    menuEntries(): CardMenuEntry[]
    severalEntries(): SeveralEntry[]
    homeButtons(): HomeButton[]
    alertChoices(): AlertChoice[]
    openLists(): OpenLists | undefined
    cardForm(): CardFormPart[]
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
  muting: MuteService
  changes: Pick<ChangeLog, 'find' | 'undo' | 'tell'>
  describe: DescribeSubscriptions
  answers: Answers
  statistics: Statistics
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
  /** Reads the changes by other processes, so that no answer is outdated. Never rejects, and takes at most a second. */
  syncState: () => Promise<void>
  reasonFor: (error: unknown) => string
}

/**
 * Most listeners acknowledge first and work later, because Slack waits only three seconds. If a listener fails, the person gets an error
 * message.
 */
export function registerListeners(bolt: App, deps: ListenerDeps): void {
  const listeners = createListeners(deps)
  bolt.use(async ({ next, body }) => {
    await deps.syncState()
    try {
      await next()
    } catch (error) {
      await listeners.replyToError(body, error)
    }
  })
  registerCommands(bolt, listeners)
  const on = createRegistration(bolt)
  registerMessageControls(on, listeners)
  registerHomeTab(on, listeners)
  // Slack sends this event for the Messages tab, too.
  bolt.event('app_home_opened', async ({ event }) => {
    if (event.tab === 'home') await listeners.home.show(event.user)
  })
  registerModals(on, listeners)
  for (const link of [actionIds.openLink, actionIds.reminderLink, actionIds.docs]) on.link(link)
  deps.added.listen(on, listeners.home)
  on.answerOthers(listeners.reply, listeners.home.answer)
}

type Listeners = ReturnType<typeof createListeners>

function createListeners(deps: ListenerDeps) {
  const { settings, slack, registry, answers, added, finder, reply } = deps
  const zoneOf = async (user: string) => (await slack.users.zoneOf(user)) ?? settings.timezone
  const why = async (question: { alert: Id; mention: { id: Id }; channel: string }) =>
    answers.why(await finder.inChannel(question.channel), question)
  const base = { ...deps, ...slack, zoneOf, why }
  const followUpOf = (name: string) => registry.find(name)?.subscription.followUp
  const handling = createHandling({ ...base, openLists: added.openLists, followUpOf })
  const moreForm = createMoreForm({ ...base, parts: added.cardForm })
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
    entries: () => [...handlingEntries, ...added.menuEntries()],
  }
  const { severalEntries } = added
  const shared = { ...base, handling, moreForm, menu, severalEntries }
  const subcommands = () => [
    ...added.subcommands(),
    ...createMuteCommands(shared),
    digestCommand(shared),
    helpCommand(subcommands),
  ]
  const help = () => ({ subcommands: subcommands(), onCards: added.cardHelp() })
  return {
    reply,
    mentions: createMentionsCommand({ ...shared, subcommands }),
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
      if (refusal !== undefined) await reply(action, textMessage(refusal), 'beside')
    },
    home: createHomeTab({ ...shared, help, ...defined({ docs: settings.docs }) }),
    cardSubmissions: createCardSubmissions(shared),
    replyToError: createErrorReply({ ...deps, post: slack.post }),
  }
}

function registerCommands(bolt: App, { mentions, stats }: Listeners): void {
  bolt.command('/mentions', async ({ ack, command }) => {
    await ack()
    const { user_id: user, channel_id: channel, response_url: responseUrl, trigger_id: trigger } = command
    await mentions({ user, channel, responseUrl, trigger, line: command.text })
  })
  bolt.command('/mentions-stats', async ({ ack, command }) => {
    await ack()
    const {
      user_id: user,
      channel_id: channel,
      channel_name: channelName,
      response_url: responseUrl,
    } = command
    await stats.command({ user, channel, channelName, responseUrl, value: command.text })
  })
}

function registerMessageControls(
  on: Registration,
  { mentions, stats, cardButtons, spikeButtons, noticeButtons, handling, digestButtons }: Listeners,
): void {
  on.inMessage(new RegExp(`^${actionIds.runLine}\\d$`), ({ value: line, ...action }) =>
    mentions({ ...action, line }),
  )
  on.inMessage(new RegExp(`^(${askActionPrefix}|${chooseActionId}$)`), stats.followUp)
  on.inMessage(postActionId, stats.postToChannel)
  on.inMessage(actionIds.claim, cardButtons.claim)
  on.inMessage(actionIds.done, cardButtons.done)
  on.inMessage(actionIds.release, cardButtons.release)
  on.inMessage(actionIds.reopen, cardButtons.reopen)
  on.inMessage(actionIds.restore, cardButtons.restore)
  on.inMessage(actionIds.more, cardButtons.more)
  on.inMessage(actionIds.actOnEntries, cardButtons.entries)
  on.inMessage(actionIds.claimNegative, cardButtons.claimNegative)
  on.inMessage(actionIds.spikeLead, spikeButtons.lead)
  on.inMessage(actionIds.spikeStatus, spikeButtons.status)
  on.inMessage(actionIds.spikeWhy, spikeButtons.why)
  on.inMessage(actionIds.spikeUnclaimed, spikeButtons.unclaimed)
  on.inMessage(actionIds.spikeMenu, spikeButtons.menu)
  on.inMessage(actionIds.reminderDone, handling.doneFromReminder)
  on.inMessage(actionIds.reminderClaim, handling.claimFromReminder)
  on.inMessage(actionIds.reminderSnooze, handling.snoozeFromReminder)
  on.inMessage(actionIds.undo, noticeButtons.undo)
  on.inMessage(actionIds.unmute, noticeButtons.unmute)
  on.inMessage(actionIds.showOne, noticeButtons.showOne)
  const page = (id: string) => new RegExp(`^${id}(_page_(back|on))?$`)
  on.inDigest(page(actionIds.digestDetails), digestButtons.details)
  on.inDigest(page(actionIds.digestHeldBack), digestButtons.notPosted)
  on.inDigest(page(actionIds.digestEachAlert), digestButtons.eachAlert)
}

function registerHomeTab(on: Registration, { home, help, handling }: Listeners): void {
  on.onHome(new RegExp(`^${actionIds.homePage}_`), home.showPage)
  on.onHome(actionIds.alertMenu, home.alertMenu)
  on.onHome(actionIds.allChannels, home.showChannels)
  on.inModal(actionIds.homeUnmute, home.unmute)
  on.inBoth(actionIds.help, help, home.help)
  on.inBoth(actionIds.openSnooze, handling.snoozeFromList, (action) =>
    handling.snoozeFromList({ ...action, channel: '', ts: '', responseUrl: '' }),
  )
}

function registerModals(
  on: Registration,
  { cardSubmissions, spikeButtons, stats, handling, moreForm, home }: Listeners,
): void {
  on.submit(muteCallback, cardSubmissions.mute)
  on.submit(spikeStatusCallback, spikeButtons.saveStatus)
  on.submit(entriesCallback, cardSubmissions.entries)
  on.checkedSubmit(rangeCallback, stats.checkRange, stats.submitRange)
  on.inModal(actionIds.why, moreForm.why)
  // These three forms acknowledge after everything is stored, and before Slack is asked to show it. If the process dies before, Slack shows an
  // error, and the person repeats the submission.
  on.checkedSubmit(assignCallback, handling.assign)
  on.checkedSubmit(moreCallback, moreForm.submit)
  on.slowSubmit(snoozeCallback, async (submission, acknowledge) => {
    const list = await handling.snooze(submission, acknowledge)
    if (list !== undefined) await home.show(submission.user, stateOfList(list))
  })
}
