import type { ChannelInfo } from '../deliver/channel-list.ts'
import type { Alert } from '../model/alert.ts'
import { isId } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import { askAlert } from './alert-step.ts'
import type { Bot } from './bot-token-step.ts'
import { askChannel } from './channel-step.ts'
import type { NewSubscription } from './configuration-file.ts'
import type { Dialogue } from './dialogue.ts'
import type { SlackCalls } from './slack-calls.ts'
import { uniqueSubscriptionName } from './subscription-name.ts'

/** What the step works with. `reload` lists the alerts anew. */
type SubscriptionStep = {
  dialogue: Dialogue
  slack: SlackCalls
  bot: Bot
  alerts: Alert[]
  reload: () => Promise<Alert[]>
  existing: Subscription[]
  recall: RecallChannel
}

/** Which channel (its id) a name written as `#name` meant last, to the bot's knowledge. May reject. */
export type RecallChannel = (name: string) => Promise<string | undefined>

/** Asks for alert and channel of a subscription to add; undefined where none is added. */
export async function askSubscription(step: SubscriptionStep): Promise<NewSubscription | undefined> {
  const { dialogue, slack, bot, alerts, reload, existing } = step
  const alert = await askAlert(dialogue, { existing: existing.length, alerts, reload })
  if (alert === undefined) return undefined
  const channel = await askChannel(dialogue, slack, bot)
  const same = await findExisting(step, alert, channel)
  if (same !== undefined) {
    dialogue.say(
      `The subscription '${same.name}' posts ${alert.name} to #${channel.name} already: it stays as it is.`,
    )
    return undefined
  }
  const name = uniqueSubscriptionName(
    alert,
    existing.map((subscription) => subscription.name),
  )
  return { name, alert: alertReference(alert, alerts), channel: channel.id, channelName: channel.name }
}

/** The subscription that posts this alert to this channel already. */
async function findExisting(
  { existing, recall }: SubscriptionStep,
  alert: Alert,
  channel: ChannelInfo,
): Promise<Subscription | undefined> {
  const ofAlert = existing.filter(
    (one) => one.alert === alert.id || normalize(one.alert) === normalize(alert.name),
  )
  for (const subscription of ofAlert)
    if (await postsTo(subscription.channel, channel, recall)) return subscription
  return undefined
}

/** Whether a channel as it is written means this one, be it by a name that it had once. */
async function postsTo(written: string, { id, name }: ChannelInfo, recall: RecallChannel): Promise<boolean> {
  const plainly = normalize(written)
  if (plainly === id.toLowerCase() || plainly === `#${name}`) return true
  return plainly.startsWith('#') && (await recall(plainly).catch(() => undefined)) === id
}

/** The alert's name, which people recognise; its id where the name is not unique or could be taken for something else. */
function alertReference({ id, name }: Alert, alerts: Alert[]): string {
  const namesakes = alerts.filter((other) => normalize(other.name) === normalize(name))
  const isClear = name !== '' && name === name.trim() && !/\p{C}/u.test(name) && !isId(name)
  return isClear && namesakes.length <= 1 ? name : id
}

const normalize = (text: string) => text.trim().toLowerCase()
