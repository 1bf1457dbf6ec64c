/** Generated months, in which people correct sentiments, change their minds and take corrections back, while the bot forgets and repeats. */

import type { Mention, Sentiment } from '@overheard/mention-client/mention'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { loadResponses } from '../../../src/digests/content/delivery-report.ts'
import type { AlertVolume, Timeline } from '../../../src/engine/anomalies/alert-volume.ts'
import { withCorrectedCounts } from '../../../src/engine/anomalies/corrected-counts.ts'
import { countMention, initialCounts } from '../../../src/engine/anomalies/volume-counts.ts'
import { correctionKind, createCorrections } from '../../../src/features/correct/corrections.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import { exportedCsv } from '../../tools/exported-csv.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { runs } from '../../tools/runs.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const day = 86_400_000
const start = Date.UTC(2026, 9, 1)
const october = { from: '2026-10-01', to: '2026-10-31' }
const end = Date.UTC(2026, 9, 31, 23, 59)
const channels = ['C1', 'C2', 'C3']
const alerts = ['7', '8']

const sentiment = fc.constantFrom<Sentiment | undefined>('positive', 'negative', 'neutral', undefined)
/** A mention and the channels that get it, `at` minutes into the month. */
const mention = fc.record({
  at: fc.integer({ min: 0, max: 29 * 24 * 60 }),
  alert: fc.constantFrom(...alerts),
  sentiment,
  reach: fc.integer({ min: 0, max: 100_000 }),
  channels: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
})
/** `minutes` after the step before. `which` chooses a mention, and `where` one of its cards. */
const step = fc.record({
  minutes: fc.integer({ min: 0, max: 600 }),
  which: fc.nat(),
  where: fc.nat(),
  user: fc.constantFrom('U1', 'U2'),
  to: sentiment,
  after: fc.constantFrom('spread', 'poll', 'forget', 'repeat', 'nothing'),
})

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer T> ? T : never
type Month = {
  mentions: Value<typeof mention>[]
  steps: Value<typeof step>[]
}
const month: fc.Arbitrary<Month> = fc.record({
  mentions: fc.array(mention, { minLength: 5, maxLength: 40 }),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
})

type Card = { channel: string; ts: string; alert: string; mention: Mention }

function madeOf(mentions: Month['mentions']) {
  return mentions
    .toSorted((a, b) => a.at - b.at)
    .map(({ sentiment: rated, ...one }, index) => {
      const date = start + one.at * 60_000
      const { sentiment: _, ...plain } = sampleMention({ id: String(index + 1), date, reach: one.reach })
      return { ...one, date, mention: { ...plain, ...(rated && { sentiment: rated }) } }
    })
}

function cardOf(
  { alert, date, mention: shown }: ReturnType<typeof madeOf>[number],
  channel: string,
  postedAt: number,
) {
  const ts = (postedAt / 1000).toFixed(6)
  const key = { subscription: `${alert} ${channel}`, alert }
  const shows = { kind: 'card', mention: shown, style: 'full' } as const
  const place = { ...key, channel, ts }
  const about = { ...place, at: date, id: shown.id, url: '', reason: 'passed', outcome: 'posted' } as const
  const entry: DecisionRecord = { ...about, ...(shown.sentiment && { sentiment: shown.sentiment }) }
  return { stored: { ...place, actions: [], shows }, entry, posted: { channel, ts, alert, mention: shown } }
}

function chosen(made: ReturnType<typeof madeOf>, posted: Card[], which: number, where: number) {
  const one = made[which % made.length]
  const own = posted.filter((card) => card.mention === one?.mention)
  const card = own[where % own.length]
  if (one === undefined || card === undefined) throw new Error('a mention without a card')
  return { one, card }
}

async function liveThrough({ mentions, steps }: Month) {
  const clock = { at: start }
  const now = () => clock.at
  const store = memoryStore()
  let fails = false
  const corrections = createCorrections({
    now,
    stored: openCollection(store, correctionKind),
    led: openCollection(store, correctionKind),
    cards: {
      postedSince: (at) => cards.postedSince(at),
      spreadCorrection: (place, correction) => cards.spreadCorrection(place, correction),
    },
    service: { correct: async () => undefined, movedWords: async () => [] },
  })
  const cards = createCards({
    store,
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => 'https://slack.example/p' },
    nameOf: async (user) => `Person ${user}`,
    keptMs: 90 * day,
    now,
    openForMs: 90 * day,
    weights: defaultWeights,
    handled: {
      isHeard: () => true,
      async tell({ card, changes }) {
        if (fails) throw new Error('the store is away')
        await corrections.noteAll(
          card,
          changes.map((change) => change.mention),
        )
      },
    },
  })
  const log: DecisionRecord[] = []
  const posted: Card[] = []
  const volumes = new Map(
    alerts.map((alert): [string, AlertVolume] => [
      alert,
      {
        counts: initialCounts(start - day, { mentions: [], sentiment: [] }),
        seen: { watermark: '0', origin: '0', done: [] },
        announced: [],
      },
    ]),
  )
  const made = madeOf(mentions)
  for (const one of made) {
    clock.at = one.date
    const volume = volumes.get(one.alert)
    if (volume !== undefined)
      volumes.set(one.alert, { ...volume, counts: countMention(volume.counts, one.mention, clock.at) })
    for (const [nth, at] of one.channels.entries()) {
      const card = cardOf(one, channels[at] ?? 'C1', clock.at + nth + Number(one.mention.id) * 10)
      await cards.originalCards.keep(card.stored)
      log.push(card.entry)
      posted.push(card.posted)
    }
  }
  async function poll() {
    for (const [alert, volume] of volumes) {
      const known = new Map((await corrections.of(alert)).map((one) => [one.mention, one]))
      volumes.set(alert, withCorrectedCounts(volume, known, clock.at))
    }
  }
  const settle = async () => {
    clock.at += 15_000
    await cards.redrawOutdated().catch(() => undefined)
  }
  /** What people said last about each mention. */
  const said = new Map<string, Sentiment | undefined>()
  clock.at = start + 29 * day
  for (const { minutes, which, where, user, to, after } of steps) {
    clock.at = Math.min(end - 3_600_000, clock.at + minutes * 1000 + 1)
    const { one, card } = chosen(made, posted, which, where)
    fails = after === 'forget'
    const action = { kind: 'correct' as const, ...(to && { to }) }
    await cards.applyAction({ message: card, mentions: [one.mention.id], user, action })
    // Without a sentiment, that of the service counts again.
    said.set(one.mention.id, to ?? one.mention.sentiment)
    const stored = await cards.find(card)
    await settle()
    fails = false
    await settle()
    if (after === 'repeat' && stored !== undefined) await corrections.noteAll(stored, [one.mention.id])
    if (after === 'poll') await poll()
    // The other cards of the mention must have the correction before somebody presses on one of them.
    await corrections.spread()
  }
  clock.at = end
  await corrections.spread()
  await poll()
  await poll()
  return { cards, log, posted, volumes, said, corrections, store, now }
}

type World = Awaited<ReturnType<typeof liveThrough>>
/** What a card shows according to the steps alone. */
type Expected = (card: Card) => Sentiment | undefined

async function checkExport({ cards, now }: World, channel: string, own: Card[], expected: Expected) {
  const subscriptions = alerts.map((alert) => `${alert} ${channel}`)
  const { postedSince } = cards
  const csv = await exportedCsv({ now, postedSince, channels: [channel], subscriptions })
  if (csv === undefined) return
  const rows: Record<string, string>[] = csv === '' ? [] : parse(csv, { columns: true, bom: true })
  const columns = rows.map((row) => [
    ...[row['mention id'], row.sentiment, row['sentiment of the service']],
    row['sentiment corrected by'] !== '',
  ])
  const wanted = own.map((card) => [
    ...[card.mention.id, expected(card) ?? '', card.mention.sentiment ?? ''],
    expected(card) !== card.mention.sentiment,
  ])
  expect(columns.toSorted()).toEqual(wanted.toSorted())
}

async function checkDigest({ cards, now, log }: World, channel: string, own: Card[], expected: Expected) {
  const done = own.slice(0, 3)
  for (const card of done)
    await cards.applyAction({ message: card, mentions: [card.mention.id], user: 'U1', action: 'done' })
  const deps = {
    now,
    subscriptionsOf: async () =>
      alerts.map((alert) => subscriptionOf({ name: `${alert} ${channel}`, channel })),
    decisions: {
      async *entries() {
        yield* log
      },
    },
    cards: cards.actionsIn,
    correctionsIn: cards.correctionsIn,
  } as unknown as Parameters<typeof loadResponses>[0]
  const { handled, corrected } = await loadResponses(deps, channel, october)
  const negative = (some: Card[]) => some.filter((card) => expected(card) === 'negative').length
  if (own.length > 0) expect(handled).toMatchObject({ of: negative(own), done: negative(done) })
  const count = own.filter((card) => expected(card) !== card.mention.sentiment).length
  expect(corrected).toEqual(count === 0 ? undefined : { count, of: own.length })
}

async function checkOpenList({ cards }: World, channel: string, own: Card[], expected: Expected) {
  const accepts = (one: { channel: string }) => one.channel === channel
  const { rows } = await cards.open.best({ offset: 0, limit: 1000, accepts })
  expect(rows.map((one) => [one.mention, one.isNegative]).toSorted()).toEqual(
    own.map((card) => [card.mention.id, expected(card) === 'negative']).toSorted(),
  )
  const scores = rows.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  for (const { shown, reasons } of rows) expect(reasons.sentiment).toBe(shown.sentiment)
}

function checkCounts({ posted, volumes }: World, expected: Expected) {
  const total = ({ counts }: Timeline) => counts.reduce((sum, count) => sum + count, 0)
  for (const [alert, { counts }] of volumes) {
    const ofAlert = posted.filter((card) => card.alert === alert)
    const rated = [...new Map(ofAlert.map((card) => [card.mention.id, expected(card)])).values()]
    const { days } = counts
    expect({ all: total(days.total), rated: total(days.rated), negative: total(days.negative) }).toEqual({
      all: rated.length,
      rated: rated.filter((one) => one !== undefined).length,
      negative: rated.filter((one) => one === 'negative').length,
    })
    for (const timelines of [counts.days, counts.hours, counts.minutes])
      for (const [at, negative] of timelines.negative.counts.entries()) {
        const period = timelines.negative.first + at - timelines.rated.first
        expect(negative).toBeGreaterThanOrEqual(0)
        // The times before the first count are no longer kept.
        if (period >= 0) expect(timelines.rated.counts[period] ?? 0).toBeGreaterThanOrEqual(negative)
      }
  }
}

it('in a generated month, the export, the digest, the open list and the counts of spikes have the sentiments that people said last', async () => {
  let corrected = 0
  await fc.assert(
    fc.asyncProperty(month, async (some) => {
      const world = await liveThrough(some)
      const { said } = world
      const expected: Expected = ({ mention: { id, sentiment: rated } }) =>
        said.has(id) ? said.get(id) : rated
      for (const channel of channels) {
        const own = world.posted.filter((card) => card.channel === channel)
        await checkExport(world, channel, own, expected)
        await checkOpenList(world, channel, own, expected)
        await checkDigest(world, channel, own, expected)
        corrected += own.filter((card) => expected(card) !== card.mention.sentiment).length
      }
      checkCounts(world, expected)
    }),
    { numRuns: runs(40), endOnFailure: true },
  )
  expect(corrected).toBeGreaterThan(10)
})
