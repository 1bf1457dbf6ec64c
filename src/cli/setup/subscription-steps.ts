import type { Alert } from '@overheard/mention-client/alert'
import { isId } from '@overheard/mention-client/id'
import { type Subscription, subscriptionNameOf } from '../../model/subscription.ts'
import type { ChannelInfo } from '../../slack/channels.ts'
import type { SlackCalls } from '../credential-checks.ts'
import type { Bot } from './credential-steps.ts'
import type { NewSubscription } from './edit-configuration.ts'
import type { Dialogue } from './prompt.ts'

type SubscriptionStep = {
  dialogue: Dialogue
  slack: SlackCalls
  bot: Bot
  alerts: Alert[]
  reload: () => Promise<Alert[]>
  /** The alerts to post, if the person has just made them. */
  made: Alert[]
  existing: Subscription[]
  recall: RecallChannel
}

export type RecallChannel = (name: string) => Promise<string | undefined>

/** One subscription for each alert that the person has just made, or for one that is chosen, all in one channel. */
export async function askSubscriptions(step: SubscriptionStep): Promise<NewSubscription[]> {
  const { dialogue, slack, bot, alerts, reload, existing } = step
  const chosen =
    step.made.length > 0
      ? step.made
      : [await askAlert(dialogue, { existing: existing.length, alerts, reload })]
  const wanted = chosen.filter((alert) => alert !== undefined)
  if (wanted.length === 0) return []
  const channel = await askChannel(dialogue, slack, bot)
  const taken = existing.map(({ name }) => name)
  const made: NewSubscription[] = []
  for (const alert of wanted) {
    const same = await findExisting(step, alert, channel)
    if (same !== undefined) {
      dialogue.say(
        `The subscription '${same.name}' posts ${alert.name} to #${channel.name} already: it stays as it is.`,
      )
      continue
    }
    const name = uniqueSubscriptionName(alert, taken)
    taken.push(name)
    made.push({ name, alert: alertReference(alert, alerts), channel: channel.id, channelName: channel.name })
  }
  return made
}

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

async function postsTo(written: string, { id, name }: ChannelInfo, recall: RecallChannel): Promise<boolean> {
  const plainly = normalize(written)
  if (plainly === id.toLowerCase() || plainly === `#${name}`) return true
  return plainly.startsWith('#') && (await recall(plainly).catch(() => undefined)) === id
}

function alertReference({ id, name }: Alert, alerts: Alert[]): string {
  const namesakes = alerts.filter((other) => normalize(other.name) === normalize(name))
  const isClear = name !== '' && name === name.trim() && !/\p{C}/u.test(name) && !isId(name)
  return isClear && namesakes.length <= 1 ? name : id
}

const normalize = (text: string) => text.trim().toLowerCase()

async function askAlert(
  dialogue: Dialogue,
  { existing, alerts, reload }: { existing: number; alerts: Alert[]; reload: () => Promise<Alert[]> },
): Promise<Alert | undefined> {
  for (let offered = alerts; ; offered = await reload()) {
    dialogue.say('\nThe alerts of the mention service:')
    if (offered.length === 0) dialogue.say('  none yet: create one there first.')
    const kept = existing === 1 ? 'the subscription' : `the ${existing} subscriptions`
    const alert = await dialogue.choose({
      text: 'Which alert shall be posted?',
      items: offered,
      describe: describeAlert,
      otherwise: existing > 0 ? `keep ${kept} there already` : listAgain,
    })
    if (alert !== undefined || existing > 0) return alert
  }
}

const listAgain = 'list them again'

const describeAlert = ({ name, type }: Alert) => (type === 'mentions' ? name : `${name} (${type})`)

async function askChannel(dialogue: Dialogue, slack: SlackCalls, bot: Bot): Promise<ChannelInfo> {
  for (;;) {
    const listed = await slack.channels(bot.token)
    dialogue.say('\nThe channels of the workspace:')
    dialogue.say(
      listed.kind === 'refused'
        ? listed.sentence
        : `(A private one is listed once you have typed /invite @${bot.name} in it.)`,
    )
    const channel = await dialogue.choose({
      text: 'Which channel is it posted to?',
      items: listed.kind === 'listed' ? listed.channels : [],
      describe: describeChannel,
      otherwise: listAgain,
    })
    if (channel !== undefined && (await enterChannel(dialogue, slack, bot, channel))) return channel
  }
}

const describeChannel = ({ name, member }: ChannelInfo) => `#${name}${member ? ' (the bot is in it)' : ''}`

async function enterChannel(
  dialogue: Dialogue,
  slack: SlackCalls,
  bot: Bot,
  channel: ChannelInfo,
): Promise<boolean> {
  if (channel.member) return true
  const answer = await slack.join(bot.token, channel.id)
  dialogue.say(
    answer.kind === 'joined'
      ? `@${bot.name} has joined #${channel.name}.`
      : `${answer.sentence}\n@${bot.name} cannot join #${channel.name} by itself: type /invite @${bot.name} there and choose it again.`,
  )
  return answer.kind === 'joined'
}

export function uniqueSubscriptionName(alert: Pick<Alert, 'id' | 'name'>, taken: readonly string[]): string {
  const name = subscriptionNameOf(alert.name) || `alert-${alert.id}`
  let free = name
  for (let number = 2; taken.includes(free); number++) free = `${name}-${number}`
  return free
}
