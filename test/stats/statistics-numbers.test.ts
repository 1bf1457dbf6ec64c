import type { Alert } from '@overheard/mention-client/alert'
import type { Count, DateRange } from '@overheard/mention-client/insight'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  archiveOf,
  mention,
  type Started,
  startService,
  token,
} from '../../packages/listen/test/api/start-service.ts'
import type { Deployment } from '../../sandbox/mention-service/deployment.ts'
import { digestMessages } from '../../src/digests/content/message.ts'
import { statsMessage } from '../../src/listeners/texts/stats-answer.ts'
import type { RangeChoice } from '../../src/model/date-range.ts'
import { type ComparedAlert, compareAlerts } from '../../src/stats/comparison.ts'
import type { PeriodSummary } from '../../src/stats/period-summary.ts'
import { insightSources, type StatsQuestion } from '../../src/stats/question.ts'
import { createStatistics, createStatsRequests } from '../../src/stats/statistics.ts'
import { createJumpingClock } from '../tools/manual-clock.ts'
import { clientOf } from '../tools/mention-client.ts'
import { sketch } from '../tools/message-sketch.ts'
import { runs } from '../tools/runs.ts'

/** Compares every number with a simple count of the mentions. The real client asks the embedded service over real HTTP. */

const day = 86_400_000
const alert: Alert = { id: '1', type: 'mentions', name: 'Acme brand', projectName: 'Acme' }

/** Times at which calendar code often fails: leap days, ends of months and years, clock changes, first and last milliseconds. */
const moments = [
  '2028-02-29T00:00:00.000Z',
  '2028-03-01T12:00:00.000Z',
  '2027-03-01T23:59:59.999Z',
  '2027-01-01T00:00:00.000Z',
  '2026-03-29T01:30:00.000Z',
  '2026-11-01T06:30:00.000Z',
  '2026-10-31T23:59:59.999Z',
].map(Date.parse)

const choices: RangeChoice[] = [
  { kind: 'days', days: 1 },
  { kind: 'days', days: 7 },
  { kind: 'days', days: 30 },
  { kind: 'days', days: 45 },
  { kind: 'named', name: 'this week' },
  { kind: 'named', name: 'last month' },
  { kind: 'dates', from: '2028-02-28', to: '2028-03-01' },
]

type Raw = {
  id: number
  date: number
  reach: number
  source: string
  language: string
  country: string | undefined
  sentiment: 'positive' | 'negative' | 'neutral' | undefined
}

const scene = fc.record({
  now: fc.constantFrom(...moments),
  choice: fc.constantFrom(...choices),
  granularity: fc.constantFrom('day', 'week', 'month'),
  sources: fc.subarray([...insightSources], { maxLength: 2 }),
  mentions: fc.array(
    fc.record({
      ago: fc.oneof(
        fc.integer({ min: 0, max: 100 * day }),
        fc.integer({ min: 0, max: 100 }).map((n) => n * day),
      ),
      reach: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 1_000_000 })),
      source: fc.constantFrom(...insightSources),
      // More than the five that the service lists.
      language: fc.constantFrom('en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'da', ''),
      country: fc.constantFrom('US', 'DE', 'BR', 'FR', 'GB', 'IT', 'ES', 'AT', undefined),
      sentiment: fc.constantFrom('positive', 'negative', 'neutral', undefined),
    }),
    { maxLength: 80 },
  ),
})

type Made = Omit<Raw, 'id' | 'date'> & { ago: number }

/** The mention as the service stores it. The service never knows the country of a mention on Instagram or Reddit (interface, 4.2). */
function asCollected({ ago, ...rest }: Made, id: number, now: number): Raw {
  const placeless = rest.source === 'instagram' || rest.source === 'reddit'
  return { ...rest, id, date: now - ago, country: placeless ? undefined : rest.country }
}

const deployments: [name: string, Partial<Deployment>][] = [
  ['the documented mention service', {}],
  ['a mention service that sends plain numbers', { reachShape: 'number', breakdownShape: 'number' }],
  ['a mention service that does not sort', { sorting: 'ignored' }],
]

describe.each(deployments)('the statistics of %s', (_, deployment) => {
  it('are equal to a simple count of the mentions', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ now, choice, granularity, sources, mentions }) => {
        const raw = mentions.map((one, at) => asCollected(one, at + 1, now))
        const question: StatsQuestion = { choice, granularity, sources, more: false }
        const { summary, get } = await answered(raw, question, now, deployment)
        expectNumbers(summary, raw, sources, deployment)
        await expectOwnAnswers(summary, get)
      }),
      { numRuns: runs(25) },
    )
  })
})

describe('the comparison of three alerts', () => {
  it('is equal to a simple count of 5,000 mentions of a month', async () => {
    const now = Date.UTC(2026, 10, 20, 14, 2)
    const month = fc.sample(
      fc.record({
        alert: fc.constantFrom('1', '2', '3'),
        ago: fc.integer({ min: 0, max: 61 * day }),
        reach: fc.integer({ min: 0, max: 1_000_000 }),
        source: fc.constantFrom(...insightSources),
        sentiment: fc.constantFrom('positive', 'negative', 'neutral', undefined),
      }),
      { numRuns: 5000, seed: 24 },
    )
    const mentionStore = archiveOf([], () => now)
    for (const id of ['2', '3'])
      mentionStore.addAlert({ alert_id: id, alert_type: 'mentions', alert_name: `Alert ${id}` })
    for (const [at, { alert: of, ago, reach, source, sentiment }] of month.entries())
      mentionStore.add(
        of,
        mention(at + 1, { date: now - ago, reach, source, ...(sentiment && { sentiment }) }),
      )
    const { url } = await startService({ mentionStore, now: () => now, deployment: {} })
    const { service } = clientOf(url, { token, clock: createJumpingClock() })
    const statistics = createStatistics({
      requests: createStatsRequests(service, () => now),
      now: () => now,
      setTimer: () => () => undefined,
    })
    const question: StatsQuestion = {
      ...{ alert: '1', versus: ['2', '3'], choice: { kind: 'days', days: 30 } },
      ...{ sources: ['reddit', 'web'], more: false },
    }
    const compared: ComparedAlert[] = []
    for (const id of ['1', '2', '3']) {
      const answer = await statistics({ ...alert, id }, question)
      if (answer.kind !== 'stats') throw new Error(`no statistics of ${id}`)
      compared.push({ kind: 'summary', summary: answer.summary })
    }
    const within = (of: string, from: number, to: number) =>
      month.filter(({ alert: one, ago, source }) => {
        const days = Math.floor((now - ago) / day)
        return one === of && days >= from && days <= to && ['reddit', 'web'].includes(source)
      })
    const today = Math.floor(now / day)
    const counted = ['1', '2', '3'].map((of) => {
      const here = within(of, today - 29, today)
      const moods = here.map(({ sentiment }) => sentiment)
      const count = (mood: Raw['sentiment']) => moods.filter((one) => one === mood).length
      const rated = moods.length - count(undefined)
      return {
        mentions: here.length,
        before: within(of, today - 59, today - 30).length,
        reach: sum(here.map(({ reach }) => reach)),
        net: (count('positive') - count('negative')) / rated,
        rated,
      }
    })
    const all = sum(counted.map(({ mentions }) => mentions))
    const reached = sum(counted.map(({ reach }) => reach))
    const comparison = compareAlerts(compared)
    expect(comparison.mentions).toEqual({ sum: all, alerts: 3 })
    expect(comparison.reach).toEqual({ sum: reached, alerts: 3 })
    for (const [at, { mentions, before, reach, net, rated }] of counted.entries()) {
      const row = comparison.rows[at]
      const change = { kind: 'percent', change: (mentions - before) / before }
      expect(row?.mentions).toEqual({ now: mentions, change, share: mentions / all })
      expect(row?.reach).toMatchObject({ now: reach, share: reach / reached })
      expect(row?.sentiment?.net).toBeCloseTo(net, 12)
      expect(row?.sentiment?.rated).toBe(rated)
    }
    expect(all).toBeGreaterThan(700)
  })
})

async function answered(raw: Raw[], question: StatsQuestion, now: number, deployment: Partial<Deployment>) {
  const mentionStore = archiveOf([], () => now)
  for (const { id, country, sentiment, ...rest } of raw) {
    const fields = { ...rest, ...(country && { location: { country } }), ...(sentiment && { sentiment }) }
    const profile = { gender: id % 3 === 0 ? 'female' : 'male', age: id % 2 === 0 ? '18-24' : '25-34' }
    mentionStore.add('1', mention(id, { ...fields, title: `Launch ${id % 4} of the refund` }), { profile })
  }
  const { url, get } = await startService({ mentionStore, now: () => now, deployment })
  const { service } = clientOf(url, { token, clock: createJumpingClock() })
  const statistics = createStatistics({
    requests: createStatsRequests(service, () => now),
    now: () => now,
    setTimer: () => () => undefined,
  })
  const answer = await statistics(alert, question)
  if (answer.kind !== 'stats') throw new Error(`no statistics: ${JSON.stringify(answer)}`)
  return { summary: answer.summary, get }
}

/** Compares the figures that cannot be counted from the mentions with the service's own answer. */
async function expectOwnAnswers(
  { totals, range, question }: PeriodSummary,
  get: Started['get'],
): Promise<void> {
  for (const type of ['topic_cloud', 'gender', 'age'] as const) {
    const only = question.sources.length > 0 ? { source: question.sources.join(',') } : {}
    const parameters = { date_from: range.from, date_to: range.to, ...only }
    const { body } = await get(`/v1.0/alerts/1/insights/total/${type}`, parameters)
    const own = body.alert_data?.insights?.value
    if (typeof own === 'number') expect(value(totals[type])).toEqual({ total: own, parts: [] })
    else expect(partsOf(value(totals[type]))).toEqual(own)
  }
}

function expectNumbers(
  summary: PeriodSummary,
  raw: Raw[],
  sources: string[],
  deployment: Partial<Deployment>,
): void {
  const within = ({ from, to }: DateRange) =>
    raw.filter(({ date, source }) => {
      const written = new Date(date).toISOString().slice(0, 10)
      return written >= from && written <= to && (sources.length === 0 || sources.includes(source))
    })
  const here = within(summary.range)
  const before = within(summary.before)
  const { totals, totalsBefore, series } = summary
  for (const [told, list] of [
    [totals, here],
    [totalsBefore, before],
  ] as const) {
    expect(value(told.mentions).total).toBe(list.length)
    expect(value(told.reach).total).toBe(sum(list.map(({ reach }) => reach)))
    expect(partsOf(value(told.sentiment))).toEqual(tally(list.map(({ sentiment }) => sentiment)))
  }
  const sourcesHere = tally(here.map(({ source }) => source))
  expect(value(totals.sources).total).toBe(sum(Object.values(sourcesHere)))
  expectMostFrequent(value(totals.countries), tally(here.map(({ country }) => country)))
  if (deployment.breakdownShape !== 'number') {
    expect(partsOf(value(totals.sources))).toEqual(sourcesHere)
    expectMostFrequent(value(totals.languages), tally(here.map(({ language }) => language || undefined)))
  }
  for (const period of value(series.mentions)) expect(period.value.total).toBe(within(period).length)
  for (const period of value(series.reach))
    expect(period.value.total).toBe(sum(within(period).map(({ reach }) => reach)))
  for (const period of value(series.sentiment))
    expect(partsOf(period.value)).toEqual(tally(within(period).map(({ sentiment }) => sentiment)))
  expect(sum(value(series.mentions).map((period) => period.value.total))).toBe(here.length)
  const loudest = here.toSorted((a, b) => b.reach - a.reach || a.id - b.id).slice(0, 3)
  expect(value(summary.widestReach).map(({ id }) => id)).toEqual(loudest.map(({ id }) => String(id)))
  expectShown(summary, here, before)
}

/** The numbers as people read them in the answer of /mentions-stats and in a digest's table. */
function expectShown(summary: PeriodSummary, here: Raw[], before: Raw[]): void {
  const grouped = (count: number) => count.toLocaleString('en-US')
  const rated = here.filter(({ sentiment }) => sentiment !== undefined)
  const baseOf = (mood: Raw['sentiment']) =>
    `${grouped(here.filter(({ sentiment }) => sentiment === mood).length)} of ${grouped(rated.length)}`
  const { text } = statsMessage(summary, 'asker')
  expect(text).toContain(`: ${grouped(here.length)} mention${here.length === 1 ? '' : 's'} (`)
  const week = { key: 'any', range: summary.range }
  const digest = digestMessages({
    ...{ name: 'weekly', channel: 'C1', whenEmpty: 'line', audience: 'channel', period: week },
    alerts: [
      { kind: 'summary', summary },
      { kind: 'unavailable', name: 'Leads', reason: 'leads_alert' },
    ],
  })
  const shown = digest.kind === 'post' ? [digest.parent, ...digest.thread].map(sketch).join() : ''
  if (here.length > 0) expect(shown).toMatch(new RegExp(`Acme brand \\| ${grouped(here.length)}[ |]`))
  for (const mood of ['negative', 'positive'] as const)
    if (rated.length > 0) expect(text).toContain(` ${mood} (${baseOf(mood)} rated`)
  if (rated.length > 0) expect(shown).toContain(` negative (${baseOf('negative')} rated`)
  const change = / mentions \([▲▼]\s([\d,]+)%\)/.exec(text)?.[1]
  if (change !== undefined)
    expect(change).toBe(grouped(Math.abs(Math.round((100 * (here.length - before.length)) / before.length))))
}

function value<T>(answer: { kind: 'known'; value: T } | { kind: 'missing'; reason: string }): T {
  if (answer.kind === 'missing') throw new Error(`missing: ${answer.reason}`)
  return answer.value
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

function tally(names: (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** The service lists the five most frequent. Of equal counts, it may choose any. */
function expectMostFrequent(count: Count, counted: Record<string, number>): void {
  const most = Object.values(counted)
    .sort((a, b) => b - a)
    .slice(0, 5)
  expect(count.parts.map((part) => part.count)).toEqual(most)
  for (const part of count.parts) expect(counted[part.name]).toBe(part.count)
}

/** Leaves out zeros, because zero and absent mean the same. */
function partsOf({ parts }: Count): Record<string, number> {
  return Object.fromEntries(parts.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
}
