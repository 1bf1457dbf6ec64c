import type { App } from '@slack/bolt'
import type { FromSlack } from '../app/from-slack.ts'
import type { KeepUp } from '../app/keep-up.ts'
import { actionIds } from '../messages/action-ids.ts'
import { askActionPrefix, chooseActionId, postActionId } from '../messages/stats/actions.ts'
import { cardModals } from './card/buttons.ts'
import { type DigestPress, readDigestPress } from './digest/press.ts'
import { type HomePress, readHomePress } from './home.ts'
import { type MessagePress, readMessagePress } from './message-press.ts'
import { readPress } from './press.ts'
import type { StatsCommands } from './stats/stats.ts'
import { readSubmission, type Submission } from './submission.ts'
import { subscribeCallback } from './subscriptions/dialogue.ts'

/** What the commands need; each command declares its own part. */
type CommandDeps = { stats: StatsCommands; fromSlack: FromSlack; keepUp: Pick<KeepUp, 'now'> }

/**
 * Everything Slack can ask of us, as a table of contents. The only place besides the connection that knows Bolt. Each line
 * acknowledges at once and works later: Slack gives up after three seconds. Before it, at most one of them goes into hearing what
 * other processes were told.
 */
export function register(app: App, { stats, fromSlack, keepUp }: CommandDeps): void {
  app.use(async ({ next }) => {
    await keepUp.now()
    await next()
  })
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
  app.command('/mentions', async ({ ack, command }) => {
    await ack()
    const { user_id: user, channel_id: channel, response_url: responseUrl, trigger_id: trigger } = command
    await fromSlack.mentions({ user, channel, responseUrl, trigger, line: command.text })
  })

  const press = (actionId: string | RegExp, handle: (press: MessagePress) => Promise<void>) =>
    app.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readMessagePress(body))
    })
  const { buttons, changes, resting, submissions, dialogue } = fromSlack
  press(actionIds.claim, buttons.claim)
  press(actionIds.done, buttons.done)
  press(actionIds.more, buttons.more)
  press(actionIds.actOnEntries, buttons.entries)
  press(actionIds.undo, changes.undo)
  press(actionIds.unmute, fromSlack.unmute)
  press(actionIds.showOne, fromSlack.showOne)
  press(actionIds.catchUp, (pressed) => resting.answer(pressed, 'catch-up'))
  press(actionIds.startFromNow, (pressed) => resting.answer(pressed, 'from-now'))

  const { digestButtons } = fromSlack
  const onDigest = (actionId: string, handle: (press: DigestPress) => Promise<void>) =>
    app.action(new RegExp(`^${actionId}(_page_(back|on))?$`), async ({ ack, body }) => {
      await ack()
      await handle(readDigestPress(body))
    })
  onDigest(actionIds.digestDetails, digestButtons.details)
  onDigest(actionIds.digestHeldBack, digestButtons.heldBack)
  onDigest(actionIds.digestEachAlert, digestButtons.eachAlert)

  const { home } = fromSlack
  const onHome = (actionId: string | RegExp, handle: (press: HomePress) => Promise<void>) =>
    app.action(actionId, async ({ ack, body }) => {
      await ack()
      await handle(readHomePress(body))
    })
  app.event('app_home_opened', ({ event }) => home.show(event.user))
  onHome(new RegExp(`^${actionIds.homePage}_`), home.turnTo)
  onHome(actionIds.subscribe, home.subscribe)
  onHome(actionIds.edit, home.edit)
  onHome(actionIds.pause, home.pause)
  onHome(actionIds.resume, home.resume)
  onHome(actionIds.homeUnmute, home.unmute)
  app.action(actionIds.docs, ({ ack }) => ack())

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
