import type { App } from '@slack/bolt'
import { actionIds } from '../messages/block-actions.ts'
import { askActionPrefix, chooseActionId, postActionId } from '../messages/stats-answer.ts'
import type { SyncLoop } from '../polling/sync-loop.ts'
import type { FromSlack } from '../wiring/listeners.ts'
import { cardModalCallbacks } from './card-modals.ts'
import type { StatsListeners } from './commands/mentions-stats-command.ts'
import { type HomeAction, readHomeAction } from './events/home-tab-events.ts'
import {
  type DigestAction,
  type MessageAction,
  readBlockAction,
  readDigestAction,
  readMessageAction,
  readViewSubmission,
  type ViewSubmission,
} from './payloads.ts'
import { subscribeCallback } from './views/subscribe-view.ts'

/** What the commands need; each command declares its own part. */
type ListenerDeps = { stats: StatsListeners; fromSlack: FromSlack; keepUp: Pick<SyncLoop, 'now'> }

/**
 * Everything Slack can ask of us, as a table of contents. The only place besides the connection that knows Bolt. Each line
 * acknowledges at once and works later: Slack gives up after three seconds. Before it, at most one of them goes into hearing what
 * other processes were told. Who asked for what then fails is told so.
 */
export function registerListeners(app: App, { stats, fromSlack, keepUp }: ListenerDeps): void {
  app.use(async ({ next, body }) => {
    await keepUp.now()
    try {
      await next()
    } catch (error) {
      await fromSlack.apologise(body, error)
    }
  })
  registerStats(app, stats)
  app.command('/mentions', async ({ ack, command }) => {
    await ack()
    const { user_id: user, channel_id: channel, response_url: responseUrl, trigger_id: trigger } = command
    await fromSlack.mentions({ user, channel, responseUrl, trigger, line: command.text })
  })
  registerButtons(app, fromSlack)
  registerDigestButtons(app, fromSlack)
  registerHome(app, fromSlack)
  registerModals(app, fromSlack)
}

function registerStats(app: App, stats: StatsListeners): void {
  app.command('/mentions-stats', async ({ ack, command }) => {
    await ack()
    const {
      user_id: user,
      channel_id: channel,
      channel_name: channelName,
      response_url: responseUrl,
    } = command
    await stats.command({ user, channel, channelName, responseUrl, value: command.text })
  })
  app.action(new RegExp(`^(${askActionPrefix}|${chooseActionId}$)`), async ({ ack, body }) => {
    await ack()
    await stats.followUp(readBlockAction(body))
  })
  app.action(postActionId, async ({ ack, body }) => {
    await ack()
    await stats.postToChannel(readBlockAction(body))
  })
}

/** The buttons of cards, and those of what is told in a channel. */
function registerButtons(app: App, { buttons, changes, pauseResume, ...fromSlack }: FromSlack): void {
  const onAction = (actionId: string, handle: (action: MessageAction) => Promise<void>) =>
    app.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readMessageAction(body))
    })
  onAction(actionIds.claim, buttons.claim)
  onAction(actionIds.done, buttons.done)
  onAction(actionIds.more, buttons.more)
  onAction(actionIds.actOnEntries, buttons.entries)
  onAction(actionIds.undo, changes.undo)
  onAction(actionIds.unmute, fromSlack.unmute)
  onAction(actionIds.showOne, fromSlack.showOne)
  onAction(actionIds.catchUp, (action) => pauseResume.answerCatchUp(action, 'catch-up'))
  onAction(actionIds.startFromNow, (action) => pauseResume.answerCatchUp(action, 'from-now'))
}

/** The buttons of a digest, and those that turn the pages of what they open. */
function registerDigestButtons(app: App, { digestButtons }: FromSlack): void {
  const onAction = (actionId: string, handle: (action: DigestAction) => Promise<void>) =>
    app.action(new RegExp(`^${actionId}(_page_(back|on))?$`), async ({ ack, body }) => {
      await ack()
      await handle(readDigestAction(body))
    })
  onAction(actionIds.digestDetails, digestButtons.details)
  onAction(actionIds.digestHeldBack, digestButtons.notPosted)
  onAction(actionIds.digestEachAlert, digestButtons.eachAlert)
}

function registerHome(app: App, { home }: FromSlack): void {
  const onAction = (actionId: string | RegExp, handle: (action: HomeAction) => Promise<void>) =>
    app.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readHomeAction(body))
    })
  app.event('app_home_opened', ({ event }) => home.show(event.user))
  onAction(new RegExp(`^${actionIds.homePage}_`), home.showPage)
  onAction(actionIds.subscribe, home.subscribe)
  onAction(actionIds.edit, home.edit)
  onAction(actionIds.pause, home.pause)
  onAction(actionIds.resume, home.resume)
  onAction(actionIds.homeUnmute, home.unmute)
  app.action(actionIds.docs, ({ ack }) => ack())
}

function registerModals(app: App, { submissions, subscribeView }: FromSlack): void {
  const onSubmit = (callback: string, handle: (submission: ViewSubmission) => Promise<void>) =>
    app.view(callback, async ({ ack, body }) => {
      await ack()
      await handle(readViewSubmission(body))
    })
  onSubmit(cardModalCallbacks.mute, submissions.mute)
  onSubmit(cardModalCallbacks.entries, submissions.entries)
  app.view(subscribeCallback, async ({ ack, body }) => {
    const submission = readViewSubmission(body)
    const errors = await subscribeView.check(submission)
    if (errors !== undefined) return ack({ response_action: 'errors', errors })
    await ack()
    return subscribeView.submit(submission)
  })
  app.action(actionIds.previewForm, async ({ ack, body }) => {
    await ack()
    await subscribeView.preview(readViewSubmission(body))
  })
}
