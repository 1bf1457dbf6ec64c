import type { App } from '@slack/bolt'
import type { FromSlack } from '../app/from-slack.ts'
import type { KeepUp } from '../app/keep-up.ts'
import { actionIds } from '../messages/action-ids.ts'
import { askActionPrefix, chooseActionId, postActionId } from '../messages/stats/actions.ts'
import { cardModals } from './card/open-modal.ts'
import { type DigestPress, readDigestPress } from './digest/press.ts'
import { type HomePress, readHomePress } from './home.ts'
import { type MessagePress, readMessagePress } from './message-press.ts'
import { readPress } from './press.ts'
import type { StatsCommands } from './stats/stats.ts'
import { readSubmission, type Submission } from './submission.ts'
import { subscribeCallback } from './subscriptions/modal-note.ts'

/** What the commands need; each command declares its own part. */
type CommandDeps = { stats: StatsCommands; fromSlack: FromSlack; keepUp: Pick<KeepUp, 'now'> }

/**
 * Everything Slack can ask of us, as a table of contents. The only place besides the connection that knows Bolt. Each line
 * acknowledges at once and works later: Slack gives up after three seconds. Before it, at most one of them goes into hearing what
 * other processes were told. Who asked for what then fails is told so.
 */
export function register(app: App, { stats, fromSlack, keepUp }: CommandDeps): void {
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

function registerStats(app: App, stats: StatsCommands): void {
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
    await stats.press(readPress(body))
  })
  app.action(postActionId, async ({ ack, body }) => {
    await ack()
    await stats.postToChannel(readPress(body))
  })
}

/** The buttons of cards, and those of what is told in a channel. */
function registerButtons(app: App, { buttons, changes, resting, ...fromSlack }: FromSlack): void {
  const press = (actionId: string, handle: (press: MessagePress) => Promise<void>) =>
    app.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readMessagePress(body))
    })
  press(actionIds.claim, buttons.claim)
  press(actionIds.done, buttons.done)
  press(actionIds.more, buttons.more)
  press(actionIds.actOnEntries, buttons.entries)
  press(actionIds.undo, changes.undo)
  press(actionIds.unmute, fromSlack.unmute)
  press(actionIds.showOne, fromSlack.showOne)
  press(actionIds.catchUp, (pressed) => resting.answer(pressed, 'catch-up'))
  press(actionIds.startFromNow, (pressed) => resting.answer(pressed, 'from-now'))
}

/** The buttons of a digest, and those that turn the pages of what they open. */
function registerDigestButtons(app: App, { digestButtons }: FromSlack): void {
  const press = (actionId: string, handle: (press: DigestPress) => Promise<void>) =>
    app.action(new RegExp(`^${actionId}(_page_(back|on))?$`), async ({ ack, body }) => {
      await ack()
      await handle(readDigestPress(body))
    })
  press(actionIds.digestDetails, digestButtons.details)
  press(actionIds.digestHeldBack, digestButtons.heldBack)
  press(actionIds.digestEachAlert, digestButtons.eachAlert)
}

function registerHome(app: App, { home }: FromSlack): void {
  const press = (actionId: string | RegExp, handle: (press: HomePress) => Promise<void>) =>
    app.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readHomePress(body))
    })
  app.event('app_home_opened', ({ event }) => home.show(event.user))
  press(new RegExp(`^${actionIds.homePage}_`), home.turnTo)
  press(actionIds.subscribe, home.subscribe)
  press(actionIds.edit, home.edit)
  press(actionIds.pause, home.pause)
  press(actionIds.resume, home.resume)
  press(actionIds.homeUnmute, home.unmute)
  app.action(actionIds.docs, ({ ack }) => ack())
}

function registerModals(app: App, { submissions, dialogue }: FromSlack): void {
  const submit = (callback: string, handle: (submission: Submission) => Promise<void>) =>
    app.view(callback, async ({ ack, body }) => {
      await ack()
      await handle(readSubmission(body))
    })
  submit(cardModals.mute, submissions.mute)
  submit(cardModals.entries, submissions.entries)
  app.view(subscribeCallback, async ({ ack, body }) => {
    const submission = readSubmission(body)
    const errors = await dialogue.check(submission)
    if (errors !== undefined) return ack({ response_action: 'errors', errors })
    await ack()
    return dialogue.submit(submission)
  })
  app.action(actionIds.previewForm, async ({ ack, body }) => {
    await ack()
    await dialogue.preview(readSubmission(body))
  })
}
