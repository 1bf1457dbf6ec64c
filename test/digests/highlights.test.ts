import { describe, expect, it } from 'vitest'
import { highlightSentences } from '../../src/digests/content/message.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'
import { days, type Known, parts, summaryOf, total } from '../tools/period-summaries.ts'

const week: StatsQuestion = {
  choice: { kind: 'dates', from: '2026-11-09', to: '2026-11-15' },
  sources: [],
  more: false,
}
const month: StatsQuestion = {
  choice: { kind: 'dates', from: '2026-10-01', to: '2026-10-31' },
  sources: [],
  more: false,
}
const story = (known: Known, question = week) =>
  highlightSentences(summaryOf(known, question, 'digest')).map(withPlainSpaces)
const topFive = { US: 90, DE: 40, FR: 30, IT: 20, ES: 10 }

describe('the busiest day in the highlights', () => {
  it.each<[string, Record<string, number>, string[]]>([
    [
      'is the day with the most mentions',
      { '2026-11-12': 171, '2026-11-13': 20 },
      ['Thursday was the busiest day (171 mentions).'],
    ],
    ['can have a single mention', { '2026-11-12': 1 }, ['Thursday was the busiest day (1 mention).']],
    [
      'can be two days with equal counts',
      { '2026-11-10': 40, '2026-11-12': 40 },
      ['Tuesday and Thursday were the busiest days (40 mentions each).'],
    ],
    ['is absent if three days have equal counts', { '2026-11-09': 4, '2026-11-10': 4, '2026-11-12': 4 }, []],
    ['is absent without mentions', {}, []],
  ])('%s', (_, points, sentences) => {
    const series = days(
      Object.fromEntries(Object.entries(points).map(([date, count]) => [date, total(count)])),
    )
    expect(story({ series: { mentions: series } })).toEqual(sentences)
  })

  it('is named by its date in a range of a month', () => {
    const series = { mentions: days({ '2026-10-14': total(9) }) }
    expect(story({ series }, month)).toEqual(['Oct 14 was the busiest day (9 mentions).'])
  })

  it('is absent if mentions are counted by week', () => {
    const series = { mentions: days({ '2026-10-14': total(9) }) }
    expect(story({ series }, { ...month, granularity: 'week' })).toEqual([])
  })
})

describe('the highlights of a period', () => {
  it.each<[string, Record<string, number>, Record<string, number>, string[]]>([
    [
      'a rise',
      { reddit: 73, web: 20 },
      { reddit: 12, web: 25 },
      ['Biggest change by source: Reddit, 73 mentions (was 12).'],
    ],
    ['a fall', { web: 5 }, { web: 50, reddit: 4 }, ['Biggest change by source: Web, 5 mentions (was 50).']],
    [
      'a rise from zero',
      { youtube: 8, web: 1 },
      { web: 1 },
      ['Biggest change by source: YouTube, 8 mentions (was 0).'],
    ],
    [
      'a change of five mentions',
      { web: 10 },
      { web: 5 },
      ['Biggest change by source: Web, 10 mentions (was 5).'],
    ],
    ['no change of less than five mentions', { web: 9 }, { web: 5 }, []],
    ['no change if there were no earlier mentions', { web: 90 }, {}, []],
  ])('about sources include %s', (_, now, before, sentences) =>
    expect(story({ now: { sources: parts(now) }, before: { sources: parts(before) } })).toEqual(sentences),
  )

  it.each<[string, Record<string, number>, Record<string, number>, string[]]>([
    ['a rise', { US: 50, DE: 10 }, { US: 20, DE: 10 }, ['By country: United States, 50 mentions (was 20).']],
    [
      'no rise of a country that is missing in the earlier top five, because its earlier count is unknown',
      { ...topFive, ES: 0, GB: 80 },
      topFive,
      ['By country: Spain, 0 mentions (was 10).'],
    ],
    [
      'a fall to zero of a country that is missing in a present list of fewer than five countries',
      { GB: 80 },
      topFive,
      ['By country: United States, 0 mentions (was 90).'],
    ],
  ])('about countries include %s', (_, now, before, sentences) =>
    expect(story({ now: { countries: parts(now) }, before: { countries: parts(before) } })).toEqual(
      sentences,
    ),
  )
})

describe('the sentence about sentiment in the highlights', () => {
  it.each<[string, Record<string, number>, Record<string, number>, string[]]>([
    [
      'says that negative mentions now outnumber positive ones',
      { positive: 5, negative: 15 },
      { positive: 15, negative: 5 },
      ['More negative than positive mentions, unlike before.'],
    ],
    [
      'says that positive mentions now outnumber negative ones',
      { positive: 15, negative: 5 },
      { positive: 5, negative: 15 },
      ['More positive than negative mentions, unlike before.'],
    ],
    [
      'says that the negative share rose',
      { positive: 50, negative: 19, neutral: 31 },
      { positive: 50, negative: 11, neutral: 39 },
      ['The negative share rose from 11% to 19%.'],
    ],
    [
      'says that the negative share fell',
      { positive: 50, negative: 11, neutral: 39 },
      { positive: 50, negative: 19, neutral: 31 },
      ['The negative share fell from 19% to 11%.'],
    ],
    [
      'is absent if the negative share hardly changes',
      { positive: 50, negative: 11 },
      { positive: 50, negative: 12 },
      [],
    ],
    [
      'is absent if too few mentions are rated',
      { positive: 1, negative: 5 },
      { positive: 5, negative: 1 },
      [],
    ],
    ['is absent if no mention is rated', {}, { positive: 50, negative: 12 }, []],
  ])('%s', (_, now, before, sentences) =>
    expect(story({ now: { sentiment: parts(now) }, before: { sentiment: parts(before) } })).toEqual(
      sentences,
    ),
  )
})

const nineTopics = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`t${at}`, 90 - at]))

describe('new topics in the highlights', () => {
  it.each<[string, Record<string, number>, Record<string, number>, string[]]>([
    ['are named', { launch: 90, login: 40 }, { launch: 80 }, ['New topics: login.']],
    ['are at most three', { a: 9, b: 8, c: 7, d: 6 }, { launch: 80 }, ['New topics: a, b, c.']],
    ['include the tenth topic', { ...nineTopics, z: 1 }, { ...nineTopics }, ['New topics: z.']],
    ['do not include the eleventh topic', { ...nineTopics, t9: 5, z: 1 }, { ...nineTopics, t9: 1 }, []],
    ['do not include a topic that differs only in case', { Launch: 90 }, { launch: 80 }, []],
    ['are absent if there were no topics before', { launch: 90 }, {}, []],
  ])('%s', (_, now, before, sentences) =>
    expect(story({ now: { topic_cloud: parts(now) }, before: { topic_cloud: parts(before) } })).toEqual(
      sentences,
    ),
  )
})

it('the highlights leave out everything that is unknown', () => {
  expect(story({})).toEqual([])
  expect(story({ now: { sources: parts({ web: 90 }), sentiment: parts({ negative: 90 }) } })).toEqual([])
})
