import { isDeepStrictEqual } from 'node:util'
import { cut, isolate } from '../../messages/text.ts'
import type { MadeSubscription } from '../../model/made-subscription.ts'
import type { Subscription } from '../../model/subscription.ts'
import { subscriptionNameOf } from '../../model/subscription-name.ts'
import type { Roster } from '../../roster.ts'
import type { MadeSubscriptions } from '../../store/made-subscriptions.ts'
import type { Changes } from '../changes.ts'

/** What making and changing subscriptions takes. */
export type SubscribeDeps = {
  now: () => number
  made: MadeSubscriptions
  roster: Roster
  changes: Pick<Changes, 'tell'>
  /** What people call an alert that is written so. */
  alertName: (written: string) => string
}

/**
 * Makes a subscription and tells of it in its channel; returns its name. It has a number behind it where that name was used before:
 * bookmark and receipts of the old one hang on the old name.
 */
export async function subscribe(
  { made, roster, changes, now, alertName }: SubscribeDeps,
  { user, channel }: { user: string; channel: string },
  settings: Omit<Subscription, 'name'>,
): Promise<string> {
  const deed = { by: user, at: now() }
  const alert = alertName(settings.alert)
  const again = (await made.all()).some(
    ({ ended, subscription }) =>
      ended !== undefined &&
      subscription.alert === settings.alert &&
      subscription.channel === settings.channel,
  )
  const first = subscriptionNameOf(alert) || 'alert'
  for (let count = 1; ; count++) {
    const name = count === 1 ? first : `${first}-${count}`
    if (roster.find(name) !== undefined) continue
    const fresh: MadeSubscription = { subscription: { ...settings, name }, made: deed }
    const kept = await made.change(name, (current) => current ?? fresh)
    if (!isDeepStrictEqual(kept, fresh)) continue
    await roster.sync()
    const did = `subscribed this channel to ${isolate(cut(alert, 100))} as ${name}${again ? '. It starts afresh: what came before is not posted' : ''}`
    await changes.tell(channel, user, did, { kind: 'subscription', name, after: fresh })
    return name
  }
}
