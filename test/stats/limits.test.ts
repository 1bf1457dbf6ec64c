import type { Alert } from '@overheard/mention-client/alert'
import type { Count, Period } from '@overheard/mention-client/insight'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alertName, digestMessages } from '../../src/digests/content/message.ts'
import { leadsMessage, statsMessage } from '../../src/listeners/texts/stats-answer.ts'
import {
  chooseAlert,
  noSuchAlert,
  notUnderstood,
  statsFailed,
  statsHelp,
} from '../../src/listeners/texts/stats-replies.ts'
import { addDays } from '../../src/model/calendar-date.ts'
import { toDateRange } from '../../src/model/date-range.ts'
import type { Content } from '../../src/model/message.ts'
import { parseStatsQuestion } from '../../src/stats/parse-stats-question.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'
import { arbitraryId, arbitraryMentions, foreignText } from '../tools/arbitrary-mention.ts'
import { faultsOf, shownText } from '../tools/message-checks.ts'
import { friday, type Known, summaryOf } from '../tools/period-summaries.ts'

/* For any answer of the service, statistics and digests stay within Slack's limits and contain no active markup. */

/** Checks our own mrkdwn: an unescaped angle bracket could make a link, a ping or a channel. */
function faults(content: Content): string[] {
  return faultsOf(content).filter((fault) => !/^foreign markup: [^<>]*$/.test(fault))
}

const number = fc.oneof(fc.nat(50), fc.nat(), fc.constantFrom(0, 1e15))
const count = (name: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<Count> =>
  fc
    .array(fc.record({ name, count: number }), { maxLength })
    .map((parts) => ({ parts, total: parts.reduce((sum, part) => sum + part.count, 0) }))
const named = count(fc.oneof(foreignText, fc.constantFrom('US', 'en', 'reddit', 'web')), 60)
const sentiment = count(fc.constantFrom('positive', 'negative', 'neutral', 'strange'), 3)
const anyQuestion: fc.Arbitrary<StatsQuestion> = fc.record({
  choice: fc.oneof(
    fc.constantFrom(1, 7, 30, 400, 3660).map((days) => ({ kind: 'days' as const, days })),
    fc
      .constantFrom('last month' as const, 'this week' as const)
      .map((name) => ({ kind: 'named' as const, name })),
  ),
  granularity: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  sources: fc.subarray(['reddit', 'web', 'news-blogs', 'facebook', 'instagram', 'twitter']),
  more: fc.boolean(),
})

function seriesWithin(question: StatsQuestion, value: fc.Arbitrary<Count>): fc.Arbitrary<Period[]> {
  const { from } = toDateRange(question.choice, friday)
  const point = fc.tuple(fc.nat(40), value, fc.boolean()).map(([at, counted, incomplete]): Period => {
    const date = addDays(from, at)
    return { from: date, to: date, incomplete, value: counted }
  })
  return fc.array(point, { maxLength: 30 })
}

function anyKnown(question: StatsQuestion): fc.Arbitrary<Known> {
  const totals = fc.record(
    {
      mentions: named,
      sentiment,
      reach: named,
      countries: named,
      languages: named,
      sources: named,
      topic_cloud: named,
      gender: named,
      age: named,
    },
    { requiredKeys: [] },
  )
  return fc.record(
    {
      now: totals,
      before: totals,
      series: fc.record(
        {
          mentions: seriesWithin(question, named),
          sentiment: seriesWithin(question, sentiment),
          reach: seriesWithin(question, named),
        },
        { requiredKeys: [] },
      ),
      loudest: arbitraryMentions(0, 3),
      loudestNegative: arbitraryMentions(0, 3),
      reason: fc.constant('busy' as const),
      limits: fc.array(fc.record({ name: foreignText, reached: fc.boolean() }), { maxLength: 2 }),
      alert: fc.record({ name: foreignText, id: arbitraryId }),
    },
    { requiredKeys: [] },
  )
}

const asked = anyQuestion.chain((question) => fc.tuple(fc.constant(question), anyKnown(question)))

it('no stats answer exceeds a limit of Slack', () => {
  fc.assert(
    fc.property(
      asked,
      fc.constantFrom('asker' as const, 'channel' as const),
      ([question, known], audience) => {
        expect(faults(statsMessage(summaryOf(known, question), audience))).toEqual([])
      },
    ),
    { numRuns: 150 },
  )
})

it('no stats answer for a leads alert exceeds a limit of Slack', () => {
  fc.assert(
    fc.property(asked, ([question, known]) => {
      expect(faults(leadsMessage(summaryOf(known, question, 'leads')))).toEqual([])
    }),
    { numRuns: 40 },
  )
})

it('every control of a stats answer contains a question that can be parsed', () => {
  fc.assert(
    fc.property(asked, ([question, known]) => {
      const { blocks } = statsMessage(summaryOf(known, question), 'asker')
      const values = [...JSON.stringify(blocks).matchAll(/"value":"((?:\\.|[^"\\])*)"/g)]
      expect(values.length).toBeGreaterThan(4)
      for (const [, value] of values)
        expect(parseStatsQuestion(String(JSON.parse(`"${value}"`)).replace('custom:', '')).kind).toBe(
          'question',
        )
    }),
    { numRuns: 30 },
  )
})

it('no digest exceeds a limit of Slack or leaves out an alert', () => {
  const range = { from: '2026-11-09', to: '2026-11-15' }
  const question: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }
  const digested = fc.oneof(
    anyKnown(question).map((known) => ({
      kind: 'summary' as const,
      summary: summaryOf(known, question, 'digest'),
    })),
    fc.record({
      kind: fc.constant('unavailable' as const),
      name: foreignText,
      reason: fc.constant('busy' as const),
    }),
  )
  const filtered = fc.array(fc.record({ rule: foreignText, count: fc.nat() }), { maxLength: 20 })
  fc.assert(
    fc.property(
      fc.array(digested, { minLength: 1, maxLength: 25 }),
      foreignText,
      filtered,
      (alerts, name, rules) => {
        const value = {
          found: 9,
          posted: 9,
          own: 0,
          inBursts: 0,
          filtered: rules,
          muted: 0,
          duplicate: 0,
          waiting: 0,
          rejected: 1,
        }
        const period = { key: '2026-W46', range }
        const digest = digestMessages({
          name,
          period,
          channel: 'C1',
          whenEmpty: 'skip',
          audience: 'channel',
          alerts,
          accounting: { kind: 'known', value },
        })
        if (digest.kind === 'nothing') throw new Error('nothing was told')
        for (const message of [digest.parent, ...digest.thread]) expect(faults(message)).toEqual([])
        const tables = [digest.parent, ...digest.thread]
          .flatMap(({ blocks }) => blocks)
          .filter(({ type }) => type === 'table')
        const rows = tables.map(({ rows }) => (Array.isArray(rows) ? rows.length - 1 : 0))
        expect(rows).toEqual(alerts.length < 2 ? [] : [Math.min(5, alerts.length)])
        const shown = [digest.parent, ...digest.thread].map(({ blocks }) => shownText(blocks)).join('')
        for (const alert of alerts) expect(shown).toContain(alertName(alert))
      },
    ),
    { numRuns: 40 },
  )
})

it('no error message about statistics and no choice of alerts exceeds a limit of Slack', () => {
  const alert: fc.Arbitrary<Alert> = fc.record({
    id: arbitraryId,
    type: foreignText,
    name: foreignText,
    projectId: arbitraryId,
    projectName: foreignText,
  })
  const problem = fc.record({
    words: foreignText,
    kind: fc.constant('second-alert' as const),
    found: foreignText,
  })
  fc.assert(
    fc.property(
      fc.array(alert, { minLength: 1, maxLength: 130 }),
      fc.array(problem, { minLength: 1, maxLength: 8 }),
      foreignText,
      anyQuestion,
      (alerts, problems, text, question) => {
        const replies = [
          notUnderstood(problems, alerts),
          noSuchAlert([text], alerts),
          statsFailed('busy', 'later'),
          chooseAlert(question, alerts),
        ]
        for (const reply of replies) expect(faults(reply)).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})

it('the stats help is within the limits of Slack', () => expect(faults(statsHelp())).toEqual([]))
