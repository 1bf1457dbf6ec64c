import type { Counted } from './counter.ts'

/**
 * A subscription of the demo as it is declared: people read the alert's name. The stream of the demo is so much faster than its
 * past that all of it were one spike: `off` where it flows.
 */
export type Watched = Counted & { alertName: string; spike?: 'off'; dedupe?: 'story' }

/**
 * What the demo watches in its generated world. All of it is posted, so that anyone can count, but for the copies of stories: they
 * join a card. A crisis is about the third, a story about the last.
 */
export const demoSubscriptions: Watched[] = [
  { subscription: 'acme', alert: '1001', alertName: 'Acme brand', channel: '#brand-watch', spike: 'off' },
  {
    subscription: 'rivals',
    alert: '1002',
    alertName: 'Acme competitors',
    channel: '#marketing',
    spike: 'off',
  },
  { subscription: 'support', alert: '1004', alertName: 'Acme support', channel: '#support' },
  {
    subscription: 'press',
    alert: '1005',
    alertName: 'Acme press',
    channel: '#general',
    spike: 'off',
    dedupe: 'story',
  },
]

const schedule = '*/3 * * * * *'

/** The configuration file of the demo. YAML is a superset of JSON. */
export function demoConfiguration(subscriptions: Watched[]): string {
  const declared = subscriptions.map(({ subscription, alertName, channel, spike, dedupe }) => ({
    name: subscription,
    alert: alertName,
    channel,
    schedule,
    backfill: 2,
    ...(spike === undefined ? {} : { spike }),
    ...(dedupe === undefined ? {} : { dedupe }),
  }))
  const digests = [
    { name: 'weekly', channel: '#marketing', alerts: subscriptions.map(({ alertName }) => alertName) },
  ]
  return JSON.stringify({
    doubtSeconds: 10,
    subscriptions: declared,
    ...(declared.length > 0 ? { digests } : {}),
  })
}

/** For a mention service of one's own: its first alerts, each to a channel of the demo. Names need not be unique there, ids are. */
export function ownSubscriptions(alerts: { id: string; name: string }[]): Watched[] {
  const channels = ['#brand-watch', '#marketing', '#support', '#general']
  return alerts.slice(0, channels.length).map(({ id, name }, index) => ({
    subscription: name.slice(0, 80) || id,
    alert: id,
    alertName: id,
    channel: channels[index] ?? '#general',
  }))
}
