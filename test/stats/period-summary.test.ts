import { seriesTypes, totalTypes } from '@overheard/mention-client/insight'
import { describe, expect, it } from 'vitest'
import { buildPeriodSummary } from '../../src/stats/period-summary.ts'
import { planStatsRequests } from '../../src/stats/request-plan.ts'
import { brand, days, friday, last30, parts, summaryOf, total } from '../tools/period-summaries.ts'

describe('the requests for a period summary', () => {
  it('ask for nine totals, three totals of the period before, three series, and the mentions with most reach', () => {
    const needs = planStatsRequests(last30, friday, 'stats')
    const now = needs.flatMap((need) => (need.kind === 'total' && need.when === 'now' ? [need.type] : []))
    const before = needs.flatMap((need) =>
      need.kind === 'total' && need.when === 'before' ? [need.type] : [],
    )
    const series = needs.flatMap((need) => (need.kind === 'series' ? [need.type] : []))
    expect(now).toEqual([...totalTypes])
    expect(before).toEqual(['mentions', 'sentiment', 'reach'])
    expect(series).toEqual([...seriesTypes])
    expect(needs.filter(({ kind }) => kind === 'top-mentions')).toHaveLength(1)
    expect(needs).toHaveLength(16)
  })

  it('of a digest also ask for the earlier topics and for the negative mentions with most reach', () => {
    const needs = planStatsRequests(last30, friday, 'digest')
    expect(needs).toHaveLength(17)
    expect(needs).toContainEqual(
      expect.objectContaining({ kind: 'top-mentions', sentiment: 'negative', count: 6 }),
    )
    expect(needs).toContainEqual(expect.objectContaining({ type: 'topic_cloud', when: 'before' }))
  })

  it('contain the dates of their period and the sources of the question', () => {
    for (const need of planStatsRequests({ ...last30, sources: ['reddit'] }, friday, 'stats')) {
      const before = need.kind === 'total' && need.when === 'before'
      expect(need.sources).toEqual(['reddit'])
      expect(need.range).toEqual(
        before ? { from: '2026-09-22', to: '2026-10-21' } : { from: '2026-10-22', to: '2026-11-20' },
      )
    }
  })

  it('ask for weeks if the question does, and otherwise for days in a range of a month', () => {
    const grains = (needs: ReturnType<typeof planStatsRequests>) =>
      needs.flatMap((need) => (need.kind === 'series' ? [need.granularity] : []))
    expect(grains(planStatsRequests(last30, friday, 'stats'))).toEqual(['day', 'day', 'day'])
    expect(grains(planStatsRequests({ ...last30, granularity: 'week' }, friday, 'stats'))).toEqual([
      'week',
      'week',
      'week',
    ])
  })
})

describe('the period summary', () => {
  it('compares each number with the period before', () => {
    const summary = summaryOf({
      now: { mentions: total(118), reach: total(900), sentiment: parts({ negative: 4 }) },
      before: { mentions: total(100), reach: total(450), sentiment: parts({ positive: 2 }) },
    })
    expect(summary.mentions).toEqual({
      kind: 'known',
      value: { now: 118, change: { kind: 'percent', change: 0.18 } },
    })
    expect(summary.reach).toEqual({
      kind: 'known',
      value: { now: 900, change: { kind: 'percent', change: 1 } },
    })
    expect(summary.sentiment).toEqual({
      kind: 'known',
      value: {
        now: { positive: 0, negative: 4, neutral: 0 },
        before: { positive: 2, negative: 0, neutral: 0 },
      },
    })
  })

  it('has a number without a change if the earlier number is unknown', () => {
    const summary = summaryOf({ now: { mentions: total(5) } })
    expect(summary.mentions).toEqual({ kind: 'known', value: { now: 5, change: { kind: 'unknown' } } })
  })

  it('keeps the reason for a missing number', () => {
    const summary = summaryOf({ reason: 'timeout' })
    expect(summary.mentions).toEqual({ kind: 'missing', reason: 'timeout' })
    expect(summary.series.reach).toEqual({ kind: 'missing', reason: 'timeout' })
  })

  it('marks a number that was not requested as missing', () => {
    const summary = buildPeriodSummary({
      alert: brand,
      question: last30,
      now: friday,
      results: [],
      limits: [],
    })
    expect(summary.totals.age).toEqual({ kind: 'missing', reason: 'not-asked' })
  })

  it('has a time series without gaps, in which today is marked as incomplete', () => {
    const summary = summaryOf({ series: { mentions: days({ '2026-11-14': total(96) }) } })
    const series = summary.series.mentions.kind === 'known' ? summary.series.mentions.value : []
    expect(series).toHaveLength(30)
    expect(series.filter(({ value }) => value.total > 0).map(({ from }) => from)).toEqual(['2026-11-14'])
    expect(series.filter(({ incomplete }) => incomplete).map(({ from }) => from)).toEqual(['2026-11-20'])
    expect(summary.ahead).toBe('today')
  })

  it.each([
    ['2026-11-01', '2026-11-19', 'nothing'],
    ['2026-11-20', '2026-11-20', 'today'],
    ['2026-11-19', '2026-11-21', 'later'],
    ['2026-11-21', '2026-11-30', 'all'],
  ])('from %s to %s, made on 2026-11-20, says which part is still to come: %s', (from, to, ahead) => {
    const choice = { kind: 'dates', from, to } as const
    const question = { ...last30, choice }
    expect(buildPeriodSummary({ alert: brand, question, now: friday, results: [], limits: [] }).ahead).toBe(
      ahead,
    )
  })

  it('has a question for buttons that names the alert by its id', () => {
    expect(summaryOf({}, { ...last30, alert: 'acme' }).question.alert).toBe('42')
  })
})
