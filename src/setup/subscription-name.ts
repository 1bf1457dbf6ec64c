import type { Alert } from '../model/alert.ts'
import { subscriptionNameOf } from '../model/subscription-name.ts'

/** A name for a subscription of an alert, like `acme-brand`, that none of those taken has. */
export function uniqueSubscriptionName(alert: Pick<Alert, 'id' | 'name'>, taken: readonly string[]): string {
  const name = subscriptionNameOf(alert.name) || `alert-${alert.id}`
  let free = name
  for (let number = 2; taken.includes(free); number++) free = `${name}-${number}`
  return free
}
