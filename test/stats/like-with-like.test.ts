import type { Granularity } from '@overheard/mention-client/insight'
import { describe, expect, it } from 'vitest'
import { comparisonMessage, statsMessage } from '../../src/listeners/texts/stats-answer.ts'
import { addDays } from '../../src/model/calendar-date.ts'
import type { RangeChoice } from '../../src/model/date-range.ts'
import { statsActions } from '../../src/stats/answer.ts'
import { sketch } from '../tools/message-sketch.ts'
import { days, last30, summaryOf, total } from '../tools/period-summaries.ts'

/** Friday, 20 November 2026, 14:02 UTC, is not over. */
const counts = { now: { mentions: total(41) }, before: { mentions: total(105) } }
const shownFor = (choice: RangeChoice, known: Parameters<typeof summaryOf>[0] = counts) =>
  sketch(statsMessage(summaryOf(known, { ...last30, choice }), 'asker')).replaceAll('\u00a0', ' ')

describe('a change of numbers', () => {
  it.each<[string, RangeChoice, string]>([
    ['today', { kind: 'days', days: 1 }, '41 mentions (▼ 61% vs a whole day)'],
    ['7 days', { kind: 'days', days: 7 }, '41 mentions (▼ 61% vs 7 whole days)'],
    ['this month', { kind: 'named', name: 'this month' }, '41 mentions (▼ 61% vs 20 whole days)'],
    [
      'a month that is not over',
      { kind: 'dates', from: '2026-11-01', to: '2026-11-30' },
      '41 mentions (▼ 61% vs 31 whole days)',
    ],
    ['yesterday', { kind: 'named', name: 'yesterday' }, '41 mentions (▼ 61%)'],
    ['last month', { kind: 'named', name: 'last month' }, '41 mentions (▼ 61%)'],
  ])('of %s says if the period before has more of its last day', (_, choice, words) =>
    expect(shownFor(choice)).toContain(words),
  )

  it('from a small number says that the period before is over', () =>
    expect(
      shownFor({ kind: 'days', days: 1 }, { now: { mentions: total(4) }, before: { mentions: total(8) } }),
    ).toContain('4 mentions (was 8 in a whole day)'))

  it('of a month says how much longer the month before is', () => {
    const february = { kind: 'dates', from: '2026-02-01', to: '2026-02-28' } as const
    expect(shownFor(february)).toContain(
      'Feb 1 – 28, 2026 compared with Jan 1 – 31, 2026, which is 3 days longer.',
    )
    const march = { kind: 'dates', from: '2026-03-01', to: '2026-03-31' } as const
    expect(shownFor(march)).toContain('compared with Feb 1 – 28, 2026, which is 3 days shorter.')
  })

  it('in a comparison says it, too', () => {
    const summary = summaryOf(counts, { ...last30, choice: { kind: 'days', days: 7 } }, 'comparison')
    const compared = [{ kind: 'summary', summary } as const, { kind: 'summary', summary } as const]
    expect(sketch(comparisonMessage(compared, last30, 'channel')).replaceAll('\u00a0', ' ')).toContain(
      '▼ 61% vs 7 whole days',
    )
  })
})

describe('the title of a chart', () => {
  const seriesOf = (from: string, count: number) =>
    days(Object.fromEntries(Array.from({ length: count }, (_, at) => [addDays(from, at), total(at + 1)])))
  it.each<[string, RangeChoice, Granularity, string]>([
    ['months', { kind: 'dates', from: '2026-01-01', to: '2026-10-31' }, 'month', 'Mentions per month'],
    ['two months that the range cuts', { kind: 'days', days: 60 }, 'month', 'Mentions per month'],
    ['weeks', { kind: 'days', days: 60 }, 'week', 'Mentions per week'],
    ['days', { kind: 'days', days: 20 }, 'day', 'Mentions per day'],
    ['7 days in one point', { kind: 'days', days: 140 }, 'day', 'Mentions, every 7 days'],
    ['3 weeks in one point', { kind: 'days', days: 393 }, 'week', 'Mentions, every 3 weeks'],
    ['3 weeks, and 1 in the last point', { kind: 'days', days: 400 }, 'week', 'Average mentions per week'],
    ['2 months in one point', { kind: 'days', days: 1_000 }, 'month', 'Mentions, every 2 months'],
  ])('names the periods of its points: %s', (_, choice, granularity, title) => {
    const series = { mentions: seriesOf('2026-10-01', 50) }
    const { blocks } = statsMessage(
      summaryOf({ ...counts, series }, { ...last30, choice, granularity }),
      'asker',
    )
    expect(blocks).toContainEqual(expect.objectContaining({ type: 'data_visualization', title }))
  })
})

describe('a reach that no source tells', () => {
  it('is missing, and not zero without a change', () => {
    const known = {
      now: { mentions: total(41), reach: total(0) },
      before: { mentions: total(30), reach: total(0) },
    }
    const shown = shownFor({ kind: 'named', name: 'yesterday' }, known)
    expect(shown).not.toMatch(/\breach \(|\*Reach\*/)
    expect(shown).toMatch(/Missing: reach.* \(no source tells it\)/)
  })

  it('is zero if there are no mentions', () => {
    const none = { mentions: total(0), reach: total(0) }
    expect(shownFor({ kind: 'named', name: 'yesterday' }, { now: none, before: none })).toContain(
      '0 reach (no change)',
    )
  })
})

describe('the menu of sources', () => {
  const labels = (sources: string[], offered?: string[]) =>
    JSON.stringify(statsActions({ ...last30, sources }, offered)).match(
      /(?<="text":")(All sources|Facebook|Instagram|Twitter|Reddit|News and blogs|Web)[^"]*/g,
    )

  it('offers only sources that the mention service can have', () =>
    expect([...new Set(labels([], ['reddit', 'news-blogs', 'web']))]).toEqual([
      'All sources',
      'Reddit',
      'News and blogs',
      'Web',
    ]))

  it('has the shown source, too, if somebody typed another one', () =>
    expect([...new Set(labels(['facebook'], ['web']))]).toEqual(['All sources', 'Facebook', 'Web']))
})
