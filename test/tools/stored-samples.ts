import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { PostedCard } from '../../src/model/card.ts'
import { type Checkpoint, emptyCheckpoint } from '../../src/model/checkpoint.ts'
import { type MessageKey, openCollection } from '../../src/model/collection.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import type { SpikeCardRecord } from '../../src/model/spike-card.ts'
import type { Store } from '../../src/store/store.ts'
import { storedKinds } from '../../src/stored-kinds.ts'
import { everySetting } from './every-setting.ts'
import { sampleMention } from './sample-mention.ts'

/** Samples of everything that is stored: records of every collection, messages, checkpoints and decisions. */

export const noon = Date.UTC(2026, 10, 20, 12)
const tsOf = (seconds: number) => `${noon / 1000 + seconds}.000100`

const pause = { id: 'p', by: 'U1', at: noon, until: noon + 1 }
const mute = { channel: 'C1', kind: 'author', name: 'Loud Person', by: 'U1', at: noon }
const muteOnCard = { ...mute, name: 'Other', card: { ts: tsOf(1), mention: '2' } }
const timeline = { first: 1, counts: [1, 2] }
const timelines = { total: timeline, rated: timeline, negative: timeline }
const reminder = { id: 'r', created: noon, due: noon + 1 }
const subscription = { subscription: everySetting(), created: { by: 'U1', at: noon } }
const known = { id: '2', date: noon, urlHash: 'q1w2e3r4t5y6u7i8' }
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

/** Samples of what features store: `test/features/NAME/stored-samples.ts`. */
type OfFeature = {
  records?: Record<string, Record<string, unknown>>
  messages?: Record<string, MessageKey[]>
}

const root = resolve(import.meta.dirname, '../..')
const ofFeatures = await Promise.all(
  globSync('test/features/*/stored-samples.ts', { cwd: root })
    .toSorted()
    .map((file): Promise<OfFeature> => import(pathToFileURL(resolve(root, file)).href)),
)

/** Two or three records of each collection of the core, by their keys. */
const ofCore: Record<string, Record<string, unknown>> = {
  mutes: { C1: [mute, muteOnCard], C2: [{ ...mute, channel: 'C2', until: noon + 1 }] },
  pauses: {
    acme: { ...pause, next: { id: 'n', by: 'U2', from: noon + 1, until: noon + 2 } },
    'project-x': { ...pause, startOver: 'p' },
  },
  subscriptions: { acme: subscription, other: { ...subscription, ended: { by: 'U1', at: noon } } },
  'known-channels': { '#brand': 'C1', '#crisis': 'C2' },
  'listed-channels': { acme: { C1: 'acme', C2: 'acme → #crisis' }, other: { C3: 'other → C3' } },
  'declared-first': { all: ['acme', 'other'] },
  'started-subscriptions': { '7 acme': true, '8 other': true },
  reminders: {
    r: { ...reminder, kind: 'catch-up', subscription: 'acme', of: 'p' },
    s: {
      ...reminder,
      id: 's',
      ...{ kind: 'assigned', to: 'U1', channel: 'C1', ts: tsOf(0), mention: '1', of: 'a' },
    },
    ...Object.fromEntries(
      ['overdue', 'overdue-for-other', 'snooze-ended'].map((kind) => [
        kind,
        { ...reminder, id: kind, kind, to: 'U1', channel: 'C1', ts: tsOf(0), mention: '1', of: 'a' },
      ]),
    ),
    notice: {
      ...{ ...reminder, id: 'notice', kind: 'notice', channel: 'C1', about: { kind: 'silence', alert: '7' } },
      content: { text: 'a', blocks: [{ type: 'divider' }] },
    },
  },
  'announced-changes': {
    subscription: {
      at: noon,
      channel: 'C1',
      what: 'v',
      change: { kind: 'subscription', name: 'acme', after: subscription },
    },
    one: {
      at: noon,
      channel: 'C1',
      what: 'x',
      change: { kind: 'pause', name: 'acme', alert: '7', after: pause },
    },
    plan: {
      ...{ at: noon, channel: 'C1', what: 'z' },
      change: {
        ...{ kind: 'pause-plan', name: 'acme', alert: '7' },
        after: { id: 'n', by: 'U2', from: noon + 1, until: noon + 2 },
      },
    },
    asked: { at: noon, channel: 'C1', what: 'pause acme', change: { kind: 'asked', user: 'U1' } },
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
  'missed-facts': {
    a: { feature: 'x', fact: 'digestPosted', value: { digest: 'weekly' }, about: 'C1 1', at: noon },
    b: { feature: 'y', fact: 'posted', value: {}, about: 'C1 2', at: noon },
  },
  volume: { '7': volume, '8': volume },
  'id-checks': {
    '7': { at: noon, known: [known] },
    '8': { at: noon, known: [], restarted: { id: '3', lost: [known], subscriptions: ['acme'] } },
  },
  installation: { store: { id: '1vmj0d4k3f9x', since: noon } },
  settings: { owner: { value: 'U0OWNER', by: 'U0ADMIN', at: noon } },
  'other-installations': {
    a: { subscription: 'acme', alert: '7', id: '1vmhz70aq2w8', since: noon, lastAt: noon, lastTs: tsOf(0) },
  },
  'alert-activity': { '7': noon, '8': noon + 1 },
  'plan-limits': { C1: true },
  'plan-days': { '7': timeline, '8': timeline },
  'plan-shares': { C1: { renewsAt: noon, share: 0.8 } },
}

/** A feature can add records to a collection of the core, such as reminders of its own kind. */
export const sampleRecords: Record<string, Record<string, unknown>> = {}
for (const records of [ofCore, ...ofFeatures.map((feature) => feature.records ?? {})])
  for (const [name, values] of Object.entries(records))
    sampleRecords[name] = { ...sampleRecords[name], ...values }

const card = (seconds: number): PostedCard => ({
  ...{ channel: 'C1', ts: tsOf(seconds), subscription: 'acme', alert: '7', actions: [] },
  shows: { kind: 'card', mention: sampleMention(), style: 'full' },
})
const coverage = {
  ...{ places: 2, language: 'en', years: ['2026'] },
  words: [['acme', 2, 2, 0] as [string, number, number, number]],
  figures: [['percent', '8'] as [string, string]],
}
const storyCard = (seconds: number): PostedCard => ({
  ...card(seconds),
  original: {
    ...{ subscription: 'acme', alert: '7', mention: '1', channel: 'C1', ts: tsOf(seconds), at: noon },
    keys: ['address news.example/1'],
    duplicates: [
      {
        ...{ id: '2', url: 'https://b.example', similarity: { by: 'words', words: ['Acme'] } },
        shownIn: tsOf(2),
        news: [{ kind: 'denial' }, { kind: 'figure', now: '12', before: '9', unit: 'injured' }],
      },
    ],
    story: {
      url: 'https://a.example',
      reach: 1,
      title: { words: [], numbers: [] },
      shownReach: 1,
      earlier: [],
      coverage,
      repliedAt: noon,
    },
  },
})
const spikeCard = (seconds: number): SpikeCardRecord => ({
  ...{ channel: 'C1', ts: tsOf(seconds), subscription: 'acme', alert: '7', mark: 'm', note: {}, at: noon },
  shown: { kind: 'interrupted', spike: { alertName: 'Acme', endedAt: noon } },
})
export const sampleMessages: Record<string, MessageKey[]> = {
  cards: [card(0), storyCard(1), { ...card(86_400), channel: 'C2' }],
  'spike-cards': [spikeCard(2), spikeCard(3)],
  ...Object.assign({}, ...ofFeatures.map((feature) => feature.messages)),
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
  {
    key: keyOf('stories'),
    checkpoint: {
      ...{ ...emptyCheckpoint, watermark: '4' },
      pending: {
        ...{ channel: 'C1', thread: tsOf(1), ids: ['6'], at: noon },
        shows: {
          ...{ kind: 'thread', mentions: [sampleMention({ id: '6' })], firstNumber: 1, offers: [] },
          places: { news: [[{ kind: 'denial' }]], moved: ['6'] },
        },
        places: { of: '1', joined: [{ id: '6', url: 'https://c.example' }] },
      },
    },
  },
]

export const sampleDecisions: DecisionRecord[] = ['1', '2', '3'].map((id) => ({
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
