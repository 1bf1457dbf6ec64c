import type { App } from '@slack/bolt'
import type { SetTimer } from '../async/clock.ts'
import type { Time } from '../async/time.ts'
import type { ApplyCardAction } from '../cards/card-actions.ts'
import type { OpenMentions } from '../cards/open-mentions.ts'
import { createDigestButtons, type DigestQueries } from '../features/digest/buttons.ts'
import { assignCallback, createHandling, snoozeCallback } from '../features/handling/handling.ts'
import { createOpenList } from '../features/open-list/command.ts'
import type { CatchUp } from '../features/pauses/catch-up.ts'
import { createPauseResume, pauseCallback } from '../features/pauses/pause-resume.ts'
import type { PauseService } from '../features/pauses/pause-service.ts'
import { createSpikeButtons, spikeStatusCallback } from '../features/spikes/buttons.ts'
import type { SpikeCards } from '../features/spikes/spike-cards.ts'
import { askActionPrefix, chooseActionId, postActionId } from '../features/stats/answer.ts'
import { createStatsListeners, rangeCallback } from '../features/stats/command.ts'
import type { Statistics } from '../features/stats/statistics.ts'
import { createAnswers } from '../features/status/answers.ts'
import type { Status } from '../features/status/status.ts'
import type { SubscriptionService } from '../features/subscribe/subscription-service.ts'
import { createSubscribeView, subscribeCallback } from '../features/subscribe/view.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ListeningClient } from '../mention-api/listening-client.ts'
import { actionIds } from '../messages/kit/block-actions.ts'
import { textMessage } from '../messages/kit/block-kit.ts'
import type { Sentence } from '../messages/kit/dates.ts'
import type { ChartSupport } from '../messages/kit/fallbacks.ts'
import type { CardMenu } from '../messages/mention/card-menu.ts'
import { type AddedHelp, helpModal } from '../messages/replies.ts'
import type { Handling, PostedCard } from '../model/card.ts'
import { defined } from '../model/defined.ts'
import type { Id } from '../model/id.ts'
import type { Log } from '../model/log.ts'
import type { NewReminder } from '../model/reminder.ts'
import type { CardLayout, RegisteredSubscription } from '../model/subscription.ts'
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
import { createMentionsCommand } from './commands/mentions-command.ts'
import { createErrorReply } from './error-reply.ts'
import { createHomeTab } from './events/home-tab.ts'
import type { SubscriptionFinder } from './find-subscription.ts'
import type { HomeSection, HomeTab } from './home-section.ts'
import { createListeningCommands, listeningCallbacks } from './listening.ts'
import { openModal } from './open-modal.ts'
import type { MessageAction } from './payloads.ts'
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
    /** The layout of cards whose subscription has none of its own. */
    layout: CardLayout
  }
  finder: SubscriptionFinder
  access: Access
  /** What features add. */
  added: {
    help(): AddedHelp
    subcommands(): Subcommand[]
    home(): HomeSection[]
    cardMenu(): CardMenu
    menuEntries(): CardMenuEntry[]
    severalEntries(): SeveralEntry[]
    cardForm(): CardFormPart[]
    statusLines(): Promise<Sentence[]>
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
  listening: Pick<ListeningClient, 'preview' | 'alerts' | 'add' | 'change' | 'remove'>
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
  }
  mutes: Pick<Mutes, 'of' | 'all'>
  subscriptions: SubscriptionService
  muting: MuteService
  changes: Pick<ChangeLog, 'find' | 'undo' | 'tell'>
  status: Status
  statistics: Statistics
  digests: DigestQueries
  applyCardAction: ApplyCardAction
  open: OpenMentions
  newId: () => string
  addReminder: (reminder: NewReminder) => Promise<void>
  pauses: PauseService
  catchUp: CatchUp
  spikeCards: SpikeCards
  cardsSince: (channel: string, since: Time) => Promise<Handling[]>
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  postedSince: (since: Time) => AsyncIterable<PostedCard>
  channelName: (id: string) => Promise<string>
  alertName: (id: Id) => string
  firesHourly: (expression: string) => boolean
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
  const { settings, slack, registry, status, finder, reply } = deps
  const zoneOf = async (user: string) => (await slack.users.zoneOf(user)) ?? settings.timezone
  const answers = createAnswers(status, deps.added.statusLines, settings.layout)
  const why = async (question: { alert: Id; mention: { id: Id }; channel: string }) =>
    answers.why(await finder.inChannel(question.channel), question)
  const base = { ...deps, ...slack, reply, zoneOf, answers, why, added: deps.added.subcommands }
  const openList = createOpenList(base)
  const followUpOf = (name: string) => registry.find(name)?.subscription.followUp
  const handling = createHandling({ ...base, openList, followUpOf })
  const moreForm = createMoreForm({ ...base, parts: deps.added.cardForm })
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
    drawn: deps.added.cardMenu,
    entries: () => [...handlingEntries, ...deps.added.menuEntries()],
  }
  const { severalEntries } = deps.added
  const shared = { ...base, openList, handling, moreForm, menu, severalEntries }
  const pauseResume = createPauseResume(shared)
  const subscribeView = createSubscribeView({ ...shared, previewWeek: status.previewWeek })
  const listening = createListeningCommands({ ...shared, client: deps.listening })
  return {
    reply,
    mentions: createMentionsCommand({
      ...shared,
      subscribeView,
      pauseResume,
      listening,
    }),
    stats: createStatsListeners(shared),
    cardButtons: createCardButtons(shared),
    spikeButtons: createSpikeButtons({ ...shared, permalink: slack.messages.permalink }),
    noticeButtons: createNoticeButtons(shared),
    pauseResume,
    openList,
    handling,
    moreForm,
    digestButtons: createDigestButtons(shared),
    async help(action: MessageAction) {
      const modal = { ...helpModal(deps.added.help()), callback: 'help', note: '' }
      const refusal = await openModal(slack.views, action.trigger, modal)
      if (refusal !== undefined) await reply(action, textMessage(refusal), 'beside')
    },
    home: createHomeTab({
      ...shared,
      subscribeView,
      pauseResume,
      sections: deps.added.home,
      addedHelp: deps.added.help,
      describe: status.describe,
      ...defined({ docs: settings.docs }),
    }),
    cardSubmissions: createCardSubmissions(shared),
    subscribeView,
    listening,
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
  {
    mentions,
    stats,
    cardButtons,
    spikeButtons,
    noticeButtons,
    pauseResume,
    handling,
    digestButtons,
    listening,
  }: Listeners,
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
  on.inMessage(actionIds.listenHere, listening.here)
  on.inMessage(actionIds.listeningMenu, listening.choose)
  on.inMessage(actionIds.undo, noticeButtons.undo)
  on.inMessage(actionIds.unmute, noticeButtons.unmute)
  on.inMessage(actionIds.showOne, noticeButtons.showOne)
  on.inMessage(actionIds.listPause, pauseResume.openFromList)
  on.inMessage(actionIds.listResume, pauseResume.resumeFromList)
  on.inMessage(actionIds.catchUp, (action) => pauseResume.answerCatchUp(action, 'catch-up'))
  on.inMessage(actionIds.startFromNow, (action) => pauseResume.answerCatchUp(action, 'from-now'))
  const page = (id: string) => new RegExp(`^${id}(_page_(back|on))?$`)
  on.inDigest(page(actionIds.digestDetails), digestButtons.details)
  on.inDigest(page(actionIds.digestHeldBack), digestButtons.notPosted)
  on.inDigest(page(actionIds.digestEachAlert), digestButtons.eachAlert)
}

function registerHomeTab(on: Registration, { home, help, openList, handling }: Listeners): void {
  on.onHome(new RegExp(`^${actionIds.homePage}_`), home.showPage)
  on.onHome(actionIds.subscribe, home.subscribe)
  on.onHome(actionIds.alertMenu, home.alertMenu)
  on.onHome(actionIds.allChannels, home.showChannels)
  on.inModal(actionIds.homeUnmute, home.unmute)
  on.inBoth(actionIds.help, help, home.help)
  on.inBoth(actionIds.openClaim, openList.claim, home.claim)
  on.inBoth(actionIds.openDone, openList.done, home.done)
  on.inBoth(actionIds.openRelease, openList.release, home.release)
  on.inBoth(new RegExp(`^${actionIds.openPage}(_(back|on))?$`), openList.turnPage, home.showOpen)
  on.inBoth(actionIds.openSnooze, handling.snoozeFromList, (action) =>
    handling.snoozeFromList({ ...action, channel: '', ts: '', responseUrl: '' }),
  )
}

function registerModals(
  on: Registration,
  {
    cardSubmissions,
    spikeButtons,
    subscribeView,
    stats,
    handling,
    moreForm,
    pauseResume,
    listening,
    home,
  }: Listeners,
): void {
  on.submit(muteCallback, cardSubmissions.mute)
  on.submit(spikeStatusCallback, spikeButtons.saveStatus)
  on.submit(entriesCallback, cardSubmissions.entries)
  on.checkedSubmit(rangeCallback, stats.checkRange, stats.submitRange)
  on.checkedSubmit(listeningCallbacks.edit, listening.edit, listening.edited)
  on.submit(listeningCallbacks.remove, listening.remove)
  on.inModal(actionIds.why, moreForm.why)
  on.inModal(actionIds.previewForm, subscribeView.preview)
  on.inModal(actionIds.formMore, subscribeView.showMore)
  on.checkedSubmit(subscribeCallback, subscribeView.check, async (submission) => {
    await subscribeView.submit(submission)
    if (subscribeView.isFromHome(submission)) await home.show(submission.user)
  })
  // These four forms acknowledge after everything is stored, and before Slack is asked to show it. If the process dies before, Slack shows an
  // error, and the person repeats the submission.
  on.checkedSubmit(assignCallback, handling.assign)
  on.checkedSubmit(moreCallback, moreForm.submit)
  on.slowSubmit(snoozeCallback, async (submission, acknowledge) => {
    const list = await handling.snooze(submission, acknowledge)
    if (list !== undefined) await home.showList(submission.user, list)
  })
  on.slowSubmit(pauseCallback, async (submission, acknowledge) => {
    const { errors, home: pages } = await pauseResume.submit(submission)
    await acknowledge(errors)
    if (pages !== undefined) await home.showPages(submission.user, pages)
  })
}
