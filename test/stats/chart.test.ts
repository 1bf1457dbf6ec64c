import type { Granularity } from '@overheard/mention-client/insight'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { languages, setLanguage } from '../../src/messages/kit/locale.ts'
import { prepareLanguage } from '../../src/messages/kit/say.ts'
import { addDays, datesBetween } from '../../src/model/calendar-date.ts'
import { chartOf } from '../../src/stats/chart.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { days, friday, parts, summaryOf, total } from '../tools/period-summaries.ts'

/** Tags of which somebody may read an answer: the languages with their countries, and a calendar with shorter years. */
const voices = [
  ...['en en-US', 'en en-GB', 'de de', 'de de-AT', 'es es', 'es es-419', 'es es-MX', 'fr fr', 'fr fr-CA'],
  ...['ja ja', 'pt pt', 'pt pt-BR', 'pt pt-PT', 'en ar-SA'],
].map((voice) => voice.split(' '))

const speak = ([language = 'en', locale = 'en-US']: string[]) => setLanguage(language, locale)

beforeAll(() => Promise.all(languages.map(prepareLanguage)))
afterEach(() => setLanguage('en'))

type Chart = {
  title: string
  chart: { series: { data: { label: string; value: number }[] }[]; axis_config: { categories: string[] } }
}

/** Every day has ten mentions, of which two are negative. A new method judges from `newAt` on. */
function chart(from: string, to: string, granularity: Granularity = 'day', newAt?: string) {
  const question: StatsQuestion = {
    ...{ choice: { kind: 'dates', from, to }, granularity },
    ...{ sources: [], more: false },
  }
  const dates = datesBetween(from, to)
  const sentiment = days(
    Object.fromEntries(dates.map((date) => [date, parts({ negative: 2, positive: 3, neutral: 5 })])),
  ).map((period) => (period.from === newAt ? { ...period, isNewMethod: true as const } : period))
  const mentions = days(Object.fromEntries(dates.map((date) => [date, total(10)])))
  const later = Math.max(friday, Date.parse(to) + 40 * 86_400_000)
  const block = chartOf(summaryOf({ series: { mentions, sentiment } }, question, 'stats', later), 'line')
  const { title, chart } = (block ?? {}) as Partial<Chart>
  const [counts = [], negative = []] = chart?.series.map(({ data }) => data.map(({ value }) => value)) ?? []
  return { block, title, labels: chart?.axis_config.categories ?? [], counts, negative }
}

describe('the labels of a chart', () => {
  it.each([
    ['en en-US', 'Sep 28 – Oct 4'],
    ['de de', '28. Sept. – 4. Okt.'],
    ['fr fr', '28 sept. – 4 oct.'],
    ['ja ja', '09/28～10/04'],
    ['pt pt-BR', '28 de set.'],
  ])('in %s name a week that ends in another month as “%s”', (voice, label) => {
    speak(voice.split(' '))
    expect(chart('2026-08-23', '2026-11-20', 'week').labels).toContain(label)
  })

  it('have the first day of each week, if the mark of a newer method makes one of them too long', () => {
    speak(['de', 'de'])
    const { labels } = chart('2026-08-24', '2026-11-15', 'week', '2026-09-28')
    expect(labels).toContain('┊ 28. Sept.')
    expect(labels).toContain('5. Okt.')
  })

  it('are within the limits of Slack in every language, wherever the dates begin and end', () => {
    const asked = fc.record({
      from: fc.nat(1_000).map((count) => addDays('2026-01-01', count)),
      length: fc.integer({ min: 1, max: 500 }),
      granularity: fc.constantFrom<Granularity>('day', 'week', 'month'),
      newAt: fc.nat(500),
    })
    fc.assert(
      fc.property(asked, ({ from, length, granularity, newAt }) => {
        for (const voice of voices) {
          speak(voice)
          const { block } = chart(from, addDays(from, length), granularity, addDays(from, newAt % length))
          const faults = block === undefined ? [] : faultsOf({ text: 'x', blocks: [block] })
          expect([voice, faults]).toEqual([voice, []])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a chart of more periods than it has points', () => {
  it('has sums if each point has equally many', () => {
    const { title, labels, counts } = chart('2026-09-01', '2026-09-30')
    expect(title).toBe('Mentions, every 2 days')
    expect(labels.at(-1)).toBe('Sep 29 – 30')
    expect(counts).toEqual(Array.from({ length: 15 }, () => 20))
  })

  it('has means if the last point has fewer, such as in a month of 31 days, so that none looks like a fall', () => {
    const { title, labels, counts, negative } = chart('2026-10-01', '2026-10-31')
    expect(title).toBe('Average mentions per day')
    expect([labels[0], labels.at(-1)]).toEqual(['Oct 1 – 2', 'Oct 31'])
    expect(counts).toEqual(Array.from({ length: 16 }, () => 10))
    expect(negative).toEqual(Array.from({ length: 16 }, () => 2))
  })

  it.each(['day', 'week'] as const)('shows the same volume every %s as a level line', (granularity) =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 150 }), (periods) => {
        const length = granularity === 'day' ? periods : 7 * periods
        const { counts } = chart('2026-01-05', addDays('2026-01-05', length - 1), granularity)
        expect(new Set(counts).size).toBe(1)
      }),
    ),
  )
})
