import { createMatcher } from '@overheard/listen/query/matcher'
import { parseQuery } from '@overheard/listen/query/parse-query'
import { openStore } from '@overheard/listen/store/store'
import type { Mention } from '@overheard/mention-client/mention'
import { createOpenMentions } from '../src/cards/open-mentions.ts'
import { defaultWeights } from '../src/config/configuration-schema.ts'
import { readPartialSettings } from '../src/config/settings.ts'
import { digestMessages } from '../src/digests/content/message.ts'
import {
  createOriginalIndex,
  fingerprintOf,
  originalLifetimeMs,
} from '../src/engine/dedupe/original-index.ts'
import { decideFor } from '../src/engine/rules/rules.ts'
import { alertsToPoll } from '../src/engine/schedule/poll-planner.ts'
import { createPollQueue } from '../src/engine/schedule/poll-queue.ts'
import type { PostedCard } from '../src/model/card.ts'
import type { Mute } from '../src/model/mute.ts'
import { createSubscriptionRegistry } from '../src/subscriptions/subscription-registry.ts'
import { subscriptionTo } from './our-side.ts'

const now = Date.UTC(2026, 10, 23)
const many = <T>(size: number, make: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => make(index))

const mentionOf = (index: number): Mention => ({
  id: String(index + 1),
  date: now - index * 1000,
  reach: (index * 7919) % 100_000,
  language: 'en',
  url: `https://news${index}.example/story/${index}`,
  snippet: 'Acme recalls kettles after reports of fires in several towns.',
  title: `Acme recalls kettle number ${index} after fire reports`,
  done: false,
  starred: false,
  tags: [],
  author: { name: `Author ${index}`, audience: 10, url: '' },
  source: 'news-blogs',
  highlights: [],
  flaws: [],
})

const cardOf = (index: number): PostedCard => ({
  channel: `C${index % 50}`,
  ts: `${now / 1000 - index}.000001`,
  subscription: `watch ${index % 50}`,
  alert: '7',
  actions: [],
  shows: { kind: 'card', style: 'full', mention: mentionOf(index) },
})

const noChanges = { changed: [], mark: '', isReset: false } as never

/** Each makes a world of a size, and returns what is measured in it. What that returns is kept, so that its memory counts. */
export const worlds: ReadonlyMap<string, (size: number) => (() => unknown) | Promise<() => unknown>> =
  new Map<string, (size: number) => (() => unknown) | Promise<() => unknown>>([
    [
      'configuration: read so many subscriptions',
      (size) => {
        const entries = many(
          size,
          (at) => `  - { name: w${at}, alert: Alert ${at % 300}, channel: "#c${at % 500}" }\n`,
        )
        const bytes = Buffer.from(`subscriptions:\n${entries.join('')}`)
        return () => readPartialSettings({}, 'overheard.yaml', () => bytes).configuration
      },
    ],
    [
      'subscriptions: sync them, and find each',
      (size) => async () => {
        const declared = many(size, (at) => subscriptionTo(`Alert ${at}`, { name: `entry ${at} #channel` }))
        const none = { all: async () => [], readAll: async () => ({ entries: [], damaged: [] }) }
        const registry = createSubscriptionRegistry(declared, none, none, () => now)
        registry.pollWith({ put: () => undefined, remove: () => undefined } as never)
        await registry.sync()
        for (const { name } of declared) registry.find(name)
        return registry
      },
    ],
    [
      'due polls: as many alerts, whose subscriptions move',
      (size) => () => {
        const time = {
          now: () => now,
          steady: () => now,
          setTimer: () => () => undefined,
          leads: () => false,
        }
        const queue = createPollQueue(time, async () => [])
        queue.open()
        for (let at = 0; at < size; at++) queue.markDue(`alert ${at}`, [`watch ${at}`])
        for (let at = 0; at < size; at++) queue.moved(`watch ${at}`, `alert ${at + 1}`)
        for (let at = 0; at < size; at++) queue.forget(`watch ${at}`)
        return queue
      },
    ],
    [
      'planner: choose among so many alerts',
      (size) => {
        const alerts = many(size, (at) => ({
          ...{ alert: String(at), expectedPerHour: (at * 7919) % 1000, requests: 1 },
          polledAt: now - 60_000 - at,
        }))
        return () => alertsToPoll(alerts, now, { requests: 250, capMs: 3_600_000, fastestMs: 10_000 })
      },
    ],
    [
      'open mentions: read so many, and claim each',
      (size) => async () => {
        const cards = many(size, cardOf)
        const byKey = new Map(cards.map((card) => [`${card.channel} ${card.ts}`, card]))
        const open = createOpenMentions({
          cards: {
            find: async ({ channel, ts }) => byKey.get(`${channel} ${ts}`),
            async *since() {
              yield* cards
            },
            changes: async () => noChanges,
          },
          now: () => now,
          openForMs: 90 * 86_400_000,
          weights: defaultWeights,
        })
        await open.all()
        for (const card of cards) open.update(card)
        return open
      },
    ],
    [
      'home tab: a page of so many open mentions',
      async (size) => {
        const cards = many(size, cardOf)
        const open = createOpenMentions({
          cards: {
            find: async () => cards[0],
            async *since() {
              yield* cards
            },
            changes: async () => noChanges,
          },
          now: () => now,
          openForMs: 90 * 86_400_000,
          weights: defaultWeights,
        })
        await open.all()
        return () => open.best({ offset: 0, limit: 10, accepts: ({ channel }) => channel !== 'C1' })
      },
    ],
    [
      'mutes: so many in a channel, a page of mentions',
      (size) => {
        const mutes = many(
          size,
          (at): Mute => ({
            ...{
              kind: (['author', 'domain', 'word'] as const)[at % 3] ?? 'word',
              name: `nobody${at}.example`,
            },
            ...{ channel: 'C1', by: 'U1', at: now },
          }),
        )
        const decide = decideFor(subscriptionTo('7'), { mutes: () => mutes })
        const page = many(30, mentionOf)
        return () => page.map((mention) => decide(mention, now, 'C1'))
      },
    ],
    [
      'originals: keep so many, find each, drop all',
      (size) => {
        const cards = many(size, (at) => ({ mention: mentionOf(at), at: now + at }))
        return () => {
          const index = createOriginalIndex<{ mention: string; at: number }>()
          for (const { mention, at } of cards)
            index.add({ mention: mention.id, at }, fingerprintOf(mention, 'url'))
          for (const { mention, at } of cards) index.find(fingerprintOf(mention, 'url'), at)
          index.dropOld(now + 2 * originalLifetimeMs)
          return index
        }
      },
    ],
    [
      'digest: so many alerts',
      (size) => {
        const alerts = many(size, (at) => ({
          kind: 'unavailable' as const,
          name: `Alert ${at}`,
          reason: 'timeout' as const,
        }))
        const range = { from: '2026-11-16', to: '2026-11-22' }
        const view = { name: 'weekly', channel: 'C1', period: { period: 'week', range }, alerts }
        return () => digestMessages({ ...view, whenEmpty: 'line', audience: 'channel' } as never)
      },
    ],
    [
      'own service: a post and so many queries',
      (size) => {
        const queries = many(size, (at) => ({
          key: at,
          query: parseQuery(`acme${at} OR "kettle ${at}" -jobs`),
        }))
        const matcher = createMatcher(queries)
        const searched = many(1000, (at) => {
          const { title, snippet: text, url } = mentionOf(at)
          const author = { name: 'Kim' }
          return { ...{ title, text, url, author, links: [], sources: ['web'] }, language: () => 'en' }
        })
        return () => searched.map((one) => matcher({ ...one, type: 'article', numbers: {} }).length)
      },
    ],
    [
      'own service: store so many mentions, and their topics',
      (size) => () => {
        const store = openStore(':memory:')
        const names = { alert_name: 'Acme', project_id: '1', project_name: 'Acme' }
        const key = store.alerts.add({ alert_id: '1', alert_type: 'mentions', ...names })?.key ?? 0
        store.database.transaction(() => {
          for (const { id, title, snippet, date, reach, source } of many(size, mentionOf))
            store.mentions.add(
              key,
              {
                ...{ id, date, reach, source, language: 'en', country: 'unknown', tags: [] },
                body: JSON.stringify({ id, title, snippet }),
              },
              now,
            )
        })
        return store.rollUps.terms(key, { from: 0, to: 100_000 }, undefined, 50)
      },
    ],
  ])
