import type { App } from '@slack/bolt'
import { actionIds } from '../messages/kit/block-actions.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import { askActionPrefix, postActionId } from '../stats/answer.ts'
import { typedLine } from '../typed/text.ts'
import { entriesCallback } from './actions/card-buttons.ts'
import { moreCallback } from './actions/more-form.ts'
import { createListeners, type ListenerRooms, type Listeners } from './own-listeners.ts'
import { stateOfList, userIn } from './payloads.ts'
import { createRegistration, type Registration } from './registration.ts'
import { chooseActionId } from './texts/stats-answer.ts'

/**
 * Most listeners acknowledge first and work later, because Slack waits only three seconds. If a listener fails, the person gets an error
 * message.
 */
export function registerListeners(bolt: App, rooms: ListenerRooms): void {
  const listeners = createListeners(rooms)
  const { speakTo } = rooms.people
  bolt.use(async ({ next, body }) => {
    await rooms.syncState()
    try {
      await next()
    } catch (error) {
      await speakTo.asker(userIn(body), () => listeners.replyToError(body, error))
    }
  })
  registerCommands(bolt, listeners, speakTo)
  const on = createRegistration(bolt, speakTo)
  registerMessageControls(on, listeners)
  registerHomeTab(on, listeners)
  // Slack sends this event for the Messages tab, too.
  bolt.event('app_home_opened', async ({ event }) => {
    if (event.tab === 'home') await listeners.home.show(event.user)
  })
  registerModals(on, listeners)
  on.event('user_change', rooms.subscriptions.recipients.changed)
  for (const link of [actionIds.openLink, actionIds.reminderLink, actionIds.docs]) on.link(link)
  rooms.features.listen(on, listeners.home)
  on.answerOthers(listeners.reply, listeners.home.answer)
}

function registerCommands(bolt: App, { mentions, stats }: Listeners, speakTo: Pick<SpeakTo, 'asker'>): void {
  bolt.command('/mentions', async ({ ack, command }) => {
    await ack()
    const { user_id: user, channel_id: channel, response_url: responseUrl, trigger_id: trigger } = command
    const line = typedLine(command.text)
    await speakTo.asker(user, () => mentions.run({ user, channel, responseUrl, trigger, line }))
  })
  bolt.command('/mentions-stats', async ({ ack, command }) => {
    await ack()
    const { user_id: user, channel_id: channel } = command
    const asked = { user, channel, responseUrl: command.response_url }
    await speakTo.asker(user, () => stats.command({ ...asked, value: typedLine(command.text) }))
  })
}

function registerMessageControls(
  on: Registration,
  { mentions, stats, cardButtons, spikeButtons, noticeButtons, handling, digestButtons }: Listeners,
): void {
  on.inMessage(new RegExp(`^${actionIds.runLine}\\d$`), ({ value: line, ...action }) =>
    mentions.run({ ...action, line }),
  )
  on.inMessage(actionIds.confirmLine, mentions.confirm)
  on.inMessage(new RegExp(`^(${askActionPrefix}|${chooseActionId}$)`), stats.followUp)
  on.inMessage(postActionId, stats.postToChannel)
  for (const press of ['claim', 'done', 'release', 'reopen', 'restore', 'more'] as const)
    on.inMessage(actionIds[press], cardButtons[press])
  on.inMessage(actionIds.actOnEntries, cardButtons.entries)
  on.inMessage(actionIds.claimNegative, cardButtons.claimNegative)
  on.inMessage(actionIds.spikeLead, spikeButtons.lead)
  on.inMessage(actionIds.spikeStatus, spikeButtons.status)
  on.inMessage(actionIds.spikeWhy, spikeButtons.why)
  on.inMessage(actionIds.spikeUnclaimed, spikeButtons.unclaimed)
  on.inMessage(actionIds.spikeMenu, spikeButtons.menu)
  on.inMessage(actionIds.spikeUndo, spikeButtons.undo)
  on.inMessage(actionIds.reminderDone, handling.doneFromReminder)
  on.inMessage(actionIds.reminderClaim, handling.claimFromReminder)
  on.inMessage(actionIds.reminderSnooze, handling.snoozeFromReminder)
  for (const press of ['undo', 'unmute', 'showOne'] as const)
    on.inMessage(actionIds[press], noticeButtons[press])
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
  on.choice(actionIds.openMenu, 'snooze', handling.snoozeFromList, (action) =>
    handling.snoozeFromList({ ...action, channel: '', ts: '', responseUrl: '' }),
  )
}

function registerModals(
  on: Registration,
  { cardSubmissions, spikeButtons, stats, handling, moreForm, home, forms }: Listeners,
): void {
  on.submit(forms.spikeStatus, spikeButtons.saveStatus)
  on.submit(entriesCallback, cardSubmissions.entries)
  on.checkedSubmit(forms.range, stats.checkRange, stats.submitRange)
  on.inModal(actionIds.why, moreForm.why)
  // These three forms acknowledge after everything is stored, and before Slack is asked to show it. If the process dies before, Slack shows an
  // error, and the person repeats the submission.
  on.checkedSubmit(forms.assign, handling.assign)
  on.checkedSubmit(moreCallback, moreForm.submit)
  on.slowSubmit(forms.snooze, async (submission, acknowledge) => {
    const list = await handling.snooze(submission, acknowledge)
    if (list !== undefined) await home.show(submission.user, stateOfList(list))
  })
}
