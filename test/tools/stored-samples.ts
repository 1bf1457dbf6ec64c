import { z } from 'zod'
import type { QueuedEvent } from '../../src/features/webhooks/model.ts'
import type { PostedCard } from '../../src/model/card.ts'
import { type Checkpoint, emptyCheckpoint } from '../../src/model/checkpoint.ts'
import { openCollection } from '../../src/model/collection.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { SpikeCardRecord } from '../../src/model/spike-card.ts'
import type { messageSchemas, Store } from '../../src/store/store.ts'
import { storedKinds } from '../../src/stored-kinds.ts'
import { everySetting } from './every-setting.ts'
import { sampleMention } from './sample-mention.ts'

/** Samples of everything that is stored: records of every collection, messages, checkpoints and decisions. */

export const noon = Date.UTC(2026, 10, 20, 12)
const tsOf = (seconds: number) => `${noon / 1000 + seconds}.000100`

const pause = { id: 'p', by: 'U1', at: noon, until: noon + 1 }
const mute = { channel: 'C1', kind: 'author', name: 'Loud Person', by: 'U1', at: noon }
const swap = { id: 's', by: 'U1', at: noon, to: 'U2', until: noon + 1 }
const timeline = { first: 1, counts: [1, 2] }
const timelines = { total: timeline, rated: timeline, negative: timeline }
const reminder = { id: 'r', created: noon, due: noon + 1 }
const subscription = { subscription: everySetting(), created: { by: 'U1', at: noon } }
const volume = {
  counts: {
    since: noon,
    lastAt: noon,
    minutes: timelines,
    hours: timelines,
    days: timelines,
    parts: [{ kind: 'source', name: 'reddit', hours: timeline, lastAt: noon }],
  },
  seen: { watermark: '1', origin: '1', done: [{ at: noon, ids: ['2'] }] },
  announced: [],
}

/** Two or three records of each collection, by their keys. */
export const sampleRecords: Record<string, Record<string, unknown>> = {
  mutes: { C1: [mute, { ...mute, name: 'Other' }], C2: [{ ...mute, channel: 'C2', until: noon + 1 }] },
  pauses: { acme: pause, 'project-x': { ...pause, startOver: 'p' } },
  subscriptions: { acme: subscription, other: { ...subscription, ended: { by: 'U1', at: noon } } },
  'known-channels': { '#brand': 'C1', '#crisis': 'C2' },
  'declared-first': { all: ['acme', 'other'] },
  'started-subscriptions': { '7 acme': true, '8 other': true },
  reminders: {
    r: { ...reminder, kind: 'catch-up', subscription: 'acme', of: 'p' },
    s: {
      ...reminder,
      id: 's',
      ...{ kind: 'assigned', to: 'U1', channel: 'C1', ts: tsOf(0), mention: '1', of: 'a' },
    },
  },
  'watch-swaps': { first: swap, second: { ...swap, id: 't' } },
  'mute-proposals': {
    C1: {
      ...{ channel: 'C1', at: noon, since: 1, until: noon, total: 380 },
      proposals: [{ kind: 'author', name: 'Loud Person', count: 41, dismissed: 9, newest: [] }],
      declined: [{ kind: 'word', name: 'coupon', at: noon }],
    },
  },
  'announced-changes': {
    one: { at: noon, channel: 'C1', what: 'x', change: { kind: 'watch', after: swap } },
    two: {
      ...{ at: noon, channel: 'C1', what: 'y' },
      change: { kind: 'mute', channel: 'C1', added: [mute], removed: [] },
    },
  },
  digests: {
    weekly: {
      ...{ period: '2026-W47', channel: 'C1', done: [{ part: 0, ts: tsOf(0) }] },
      messages: [{ text: 'a', blocks: [{ type: 'divider' }] }],
    },
    daily: { period: '2026-11-20', channel: 'C1', messages: [], done: [] },
  },
  'outdated-cards': { [`C1 ${tsOf(0)}`]: { channel: 'C1', ts: tsOf(0), at: noon } },
  problems: { a: { what: 'x', whatToDo: 'y', key: 'a', since: noon, at: noon } },
  'leader-progress': { all: [['acme', 5000, null]] },
  webhooks: { a: { failures: 0, retryAt: 0 }, b: { failures: 2, retryAt: noon, gone: true } },
  volume: { '7': volume, '8': volume },
  installation: { store: { id: '1vmj0d4k3f9x', since: noon } },
  'other-installations': {
    a: { subscription: 'acme', alert: '7', id: '1vmhz70aq2w8', since: noon, lastAt: noon, lastTs: tsOf(0) },
  },
  'alert-activity': { '7': noon, '8': noon + 1 },
  'plan-limits': { C1: true },
  'plan-days': { '7': timeline, '8': timeline },
  'plan-shares': { C1: { renewsAt: noon, share: 0.8 } },
}

const card = (seconds: number): PostedCard => ({
  ...{ channel: 'C1', ts: tsOf(seconds), subscription: 'acme', alert: '7', actions: [] },
  shows: { kind: 'card', mention: sampleMention(), style: 'full' },
})
const spikeCard = (seconds: number): SpikeCardRecord => ({
  ...{ channel: 'C1', ts: tsOf(seconds), subscription: 'acme', alert: '7', mark: 'm', note: {}, at: noon },
  shown: { kind: 'interrupted', spike: { alertName: 'Acme', endedAt: noon } },
})
const event = (seconds: number): QueuedEvent => ({
  ...{ channel: 'hook', ts: tsOf(seconds), id: 'evt', order: 'o', at: noon, queuedAt: noon },
  ...{ attempts: 0, retryAt: 0, event: { type: 'mention.posted', timestamp: '', data: { more: [1] } } },
})

export const sampleMessages: {
  [Name in keyof typeof messageSchemas]: z.output<(typeof messageSchemas)[Name]>[]
} = {
  cards: [card(0), card(1), { ...card(86_400), channel: 'C2' }],
  'spike-cards': [spikeCard(2), spikeCard(3)],
  'webhook-events': [event(0), event(1)],
}

const keyOf = (subscription: string) => ({ subscription, alert: '7' })
export const sampleCheckpoints: { key: ReturnType<typeof keyOf>; checkpoint: Checkpoint }[] = [
  { key: keyOf('acme'), checkpoint: { ...emptyCheckpoint, watermark: '12', lastTs: tsOf(0) } },
  {
    key: keyOf('other'),
    checkpoint: {
      ...{ watermark: '9007199254740993', origin: '3', done: [{ at: noon, ids: ['9007199254740995'] }] },
      pending: {
        ...{ channel: 'C1', ids: ['5'], at: noon },
        shows: { kind: 'card', mention: sampleMention(), style: 'full' },
      },
    },
  },
]

const sampleDecisions: DecisionRecord[] = ['1', '2', '3'].map((id) => ({
  ...{ at: noon, subscription: 'acme', alert: '7', id, url: 'https://x.example/', reason: 'passed' },
  outcome: 'posted',
}))

/** Stores all samples. */
export async function fillStore(
  store: Pick<Store, 'collection' | 'messages' | 'decisions'>,
  save: (key: ReturnType<typeof keyOf>, checkpoint: Checkpoint) => Promise<unknown>,
): Promise<void> {
  for (const kind of storedKinds)
    for (const [key, value] of Object.entries(sampleRecords[kind.name] ?? {}))
      await openCollection(store, kind).put(key, kind.schema.parse(value))
  for (const [name, values] of Object.entries(sampleMessages))
    for (const value of values) await store.messages(name, z.unknown()).add(value, value)
  for (const { key, checkpoint } of sampleCheckpoints) await save(key, checkpoint)
  store.decisions.record(sampleDecisions)
  await Array.fromAsync(store.decisions.entries(0))
}
