import type { Checkpoint } from '../src/model/checkpoint.ts'
import type { Subscription } from '../src/model/subscription.ts'
import { farAlerts } from './far-alerts.ts'
import type { Load } from './load-result.ts'
import { subscriptionTo } from './our-side.ts'

export function alertsOf({ alerts }: Pick<Load, 'alerts'>): string[] {
  return Array.from({ length: alerts }, (_, index) => `${farAlerts.empty}${String(index).padStart(5, '0')}`)
}

/** The subscriptions, distributed over the alerts. */
export function subscriptionsOf(load: Pick<Load, 'alerts' | 'subscriptions'>): Subscription[] {
  const alerts = alertsOf(load)
  return Array.from({ length: load.subscriptions }, (_, index) =>
    subscriptionTo(alerts[index % alerts.length] ?? '', {
      name: `watch ${index}`,
      channel: `C${index % 500}`,
    }),
  )
}

/** The checkpoint of a subscription after its initial sync. `at`: UTC, ms. */
export const syncedCheckpoint = (at: number): Checkpoint => ({
  watermark: '0',
  origin: '0',
  done: [{ at, ids: ['1'] }],
})
