import { isDeepStrictEqual } from 'node:util'
import { cut, isolate } from '../../messages/text.ts'
import type { SlackSubscription } from '../../model/made-subscription.ts'
import type { Subscription } from '../../model/subscription.ts'
import { subscriptionNameOf } from '../../model/subscription-name.ts'
import type { SubscriptionRegistry } from '../../roster.ts'
import type { SlackSubscriptions } from '../../store/made-subscriptions.ts'
import type { ChangeLog } from '../changes.ts'

/** What making and changing subscriptions takes. */
export type SubscriptionServiceDeps = {
  now: () => number
  made: SlackSubscriptions
  registry: SubscriptionRegistry
  changes: Pick<ChangeLog, 'announce'>
  /** What people call an alert that is written so. */
  alertName: (written: string) => string
}

/**
 * Makes a subscription and tells of it in its channel; returns its name. It has a number behind it where that name was used before:
 * bookmark and receipts of the old one hang on the old name.
 */
export async function addSubscription(
  { made, registry, changes, now, alertName }: SubscriptionServiceDeps,
  { user, channel }: { user: string; channel: string },
  settings: Omit<Subscription, 'name'>,
): Promise<string> {
  const createdBy = { by: user, at: now() }
  const alert = alertName(settings.alert)
  const existedBefore = (await made.all()).some(
    ({ ended, subscription }) =>
      ended !== undefined &&
      subscription.alert === settings.alert &&
      subscription.channel === settings.channel,
  )
  const first = subscriptionNameOf(alert) || 'alert'
  for (let count = 1; ; count++) {
    const name = count === 1 ? first : `${first}-${count}`
    if (registry.find(name) !== undefined) continue
    const fresh: SlackSubscription = { subscription: { ...settings, name }, created: createdBy }
    const stored = await made.change(name, (current) => current ?? fresh)
    if (!isDeepStrictEqual(stored, fresh)) continue
    await registry.sync()
    const did = `subscribed this channel to ${isolate(cut(alert, 100))} as ${name}${existedBefore ? '. It starts afresh: what came before is not posted' : ''}`
    await changes.announce(channel, user, did, { kind: 'subscription', name, after: fresh })
    return name
  }
}
