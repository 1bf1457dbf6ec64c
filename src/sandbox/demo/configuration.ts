import type { Counted } from './counter.ts'

/** What the demo watches in its generated world: all of it is posted, so that anyone can count. */
export const demoSubscriptions: Counted[] = [
  { subscription: 'acme', alert: '1001', channel: '#brand-watch' },
  { subscription: 'rivals', alert: '1002', channel: '#marketing' },
]

const schedule = '*/3 * * * * *'

/** The configuration file of the demo. YAML is a superset of JSON. */
export function demoConfiguration(subscriptions: Counted[]): string {
  const declared = subscriptions.map(({ subscription, alert, channel }) => ({
    name: subscription,
    alert,
    channel,
    schedule,
    backfill: 2,
  }))
  const digests = [{ name: 'weekly', channel: '#marketing', alerts: subscriptions.map(({ alert }) => alert) }]
  return JSON.stringify({
    doubtSeconds: 10,
    subscriptions: declared,
    ...(declared.length > 0 ? { digests } : {}),
  })
}

/** For a mention service of one's own: its first alerts, each to a channel of the demo. */
export function ownSubscriptions(alerts: { id: string; name: string }[]): Counted[] {
  const channels = ['#brand-watch', '#marketing', '#support', '#general']
  return alerts.slice(0, channels.length).map(({ id, name }, index) => ({
    subscription: name.slice(0, 80) || id,
    alert: id,
    channel: channels[index] ?? '#general',
  }))
}
