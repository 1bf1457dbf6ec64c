import type { ChannelInfo } from '../deliver/channels.ts'
import type { Alert } from '../model/alert.ts'
import { isId } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import { askAlert } from './alert-step.ts'
import type { Bot } from './bot-token-step.ts'
import { askChannel } from './channel-step.ts'
import type { NewSubscription } from './configuration-file.ts'
import type { Dialogue } from './dialogue.ts'
import type { SlackCalls } from './slack-calls.ts'
import { subscriptionName } from './subscription-name.ts'

/** What the step works with. `reload` lists the alerts anew. */
export type SubscriptionStep = {
  dialogue: Dialogue
  slack: SlackCalls
  bot: Bot
  alerts: Alert[]
  reload: () => Promise<Alert[]>
  existing: Subscription[]
}

/** Asks for alert and channel of a subscription to add; undefined where none is added. */
export async function askSubscription(step: SubscriptionStep): Promise<NewSubscription | undefined> {
  const { dialogue, slack, bot, alerts, reload, existing } = step
  const alert = await askAlert(dialogue, { existing: existing.length, alerts, reload })
  if (alert === undefined) return undefined
  const channel = await askChannel(dialogue, slack, bot)
  const same = existing.find((subscription) => isOf(subscription, alert, channel))
  if (same !== undefined) {
    dialogue.say(
      `The subscription '${same.name}' posts ${alert.name} to #${channel.name} already: it stays as it is.`,
    )
    return undefined
  }
  const name = subscriptionName(
    alert,
    existing.map((subscription) => subscription.name),
  )
  return { name, alert: referenceTo(alert, alerts), channel: channel.id, channelName: channel.name }
}

function isOf(subscription: Subscription, alert: Alert, channel: ChannelInfo): boolean {
  const isAlert = subscription.alert === alert.id || plain(subscription.alert) === plain(alert.name)
  return isAlert && [channel.id.toLowerCase(), `#${channel.name}`].includes(plain(subscription.channel))
}

/** The alert's name, which people recognise; its id where the name is not unique or could be taken for something else. */
function referenceTo({ id, name }: Alert, alerts: Alert[]): string {
  const namesakes = alerts.filter((other) => plain(other.name) === plain(name))
  const isClear = name !== '' && name === name.trim() && !/\p{C}/u.test(name) && !isId(name)
  return isClear && namesakes.length <= 1 ? name : id
}

const plain = (text: string) => text.trim().toLowerCase()
