import { outcomeOf } from '@overheard/post-once/errors'
import { createCards } from '../cards/cards.ts'
import { createAccess } from '../listeners/access.ts'
import { createSubscriptionFinder } from '../listeners/find-subscription.ts'
import { createReply } from '../listeners/reply.ts'
import { textMessage } from '../messages/kit/block-kit.ts'
import { undrawnText } from '../messages/replies.ts'
import type { Subscription } from '../model/subscription.ts'
import { findSubscriptionsOfChannel } from '../people/subscriptions-of-channel.ts'
import { createPrivateAlerts } from '../subscriptions/private-alerts.ts'
import { createRecipients } from '../subscriptions/recipients.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

export type BuiltCards = { cards: ReturnType<typeof buildCards> }
export type BuiltAccess = ReturnType<typeof buildAccess>

/** Builds the posted cards. */
export function buildCards({
  clock: { now },
  settings: { configuration, keptMs },
  log,
  store,
  slack,
  features,
  speakTo,
}: Pick<SettingsRooms, 'clock' | 'settings' | 'log' | 'store' | 'slack' | 'features'> &
  Pick<OpenedRecords, 'speakTo'>) {
  return createCards({
    store,
    messages: slack.messages,
    nameOf: slack.users.nameOf,
    keptMs,
    now,
    openForMs: Math.min(configuration.staysOpen, keptMs),
    weights: configuration.priority,
    menu: features.menu,
    speakTo,
    deadlinesOf: features.deadlinesOf,
    handled: { tell: features.tell.handled, isHeard: () => features.tell.isHeard('handled') },
    spikeCardAdditions: features.spikeCards,
    storyCaution: (alert) => features.first('storyCaution')?.(alert) ?? 0,
    async undrawn({ channel, ts, user, reason, isRetried }) {
      log.warn(
        { channel, ts, reason, isRetried },
        'Slack did not let the bot change a message whose card has changed',
      )
      if (user !== undefined)
        await speakTo.person(user, () =>
          slack.postEphemeral({ channel, user }, textMessage(undrawnText(reason, isRetried))),
        )
    },
  })
}

/** Builds what decides who may see and get the mentions of subscriptions, and what answers people. */
export function buildAccess({
  clock: { now, newId },
  settings: { configuration, fileKeys },
  log,
  slack,
  charts,
  alerts,
  subscriptions: { registry, fromSlack },
  reminders,
  features,
  speakTo,
}: Pick<SettingsRooms, 'clock' | 'settings' | 'log' | 'slack' | 'charts' | 'alerts' | 'features'> &
  OpenedRecords) {
  const privateAlerts = createPrivateAlerts({
    privateAlerts: configuration.private ?? [],
    subscriptions: configuration.subscriptions,
    // A digest that somebody set in Slack lets no channel have a private alert.
    digests: fileKeys.includes('digests') ? configuration.digests : [],
    registry,
    channels: slack.channels,
    alerts: alerts.directory,
    log,
  })
  async function ofChannel(channel: string): Promise<Subscription[]> {
    const all = registry.all()
    const posting = await Promise.all(all.map(privateAlerts.mayPost))
    const subscriptions = all.filter((_, at) => posting[at]).map(({ subscription }) => subscription)
    return findSubscriptionsOfChannel(slack.channels, subscriptions, channel)
  }
  const finder = createSubscriptionFinder(registry, slack.channels, privateAlerts)
  const access = createAccess({
    ...slack,
    settings: { admins: configuration.admins },
    privateAlerts,
    finder,
  })
  const recipients = createRecipients({
    now,
    newId,
    registry,
    slackSubscriptions: fromSlack,
    access,
    users: slack.users,
    nameOf: slack.users.nameOf,
    addReminder: reminders.add,
    changed: features.tell.changed,
    readHistory: slack.readHistory,
    reasonOf: (error) => outcomeOf(error, false).reason,
    log,
  })
  return {
    subscriptions: { privateAlerts, ofChannel, finder, recipients },
    people: { access, reply: createReply({ ...slack, charts, log }), speakTo },
  }
}
