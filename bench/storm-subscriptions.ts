import type { Checkpoint } from '../src/model/checkpoint.ts'
import type { Subscription } from '../src/model/subscription.ts'
import { farAlerts } from './far-alerts.ts'
import { subscriptionTo } from './our-side.ts'
import type { Storm } from './storm-result.ts'

/** The ids of a storm's alerts. */
export function alertsOf({ alerts }: Pick<Storm, 'alerts'>): string[] {
  return Array.from({ length: alerts }, (_, index) => `${farAlerts.empty}${String(index).padStart(5, '0')}`)
}

/** The subscriptions of a storm, one alert after the other. */
export function subscriptionsOf(spike: Pick<Storm, 'alerts' | 'subscriptions'>): Subscription[] {
  const alerts = alertsOf(spike)
  return Array.from({ length: spike.subscriptions }, (_, index) =>
    subscriptionTo(alerts[index % alerts.length] ?? '', {
      name: `watch ${index}`,
      channel: `C${index % 500}`,
    }),
  )
}

/** The bookmark of a subscription that has looked before. `at`: UTC, ms. */
export const lookedBefore = (at: number): Checkpoint => ({
  watermark: '0',
  origin: '0',
  done: [{ at, ids: ['1'] }],
})
