import { defined } from '@overheard/base/defined'
import manifest from '../../config/slack-manifest.json' with { type: 'json' }
import { optionsOfManifest, type WorkspaceOptions } from '../../packages/slack-on-your-desk/src/index.ts'
import type { Counted } from './counter.ts'
import { trackerLink } from './ticket-tracker.ts'

/**
 * A subscription of the demo in the configuration file. `spike: 'off'` is for alerts that the live stream feeds: the stream is so much
 * faster than the generated past that all of it would be one spike.
 */
export type Watched = Counted & {
  alertName: string
  spike?: 'off'
  dedupe?: 'coverage'
  about?: string
  card?: DemoCard
}

/** What the cards of a subscription show, if it is not the usual. */
type DemoCard = { style: 'compact'; line: string } | { show: string[] }

/**
 * The demo's subscriptions to generated alerts. They post every mention, so that anybody can count, except copies of
 * stories, which join an existing card, and news about namesakes. The crisis lever feeds the third, those of stories and namesakes the last.
 */
export const demoSubscriptions: Watched[] = [
  { subscription: 'acme', alert: '1001', alertName: 'Acme brand', channel: '#brand-watch', spike: 'off' },
  {
    subscription: 'rivals',
    alert: '1002',
    alertName: 'Acme competitors',
    channel: '#marketing',
    spike: 'off',
    card: { style: 'compact', line: '{sentiment} {title} · {author} ({reach})' },
  },
  { subscription: 'support', alert: '1004', alertName: 'Acme support', channel: '#support' },
  {
    subscription: 'press',
    alert: '1005',
    alertName: 'Acme press',
    channel: '#general',
    spike: 'off',
    dedupe: 'coverage',
    about: 'Acme, the app for notes and lists; people write about its sync, price, outages',
    card: { show: ['source', 'author', 'reach', 'sentiment', 'snippet', 'topics', 'language'] },
  },
]

const demoChannels = [
  { id: 'C000GENERAL', name: 'general' },
  { id: 'C00000BRAND', name: 'brand-watch' },
  { id: 'C0000SUPPRT', name: 'support' },
  { id: 'C0MARKETING', name: 'marketing' },
]

const demoPeople = [
  { id: 'U0000000ANA', name: 'ana', displayName: 'Ana Lima', timezone: 'Europe/Lisbon' },
  { id: 'U0000000BEN', name: 'ben', displayName: 'Ben Okafor', timezone: 'Europe/London' },
  { id: 'U0000000KIM', name: 'kim', displayName: 'Kim Lee', timezone: 'America/New_York' },
  { id: 'U0000000MEI', name: 'mei', timezone: 'Asia/Tokyo' },
]

const { messageShortcuts } = optionsOfManifest(manifest)

/** The workspace of the demo and of the tests. It grants what the manifest requests. */
export const overheardWorkspace = {
  team: { name: 'Overheard demo', domain: 'overheard-demo' },
  bot: { name: 'overheard' },
  scopes: manifest.oauth_config.scopes.bot,
  messageShortcuts,
  subscribedEvents: manifest.settings.event_subscriptions.bot_events,
  channels: demoChannels,
  users: demoPeople,
} satisfies Partial<WorkspaceOptions>

const fullMembers = demoPeople.map(({ id }) => id)
const guest = {
  id: 'U0000000GIL',
  name: 'gil',
  displayName: 'Gil Santos',
  timezone: 'Europe/Lisbon',
  kind: 'guest' as const,
}
const external = {
  id: 'U0000000EVA',
  name: 'eva',
  displayName: 'Eva Novak',
  timezone: 'Europe/Prague',
  kind: 'external' as const,
}

/** The member who gets the direct messages about problems, and who is on watch first. */
const owner = demoPeople[0]?.id ?? ''
/** The member who is notified about urgent mentions. */
const colleague = demoPeople[1]?.id ?? ''

/** The demo's users: four full members, a guest in #support, and an external user in #brand-watch (Slack Connect). */
export const demoTeam = {
  ...overheardWorkspace,
  users: [...demoPeople, guest, external],
  channels: demoChannels.map((channel) => ({
    ...channel,
    members: [...fullMembers, ...visitorsOf(channel.name)],
  })),
} satisfies Partial<WorkspaceOptions>

function visitorsOf(channel: string): string[] {
  if (channel === 'support') return [guest.id]
  return channel === 'brand-watch' ? [external.id] : []
}

const schedule = '*/3 * * * * *'

/** The channel of the demo's digest. */
export const digestChannel = '#marketing'

/** A weekly digest. Its next slot is Monday at nine, unless `slotAt` (UTC ms) gives another one. */
type DemoDigest = { name: string; slotAt?: number }

/** The mention that the button “An urgent mention” adds has this tag. */
export const urgentTag = 'urgent'

/** The secret of the demo's webhook, and the environment variable that has it. */
export const webhookSecret = `whsec_${Buffer.from('secret of the webhook of the demo').toString('base64')}`
export const webhookSecretName = 'DEMO_WEBHOOK_SECRET'

/** The addresses of the demo's page and of its receiver of webhooks. */
type DemoAddresses = { page: string; receiver: string }

/** Returns the content of the demo's configuration file. Ana is on watch for a week from `now` (UTC ms). */
export function demoConfiguration(
  subscriptions: Watched[],
  { page, receiver }: DemoAddresses,
  now: number,
  digest: DemoDigest = { name: 'weekly' },
) {
  const declared = subscriptions.map(
    ({ subscription, alertName, channel, spike, dedupe, about, card = {} }) => ({
      name: subscription,
      alert: alertName,
      channel,
      schedule,
      // The live stream is fast, and each mention must appear within seconds.
      burstWithin: '0s',
      backfill: 2,
      followUp: '2h',
      notify: { users: [colleague], when: { tag: [urgentTag] } },
      ...defined({ spike, dedupe, about }),
      ...card,
    }),
  )
  const compared = subscriptions.map(({ alertName }) => alertName).slice(0, 2)
  const digests = [
    {
      name: digest.name,
      channel: digestChannel,
      alerts: subscriptions.map(({ alertName }) => alertName),
      ...(compared.length > 1 ? { compare: compared } : {}),
      ...(digest.slotAt === undefined ? {} : { schedule: weeklyAt(digest.slotAt) }),
    },
  ]
  return {
    owner,
    doubtSeconds: 10,
    links: [trackerLink(page)],
    onDuty: { users: fullMembers, from: new Date(now).toISOString().slice(0, 10), handover: '00:00' },
    escalateAfter: '20s',
    webhooks: [{ url: receiver, secretEnv: webhookSecretName, allowPrivate: true }],
    subscriptions: declared,
    ...(declared.length > 0 ? { digests } : {}),
  }
}

/** A cron expression for this weekday and time of day (UTC). */
function weeklyAt(time: number): string {
  const date = new Date(time)
  return `${date.getUTCMinutes()} ${date.getUTCHours()} * * ${date.getUTCDay()}`
}

/**
 * Subscriptions for a mention service of the user's own: its first alerts, one for each channel of the demo. The
 * alert is named by its id, because alert names need not be unique there.
 */
export function ownSubscriptions(alerts: { id: string; name: string }[]): Watched[] {
  const channels = ['#brand-watch', '#marketing', '#support', '#general']
  return alerts.slice(0, channels.length).map(({ id, name }, index) => ({
    subscription: name.slice(0, 80) || id,
    alert: id,
    alertName: id,
    channel: channels[index] ?? '#general',
  }))
}
