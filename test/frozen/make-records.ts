// @ts-nocheck: it runs on the code of commit 82f882c8 only.
import { outdatedMessageSchema } from '../../src/cards/posted-cards.ts'
import type { SpikeSign, SpikeSummary } from '../../src/model/anomaly.ts'
import { type PostedCard, postedCardSchema, withChange } from '../../src/model/card.ts'
import { digestProgressSchema } from '../../src/model/digest-progress.ts'
import type { Mention } from '../../src/model/mention.ts'
import { channelProposalsSchema } from '../../src/model/mute-proposal.ts'
import { reminderSchema } from '../../src/model/reminder.ts'
import { spikeCardRecordSchema } from '../../src/model/spike-card.ts'
import {
  cardActions,
  type Filter,
  type Subscription,
  slackSubscriptionSchema,
} from '../../src/model/subscription.ts'
import { createPlanLimits, createPlanRecords, volumeCollection } from '../../src/polling/stored-volume.ts'
import type { Store } from '../../src/store/store.ts'
import { createWebhooks, type WebhookSettings } from '../../src/webhooks/webhooks.ts'

/** Records that are rare in a real bot, written with the store of 0.2. */

const hourMs = 3_600_000
const gone = 'C0000REMOVD'

export async function addRareRecords(
  store: Store,
  now: number,
  world: { brand: string; support: string; rivalTs: string; doneTs: string; webhooks: WebhookSettings[] },
): Promise<void> {
  const yesterday = now - 24 * hourMs
  const later = now + 72 * hourMs
  const ts = (ago: number) => ((now - ago * hourMs) / 1000).toFixed(6)
  const checkpoints = store.ownedCheckpoints({ shard: 0, fence: 0n })
  const mention: Mention = {
    ...{ id: '501', date: yesterday, reach: 12, language: 'en', url: 'https://news.example/501' },
    ...{ snippet: 'An <old> mention', title: 'Acme, long ago', done: true, starred: true, tags: ['vip'] },
    author: { name: 'Kim Lee', audience: 3, url: 'news.example', writtenBy: 'Lee Kim' },
    ...{ sentiment: 'positive', source: 'web', location: { country: 'DE' } },
    ...{ highlights: [{ text: 'Acme', start: 0, end: 4 }], flaws: ['reach: expected number'] },
  }
  const notify = { users: ['U0000000ANA'], groups: ['S0000000SUP'], here: false }
  const offers = [...cardActions]
  const signs: SpikeSign[] = [
    ...(['hour', 'half-hour', 'quarter'] as const).map((rule) => ({
      ...{
        rule,
        count: 30,
        baseline: 2.5,
        chance: 1e-7,
        maxChance: 2e-5,
        threshold: { least: 20, times: 3 },
      },
    })),
    {
      ...{ rule: 'sentiment', rated: 40, negative: 30, share: 0.75, baselineShare: 0.2 },
      ...{ least: 20, points: 0.15 },
    },
    { rule: 'bursts', count: 3, least: 3, inLastHour: 30, baseline: 2.5, times: 1.5 },
  ]
  const summary: SpikeSummary = {
    ...{ startedAt: yesterday, total: 2, rated: 2, negative: 1, reach: 24, peak: 30, top: [mention] },
    ...{ sources: [{ name: 'web', count: 2 }], countries: [{ name: 'DE', count: 2 }] },
    ...{ earliest: mention, widestReach: mention },
  }
  const window = { since: yesterday, cards: 0, afterBurst: true as const }
  const base = { watermark: '400', origin: '390', done: [{ at: yesterday, ids: ['401'] }], lastTs: ts(25) }
  const pending = { channel: gone, at: yesterday, window }
  const burst = {
    ...{ kind: 'burst' as const, headline: '30 mentions', facts: 'All negative', more: '29 more' },
    ...{ mentions: [mention], negative: ['501'], notify, offers },
  }

  // Subscriptions that were removed from the configuration file leave their checkpoints.
  const key = (number: number) => ({ subscription: `removed-${number}`, alert: '1099' })
  await checkpoints.save(key(1), {
    ...{ ...base, startedOver: 'a1b2', channel: gone, window },
    pending: { ...pending, ids: ['501'], burstIds: ['502', '503'], shows: burst },
    spike: {
      state: { kind: 'calm', before: { announcedAt: yesterday, endedAt: now, peak: 9 } },
      total: 0,
      ids: [],
    },
  })
  await checkpoints.save(key(2), {
    ...{ ...base, channel: gone },
    pending: { ...pending, ids: [], spike: 'call' },
    spike: {
      state: { kind: 'spike', announcedAt: yesterday, aboveBaselineAt: now, signs, summary },
      ...{ thread: ts(24), total: 2, ids: ['502'] },
      ended: { thread: ts(26), summary, endedAt: yesterday, channel: 'C0000REMOV2' },
    },
  })
  await checkpoints.save(key(3), {
    ...{ ...base, burst: { thread: ts(24), total: 9, ids: ['502'] } },
    pending: {
      ...{ ...pending, ids: ['501'] },
      shows: { kind: 'card', mention, style: 'compact', alertName: 'Acme brand', notify, offers },
      fingerprint: {
        ...{ url: mention.url, reach: 12, keys: ['address news.example/501'] },
        title: { words: ['acme', 'ago', 'long', 'q3', 'then'], numbers: ['q3'] },
        resurfaces: { from: '400', link: 'https://overheard-demo.slack.com/archives/C1/p1' },
      },
    },
  })

  // Cards in a channel that no longer exists.
  const cards = store.messages('cards', postedCardSchema)
  const inGone = (hours: number) => ({
    channel: gone,
    ts: ts(hours),
    subscription: 'removed-1',
    alert: '1099',
  })
  const assigned = { id: 'a1', from: 'U0000000ANA', fromName: 'Ana Lima', note: 'Yours', due: later }
  const by = { user: 'U0000000BEN', by: 'Ben Okafor', at: yesterday }
  const rare: PostedCard[] = [
    { ...inGone(30), shows: burst, actions: [] },
    {
      ...inGone(29),
      shows: { kind: 'thread', mentions: [mention], firstNumber: 2, total: 9, offers },
      actions: [
        {
          ...{ ...inGone(29), mention: '501', state: 'done', ...by, sentiment: 'neutral' },
          firstAt: yesterday,
        },
      ],
    },
    {
      ...inGone(28),
      shows: { kind: 'card', mention, style: 'compact', alertName: 'Acme brand', notify, offers },
      actions: [
        {
          ...{ ...inGone(28), mention: '501', state: 'claimed', ...by, sentiment: 'positive' },
          ...{ firstAt: yesterday, claimedAt: yesterday, assigned },
          before: { state: 'assigned', ...by, assigned },
        },
      ],
      closedByService: ['501'],
    },
  ]
  for (const card of rare) await cards.add(card, card)
  // Changes that the queues of the webhooks do not have yet. One card is drawn and announced after the next start; nobody draws the other.
  const to = [
    'claimed',
    'assigned',
    'snoozed',
    'released',
    'reopened',
    'done',
    'not-relevant',
    'linked',
  ] as const
  const changed = (card: PostedCard | undefined, mention: string) =>
    to.reduce(
      (current, one, index) =>
        current &&
        withChange(current, {
          ...{ at: now + index, mention, to: one, by: { id: 'U0000000BEN', name: 'Ben Okafor' } },
          ...(one === 'assigned' && {
            holder: { id: 'U0000000KIM', name: 'Kim Lee' },
            note: 'Yours',
            due: later,
          }),
          ...(one === 'snoozed' && { until: later }),
          ...(one === 'linked' && { link: 'https://tracker.example/issues/2' }),
        }),
      card,
    )
  await cards.change({ channel: world.brand, ts: world.doneTs }, (card) => changed(card, '1302'))
  await cards.change(inGone(28), (card) => changed(card, '501'))
  await store
    .collection('outdated-cards', outdatedMessageSchema, { rebuildable: true })
    .put(`${world.brand} ${world.doneTs}`, { channel: world.brand, ts: world.doneTs, at: now })

  const spikeCards = store.messages('spike-cards', spikeCardRecordSchema)
  const claims = [{ by: 'Ana Lima', count: 2 }]
  const shown = [
    {
      kind: 'live' as const,
      spike: {
        ...{
          alertName: 'Acme brand',
          summary,
          signs,
          inLastHour: 30,
          baselinePerHour: 3,
          hours: [1, 2, 30],
          claims,
        },
        permalinks: { 501: 'https://overheard-demo.slack.com/archives/C1/p1' },
      },
    },
    {
      kind: 'over' as const,
      spike: {
        ...{ alertName: 'Acme brand', summary, endedAt: yesterday, closed: 1, claimed: 1 },
        permalinks: { 501: 'https://overheard-demo.slack.com/archives/C1/p1' },
      },
    },
    { kind: 'interrupted' as const, spike: { alertName: 'Acme brand', endedAt: yesterday } },
  ]
  for (const [index, one] of shown.entries()) {
    const place = { channel: gone, ts: ts(40 + index) }
    await spikeCards.add(place, {
      ...{
        ...place,
        subscription: 'removed-2',
        alert: '1099',
        mark: `ov:removed-2:${index}`,
        shown: one,
        notified: notify,
      },
      offers,
      note: {
        lead: { user: 'U0000000BEN', by: 'Ben Okafor', at: yesterday },
        status: { text: 'We are on it', by: 'Ana Lima', at: yesterday },
      },
      at: yesterday,
    })
  }

  // Ended subscriptions from Slack with every setting.
  const filter: Filter = {
    ...{
      source: ['reddit'],
      language: ['en'],
      country: ['DE'],
      tag: ['a'],
      author: ['Ana'],
      domain: ['x.example'],
    },
    ...{
      sentiment: ['positive', 'negative', 'neutral', 'unknown'],
      text: ['word'],
      starred: true,
      done: false,
    },
    ...{ reach: { from: 10, to: 1000 }, audience: { from: 100, to: 5000 } },
  }
  const subscriptions = store.collection('subscriptions', slackSubscriptionSchema)
  const ended = (name: string, rest: Partial<Subscription>) =>
    subscriptions.put(name, {
      subscription: {
        ...{ name, alert: '1099', channel: gone, schedule: 'auto', timezone: 'UTC', only: {}, except: {} },
        ...{ backfill: 0, burst: 5, ...rest },
      },
      created: { by: 'U0000000ANA', at: yesterday - 24 * hourMs },
      ended: { by: 'U0000000BEN', at: yesterday },
    })
  await ended('ended-1', {
    ...{ only: filter, except: filter, burstWithin: 60_000, maxAge: 3 * 24 * hourMs, style: 'compact' },
    quiet: {
      ...{ from: '22:00', to: '06:00', timezone: 'Asia/Seoul', urgent: filter },
      days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    },
    notify: { ...notify, when: filter },
    ...{ dedupe: 'story', followUp: hourMs, spike: 'calm', escalateAfter: 900_000, actions: offers },
    links: [{ label: 'Create issue', url: 'https://tracker.example/new?title={title}' }],
  })
  for (const [index, spike] of (['normal', 'alert', 'off'] as const).entries())
    await ended(`ended-${index + 2}`, { spike, style: 'full', dedupe: 'url' })

  // What waits for a time that is far away, or is left of something that ended.
  await addSentReminders(store, now)
  const reminders = store.collection('reminders', reminderSchema)
  const about = { created: yesterday, channel: gone, ts: ts(28), mention: '501', of: 'a1', to: 'U0000000ANA' }
  await reminders.put('r2', { ...about, id: 'r2', kind: 'overdue', due: yesterday, retryAt: later })
  const catchUp = { kind: 'catch-up' as const, created: yesterday, subscription: 'removed-1', of: 'p1' }
  const sending = { by: 'a-dead-process', at: yesterday, channel: gone }
  await reminders.put('catch-up p1', { ...catchUp, id: 'catch-up p1', due: later, pending: sending })
  await reminders.put('catch-up p3', { ...catchUp, id: 'catch-up p3', due: yesterday, retryAt: later })
  const call = {
    ...{
      kind: 'watch-call' as const,
      subscription: 'removed-1',
      channel: gone,
      afterMs: 900_000,
      created: yesterday,
    },
    ...{ thread: ts(28), messages: [{ ts: ts(28), mentions: ['501'] }], stage: 'group' as const },
  }
  await reminders.put('watch 1', {
    ...{ ...call, id: 'watch 1', due: later, called: 'U0000000KIM', outsideThread: true },
    pending: { ...sending, thread: ts(28), called: 'U0000000KIM' },
  })
  await reminders.put('watch 2', { ...call, id: 'watch 2', due: yesterday, retryAt: later })
  const digests = store.collection('digests', digestProgressSchema, { rebuildable: true })
  await digests.put('removed', {
    ...{ period: '2026-W47', channel: gone, inChannel: true, done: [{ part: 0, ts: ts(24) }, { part: 1 }] },
    messages: [{ text: 'A digest', blocks: [{ type: 'divider', block_id: 'b1' }] }],
  })

  const kinds = ['author', 'source', 'domain', 'word'] as const
  await store.collection('mute-proposals', channelProposalsSchema).put(world.support, {
    ...{
      channel: world.support,
      at: yesterday,
      since: yesterday - 600 * hourMs,
      until: yesterday,
      total: 85,
    },
    proposals: kinds.map((kind, index) => ({
      ...{ kind, name: `noise-${kind}`, count: 20 - index, dismissed: index },
      newest: [{ ts: world.rivalTs, mention: '3100' }],
    })),
    declined: kinds.map((kind) => ({ kind, name: `wanted-${kind}`, at: yesterday })),
  })
  await createPlanLimits(store, () => now).recordAnnouncement(world.support, true)
  await createPlanRecords(store).recordAnnouncedShare(world.support, Date.parse('2026-12-01T00:00Z'), 0.8)
  const volume = await volumeCollection(store).find('1004')
  if (volume === undefined) throw new Error('no volume of the outage')
  const silent = [
    { kind: 'alert' as const },
    { kind: 'source' as const, name: 'web' },
    { kind: 'language' as const, name: 'en' },
  ]
  await volumeCollection(store).put('1099', {
    ...volume,
    announced: silent.map((what) => ({ what, since: yesterday })),
  })

  const about501 = { alert: '1099', id: '501', url: mention.url }
  store.decisions.record([
    { ...about501, at: yesterday, subscription: 'removed-1', outcome: 'rejected', reason: 'invalid_blocks' },
    {
      ...{ ...about501, at: yesterday, subscription: 'removed-2', outcome: 'posted', reason: 'passed' },
      ...{ sentiment: 'positive', channel: gone, ts: ts(28) },
    },
  ])
  const never = () => () => undefined
  const hooks = createWebhooks(world.webhooks, {
    ...{ store, now: () => now, setTimer: never, stopping: new AbortController().signal },
    ...{
      proxy: { httpProxy: '', httpsProxy: '', noProxy: '' },
      observe: () => undefined,
      log: { warn: () => undefined },
    },
    problems: () => ({ raise: () => undefined, clear: () => false }),
  })
  await hooks.announce.spikeEnded({
    ...{ subscription: 'outage', alert: '1004', channel: gone, ts: ts(1), endedAt: now, summary },
  })
  await hooks.close()
}

/** Reminders whose process died between the message and their end. */
export async function addSentReminders(store: Store, now: number): Promise<void> {
  const reminders = store.collection('reminders', reminderSchema)
  const base = { created: now - 24 * hourMs, due: now - 24 * hourMs, sent: true as const }
  const place = { channel: gone, ts: '1795337000.000100' }
  await reminders.put('r1', {
    ...{ ...base, ...place, id: 'r1', kind: 'assigned', mention: '501', of: 'a1', to: 'U0000000ANA' },
  })
  await reminders.put('catch-up p2', {
    ...{ ...base, id: 'catch-up p2', kind: 'catch-up', subscription: 'removed-1', of: 'p1' },
  })
  await reminders.put('watch 3', {
    ...{
      ...base,
      id: 'watch 3',
      kind: 'watch-call',
      subscription: 'removed-1',
      channel: gone,
      thread: place.ts,
    },
    ...{ messages: [{ ts: place.ts, mentions: ['501'] }], stage: 'group', afterMs: 900_000 },
  })
}
