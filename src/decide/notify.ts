import type { Mention } from '../model/mention.ts'
import type { Notify, Subscription } from '../model/subscription.ts'
import { conditionsOf } from './filter.ts'

/** Whom a mention calls: those of the subscription, where all of its stricter conditions hold. */
export function notifyFor({ notify }: Pick<Subscription, 'notify'>, mention: Mention): Notify | undefined {
  if (notify === undefined) return undefined
  return conditionsOf(notify.when).every(({ hit }) => hit(mention) !== undefined) ? notify : undefined
}
