import type { App } from '@slack/bolt'
import type { SetTimer } from '../async/clock.ts'
import type { ApplyCardAction } from '../cards/card-actions.ts'
import type { OpenMentions } from '../cards/open-mentions.ts'
import type { SpikeCards } from '../cards/spike-cards.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { actionIds } from '../messages/block-actions.ts'
import { textMessage } from '../messages/block-kit.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import { helpModal, modalRefusedText } from '../messages/replies.ts'
import { askActionPrefix, chooseActionId, postActionId } from '../messages/stats-answer.ts'
import type { CardRecord, PostedCard } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Link } from '../model/link.ts'
import type { Log } from '../model/log.ts'
import type { NewReminder } from '../model/reminder.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import type { SearchReceipts } from '../outbox/ports.ts'
import type { Channels } from '../slack/channels.ts'
import type { SendFile } from '../slack/files.ts'
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { PostEphemeral, Respond } from '../slack/responses.ts'
import type { Users } from '../slack/users.ts'
import type { Views } from '../slack/views.ts'
import type { Statistics } from '../stats/statistics.ts'
import type { Status } from '../status/status.ts'
import type { CatchUp } from '../subscriptions/catch-up.ts'
import type { ChangeLog } from '../subscriptions/change-log.ts'
import type { MuteProposals } from '../subscriptions/mute-proposals.ts'
import type { MuteService } from '../subscriptions/mute-service.ts'
import type { Mutes } from '../subscriptions/mutes.ts'
import type { PauseService } from '../subscriptions/pause-service.ts'
import type { SubscriptionService } from '../subscriptions/subscription-service.ts'
import type { Watch } from '../watch/watch.ts'
import type { Access } from './access.ts'
import { createCardButtons } from './actions/card-buttons.ts'
import { createDigestButtons, type DigestQueries } from './actions/digest-buttons.ts'
import { createNoticeButtons } from './actions/notice-buttons.ts'
import { createSpikeButtons } from './actions/spike-buttons.ts'
import { createAnswers } from './answers.ts'
import { cardModalCallbacks } from './card-modals.ts'
import { createExport } from './commands/export-command.ts'
import { createMentionsCommand } from './commands/mentions-command.ts'
import { createStatsListeners, rangeCallback } from './commands/mentions-stats-command.ts'
import { createErrorReply } from './error-reply.ts'
import { createHomeTab, type HomeAction, readHomeAction } from './events/home-tab.ts'
import { createReactions } from './events/reactions.ts'
import type { SubscriptionFinder } from './find-subscription.ts'
import { createHandling } from './handling.ts'
import { createMoreActions } from './more-actions.ts'
import { createProposalActions } from './mute-proposals.ts'
import { createOpenList } from './open-list.ts'
import { createPauseResume, pauseCallback } from './pause-resume.ts'
import {
  type DigestAction,
  type MessageAction,
  readDigestAction,
  readMessageAction,
  readViewSubmission,
  type ViewSubmission,
} from './payloads.ts'
import { createReply } from './reply.ts'
import { createCardSubmissions } from './views/card-submissions.ts'
import { createSubscribeView, subscribeCallback } from './views/subscribe-view.ts'

export type ListenerPorts = {
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn' | 'error'>
  settings: {
    timezone: string
    docs: string | undefined
    reactions: boolean
    /** Prefilled pages for the cards of subscriptions that have none of their own. */
    links: Link[]
  }
  finder: SubscriptionFinder
  access: Access
  /** Undefined if the configuration sets no watch. */
  watch: Watch | undefined
  slack: {
    respond: Respond
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
  alerts: AlertDirectory
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
  }
  mutes: Pick<Mutes, 'of' | 'all'>
  proposals: Pick<MuteProposals, 'of' | 'all' | 'decline'>
  subscriptions: SubscriptionService
  muting: MuteService
  changes: Pick<ChangeLog, 'find' | 'undo'>
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
  cardsSince: (channel: string, since: number) => Promise<CardRecord[]>
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  postedSince: (since: number) => AsyncIterable<PostedCard>
  channelName: (id: string) => Promise<string>
  alertName: (id: string) => string
  firesHourly: (expression: string) => boolean
  /** Reads the changes by other processes, so that no answer is outdated. Never rejects, and takes at most a second. */
  syncState: () => Promise<void>
  reasonFor: (error: unknown) => string
}

/**
 * Most listeners acknowledge first and work later, because Slack waits only three seconds. If a listener fails, the person gets an error
 * message.
 */
export function registerListeners(bolt: App, ports: ListenerPorts): void {
  const listeners = createListeners(ports)
  bolt.use(async ({ next, body }) => {
    await ports.syncState()
    try {
      await next()
    } catch (error) {
      await listeners.replyToError(body, error)
    }
  })
  registerCommands(bolt, listeners)
  registerStatsControls(bolt, listeners)
  registerMessageButtons(bolt, listeners)
  registerDigestButtons(bolt, listeners)
  registerOpenList(bolt, listeners)
  registerHomeTab(bolt, listeners)
  registerModals(bolt, listeners)
  if (!ports.settings.reactions) return
  bolt.event('reaction_added', ({ event }) => listeners.react(event, false))
  bolt.event('reaction_removed', ({ event }) => listeners.react(event, true))
}

type Listeners = ReturnType<typeof createListeners>

function createListeners(ports: ListenerPorts) {
  const { settings, slack, registry, status, finder, access } = ports
  const reply = createReply({ ...slack, ...ports })
  const onWatch = async () => {
    const found = await ports.watch?.onWatch()
    return found && { name: await slack.users.nameOf(found.user), until: found.until }
  }
  const answers = createAnswers(status, onWatch)
  const why = async (question: { alert: Id; mention: { id: Id }; channel: string }) =>
    answers.why(await finder.inChannel(question.channel), question)
  const openList = createOpenList({ ...ports, ...slack, reply, access })
  const handling = createHandling({
    ...ports,
    ...slack,
    reply,
    access,
    openList,
    timezone: settings.timezone,
    followUpOf: (name) => registry.find(name)?.subscription.followUp,
  })
  const moreActions = createMoreActions({
    ...ports,
    ...slack,
    reply,
    access,
    why,
    linksOf: (name) => registry.find(name)?.subscription.links ?? settings.links,
  })
  const proposalActions = createProposalActions({ ...ports, ...slack, reply, access })
  const shared = {
    ...ports,
    ...slack,
    reply,
    onWatch,
    proposalActions,
    answers,
    openList,
    handling,
    moreActions,
    why,
  }
  const pauseResume = createPauseResume({ ...shared, timezone: settings.timezone })
  const subscribeView = createSubscribeView({
    ...shared,
    previewWeek: status.previewWeek,
    zoneOf: slack.users.zoneOf,
    timezone: settings.timezone,
  })
  return {
    mentions: createMentionsCommand({
      ...shared,
      subscribeView,
      pauseResume,
      exportMentions: createExport({ ...shared, timezone: settings.timezone }),
    }),
    stats: createStatsListeners(shared),
    cardButtons: createCardButtons(shared),
    spikeButtons: createSpikeButtons({ ...shared, permalink: slack.messages.permalink }),
    noticeButtons: createNoticeButtons(shared),
    pauseResume,
    openList,
    proposalActions,
    handling,
    moreActions,
    digestButtons: createDigestButtons(shared),
    async help(action: MessageAction) {
      const opening = await slack.views.open(action.trigger, { ...helpModal(), callback: 'help', note: '' })
      if (opening.kind === 'refused')
        await reply(action, textMessage(modalRefusedText(opening.reason)), 'beside')
    },
    home: createHomeTab({
      ...shared,
      subscribeView,
      pauseResume,
      describe: status.describe,
      ...(settings.docs === undefined ? {} : { docs: settings.docs }),
    }),
    cardSubmissions: createCardSubmissions(shared),
    react: createReactions(shared),
    subscribeView,
    replyToError: createErrorReply({ reply, post: slack.post, ...ports }),
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

function registerStatsControls(bolt: App, { stats }: Listeners): void {
  bolt.action(new RegExp(`^(${askActionPrefix}|${chooseActionId}$)`), async ({ ack, body }) => {
    await ack()
    await stats.followUp(readMessageAction(body))
  })
  bolt.action(postActionId, async ({ ack, body }) => {
    await ack()
    await stats.postToChannel(readMessageAction(body))
  })
}

function registerMessageButtons(
  bolt: App,
  { mentions, cardButtons, spikeButtons, noticeButtons, pauseResume, handling }: Listeners,
): void {
  const onAction = (actionId: string, handle: (action: MessageAction) => Promise<void>) =>
    bolt.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readMessageAction(body))
    })
  bolt.action(new RegExp(`^${actionIds.runLine}\\d$`), async ({ ack, body }) => {
    await ack()
    const { value: line, ...action } = readMessageAction(body)
    await mentions({ ...action, line })
  })
  onAction(actionIds.claim, cardButtons.claim)
  onAction(actionIds.done, cardButtons.done)
  onAction(actionIds.release, cardButtons.release)
  onAction(actionIds.reopen, cardButtons.reopen)
  onAction(actionIds.restore, cardButtons.restore)
  onAction(actionIds.more, cardButtons.more)
  onAction(actionIds.actOnEntries, cardButtons.entries)
  onAction(actionIds.claimNegative, cardButtons.claimNegative)
  onAction(actionIds.spikeLead, spikeButtons.lead)
  onAction(actionIds.spikeStatus, spikeButtons.status)
  onAction(actionIds.spikeWhy, spikeButtons.why)
  onAction(actionIds.spikeUnclaimed, spikeButtons.unclaimed)
  onAction(actionIds.reminderDone, handling.doneFromReminder)
  onAction(actionIds.reminderClaim, handling.claimFromReminder)
  onAction(actionIds.reminderSnooze, handling.snoozeFromReminder)
  onAction(actionIds.undo, noticeButtons.undo)
  onAction(actionIds.unmute, noticeButtons.unmute)
  onAction(actionIds.showOne, noticeButtons.showOne)
  onAction(actionIds.listPause, pauseResume.openFromList)
  onAction(actionIds.listResume, pauseResume.resumeFromList)
  bolt.action(new RegExp(`^${actionIds.prefilledPage}_\\d+$`), ({ ack }) => ack())
  onAction(actionIds.catchUp, (action) => pauseResume.answerCatchUp(action, 'catch-up'))
  onAction(actionIds.startFromNow, (action) => pauseResume.answerCatchUp(action, 'from-now'))
}

function registerDigestButtons(bolt: App, { digestButtons }: Listeners): void {
  const onAction = (actionId: string, handle: (action: DigestAction) => Promise<void>) =>
    bolt.action(new RegExp(`^${actionId}(_page_(back|on))?$`), async ({ ack, body }) => {
      await ack()
      await handle(readDigestAction(body))
    })
  onAction(actionIds.digestDetails, digestButtons.details)
  onAction(actionIds.digestHeldBack, digestButtons.notPosted)
  onAction(actionIds.digestEachAlert, digestButtons.eachAlert)
}

function registerOpenList(bolt: App, { openList, proposalActions, home, handling }: Listeners): void {
  const onAction = (
    actionId: string,
    inAnswer: (action: MessageAction) => Promise<void>,
    onHome: (action: HomeAction) => Promise<void>,
  ) =>
    bolt.action(new RegExp(`^${actionId}(_(back|on))?$`), async ({ ack, body }) => {
      await ack()
      await ('view' in body && body.view ? onHome(readHomeAction(body)) : inAnswer(readMessageAction(body)))
    })
  onAction(actionIds.openClaim, openList.claim, home.claim)
  onAction(actionIds.openDone, openList.done, home.done)
  onAction(actionIds.openRelease, openList.release, home.release)
  onAction(actionIds.openPage, openList.turnPage, home.showOpen)
  onAction(actionIds.proposalMute, proposalActions.press('mute'), home.muteProposed)
  onAction(actionIds.proposalShow, proposalActions.press('show'), home.showProposed)
  onAction(actionIds.proposalDecline, proposalActions.press('decline'), home.declineProposed)
  bolt.action(actionIds.openSnooze, async ({ ack, body }) => {
    await ack()
    const opener =
      'view' in body && body.view
        ? { ...readHomeAction(body), channel: '', ts: '', responseUrl: '' }
        : readMessageAction(body)
    await handling.snoozeFromList(opener)
  })
  for (const link of [actionIds.openLink, actionIds.reminderLink]) bolt.action(link, ({ ack }) => ack())
}

function registerHomeTab(bolt: App, { home, help }: Listeners): void {
  const onAction = (actionId: string | RegExp, handle: (action: HomeAction) => Promise<void>) =>
    bolt.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readHomeAction(body))
    })
  bolt.event('app_home_opened', ({ event }) => home.show(event.user))
  onAction(new RegExp(`^${actionIds.homePage}_`), home.showPage)
  onAction(actionIds.subscribe, home.subscribe)
  onAction(actionIds.alertMenu, home.alertMenu)
  onAction(actionIds.allChannels, home.showChannels)
  bolt.action(actionIds.homeUnmute, async ({ ack, body }) => {
    await ack()
    await home.unmute(readViewSubmission(body))
  })
  bolt.action(actionIds.help, async ({ ack, body }) => {
    await ack()
    await ('view' in body && body.view ? home.help(readHomeAction(body)) : help(readMessageAction(body)))
  })
  bolt.action(actionIds.docs, ({ ack }) => ack())
}

function registerModals(
  bolt: App,
  {
    cardSubmissions,
    spikeButtons,
    subscribeView,
    stats,
    handling,
    moreActions,
    pauseResume,
    home,
  }: Listeners,
): void {
  const onSubmit = (callback: string, handle: (submission: ViewSubmission) => Promise<void>) =>
    bolt.view(callback, async ({ ack, body }) => {
      await ack()
      await handle(readViewSubmission(body))
    })
  onSubmit(cardModalCallbacks.mute, cardSubmissions.mute)
  onSubmit(cardModalCallbacks.spikeStatus, spikeButtons.saveStatus)
  onSubmit(cardModalCallbacks.entries, cardSubmissions.entries)
  bolt.view(rangeCallback, async ({ ack, body }) => {
    const submission = readViewSubmission(body)
    const errors = stats.checkRange(submission)
    if (errors !== undefined) return ack({ response_action: 'errors', errors })
    await ack()
    return stats.submitRange(submission)
  })
  // These four forms acknowledge after everything is stored, and before Slack is asked to show it. If the process dies before, Slack shows an
  // error, and the person repeats the submission.
  bolt.view(cardModalCallbacks.assign, async ({ ack, body }) => {
    const errors = await handling.assign(readViewSubmission(body))
    await (errors === undefined ? ack() : ack({ response_action: 'errors', errors }))
  })
  bolt.view(cardModalCallbacks.more, async ({ ack, body }) => {
    const errors = await moreActions.linkTicket(readViewSubmission(body))
    await (errors === undefined ? ack() : ack({ response_action: 'errors', errors }))
  })
  bolt.action(actionIds.why, async ({ ack, body }) => {
    await ack()
    await moreActions.why(readViewSubmission(body))
  })
  bolt.view(cardModalCallbacks.snooze, async ({ ack, body }) => {
    const submission = readViewSubmission(body)
    const list = await handling.snooze(submission, () => ack())
    if (list !== undefined) await home.showList(submission.user, list)
  })
  bolt.view(pauseCallback, async ({ ack, body }) => {
    const submission = readViewSubmission(body)
    const { errors, home: pages } = await pauseResume.submit(submission)
    await (errors === undefined ? ack() : ack({ response_action: 'errors', errors }))
    if (pages !== undefined) await home.showPages(submission.user, pages)
  })
  bolt.view(subscribeCallback, async ({ ack, body }) => {
    const submission = readViewSubmission(body)
    const errors = await subscribeView.check(submission)
    if (errors !== undefined) return ack({ response_action: 'errors', errors })
    await ack()
    await subscribeView.submit(submission)
    if (subscribeView.isFromHome(submission)) await home.show(submission.user)
  })
  bolt.action(actionIds.previewForm, async ({ ack, body }) => {
    await ack()
    await subscribeView.preview(readViewSubmission(body))
  })
  bolt.action(actionIds.formMore, async ({ ack, body }) => {
    await ack()
    await subscribeView.showMore(readViewSubmission(body))
  })
}
