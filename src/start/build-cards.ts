import { randomUUID } from 'node:crypto'
import { createCards } from '../cards/cards.ts'
import { createAccess } from '../listeners/access.ts'
import { createSubscriptionFinder } from '../listeners/find-subscription.ts'
import { createReply } from '../listeners/reply.ts'
import { textMessage } from '../messages/kit/block-kit.ts'
import { createChartSupport } from '../messages/kit/fallbacks.ts'
import { undrawnText } from '../messages/replies.ts'
import type { Subscription } from '../model/subscription.ts'
import { findSubscriptionsOfChannel } from '../people/subscriptions-of-channel.ts'
import { outcomeOf } from '../slack/errors.ts'
import { createPrivateAlerts } from '../subscriptions/private-alerts.ts'
import { createRecipients } from '../subscriptions/recipients.ts'
import type { BegunParts } from './begin-parts.ts'
import type { OpenedRecords } from './open-records.ts'

export type BuiltCards = ReturnType<typeof buildCards>

/** Builds the posted cards, and what decides who may see and change them. */
export function buildCards({
  configuration,
  runtime: { now },
  log,
  store,
  hooks,
  registry,
  cardsKeptMs,
  slack,
  slackSubscriptions,
  reminderQueue,
  alerts,
  added,
}: Pick<
  BegunParts & OpenedRecords,
  | 'configuration'
  | 'runtime'
  | 'log'
  | 'store'
  | 'hooks'
  | 'registry'
  | 'cardsKeptMs'
  | 'slack'
  | 'slackSubscriptions'
  | 'reminderQueue'
  | 'alerts'
  | 'added'
>) {
  const cards = createCards({
    store,
    messages: slack.messages,
    nameOf: slack.users.nameOf,
    keptMs: cardsKeptMs,
    now,
    openForMs: Math.min(configuration.openFor, cardsKeptMs),
    weights: configuration.worth,
    menu: added.cardMenu,
    deadlinesOf: added.deadlinesOf,
    handled: { tell: hooks.handled, isHeard: () => hooks.isHeard('handled') },
    spikeCardAdditions: added.spikeCards,
    async undrawn({ channel, ts, user, reason, isRetried }) {
      log.warn(
        { channel, ts, reason, isRetried },
        'Slack did not let the bot change a message whose card has changed',
      )
      if (user !== undefined)
        await slack.postEphemeral({ channel, user }, textMessage(undrawnText(reason, isRetried)))
    },
  })
  const privateAlerts = createPrivateAlerts({
    privateAlerts: configuration.private ?? [],
    subscriptions: configuration.subscriptions,
    digests: configuration.digests,
    registry,
    channels: slack.channels,
    alerts,
    log,
  })
  async function subscriptionsOf(channel: string): Promise<Subscription[]> {
    const all = registry.all()
    const posting = await Promise.all(all.map(privateAlerts.mayPost))
    const subscriptions = all.filter((_, at) => posting[at]).map(({ subscription }) => subscription)
    return findSubscriptionsOfChannel(slack.channels, subscriptions, { channel })
  }
  const finder = createSubscriptionFinder(registry, slack.channels, privateAlerts)
  const access = createAccess({
    ...slack,
    settings: { admins: configuration.admins },
    privateAlerts,
    finder,
  })
  const charts = createChartSupport(now)
  const reply = createReply({ ...slack, charts, log })
  const recipients = createRecipients({
    now,
    newId: randomUUID,
    registry,
    slackSubscriptions,
    access,
    users: slack.users,
    nameOf: slack.users.nameOf,
    addReminder: reminderQueue.add,
    changed: hooks.changed,
    readHistory: slack.readHistory,
    reasonOf: (error) => outcomeOf(error, false).reason,
    log,
  })
  return { cards, privateAlerts, subscriptionsOf, finder, access, charts, reply, recipients }
}
