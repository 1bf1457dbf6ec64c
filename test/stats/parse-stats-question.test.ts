import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { questionProblemWords } from '../../src/listeners/texts/stats-replies.ts'
import { addDays, dateOf } from '../../src/model/calendar-date.ts'
import { namedRanges, type RangeChoice } from '../../src/model/date-range.ts'
import { parseStatsQuestion } from '../../src/stats/parse-stats-question.ts'
import { formatQuestion, insightSources, type StatsQuestion } from '../../src/stats/question.ts'
import { typedLine } from '../../src/typed/text.ts'
import { anyCodePoint } from '../tools/arbitrary-mention.ts'

const plain: StatsQuestion = { choice: { kind: 'days', days: 30 }, sources: [], more: false }
const days = (count: number): RangeChoice => ({ kind: 'days', days: count })
const dates = (from: string, to: string): RangeChoice => ({ kind: 'dates', from, to })

describe('the parser of /mentions-stats accepts', () => {
  it.each<[string, Partial<StatsQuestion>]>([
    ['', {}],
    ['   ', {}],
    ['7d', { choice: days(7) }],
    ['90D', { choice: days(90) }],
    ['14 days', { choice: days(14) }],
    ['last 14 days', { choice: days(14) }],
    ['the past 2 weeks', { choice: days(14) }],
    ['3w', { choice: days(21) }],
    ['today', { choice: { kind: 'named', name: 'today' } }],
    ['This Week', { choice: { kind: 'named', name: 'this week' } }],
    ['last  month', { choice: { kind: 'named', name: 'last month' } }],
    ['2026-10-01..2026-10-31', { choice: dates('2026-10-01', '2026-10-31') }],
    ['2026-10-01…2026-10-31', { choice: dates('2026-10-01', '2026-10-31') }],
    ['2026-10-01 – 2026-10-31', { choice: dates('2026-10-01', '2026-10-31') }],
    ['2026-10-01 to 2026-10-31', { choice: dates('2026-10-01', '2026-10-31') }],
    ['2026-10-01 2026-10-31', { choice: dates('2026-10-01', '2026-10-31') }],
    ['Acme from 2026-10-01 until 2026-10-31', { alert: 'Acme', choice: dates('2026-10-01', '2026-10-31') }],
    ['2026-10-01-2026-10-31', { choice: dates('2026-10-01', '2026-10-31') }],
    ['2026-10-1..2026-10-9', { choice: dates('2026-10-01', '2026-10-09') }],
    ['2026-10-05', { choice: dates('2026-10-05', '2026-10-05') }],
    ['2028-02', { choice: dates('2028-02-01', '2028-02-29') }],
    ['Acme', { alert: 'Acme' }],
    ['Acme brand', { alert: 'Acme brand' }],
    ['Acme brand 7d', { alert: 'Acme brand', choice: days(7) }],
    ['7d Acme brand', { alert: 'Acme brand', choice: days(7) }],
    ['last month Acme', { alert: 'Acme', choice: { kind: 'named', name: 'last month' } }],
    ['"Acme brand" 7d', { alert: 'Acme brand', choice: days(7) }],
    ['“Acme brand” 7d', { alert: 'Acme brand', choice: days(7) }],
    ['„Acme brand“ 7d', { alert: 'Acme brand', choice: days(7) }],
    ['«Acme» 7d', { alert: 'Acme', choice: days(7) }],
    ["'Acme brand' 7d", { alert: 'Acme brand', choice: days(7) }],
    ['‘Acme brand’ 7d', { alert: 'Acme brand', choice: days(7) }],
    ["McDonald's 7d", { alert: "McDonald's", choice: days(7) }],
    ['7d "Acme brand', { alert: 'Acme brand', choice: days(7) }],
    ['"today" 7d', { alert: 'today', choice: days(7) }],
    ['Acme today show 7d', { alert: 'Acme today show', choice: days(7) }],
    ['Acme today 30d', { alert: 'Acme today', choice: days(30) }],
    ['4711', { alert: '4711' }],
    ['4711 7d', { alert: '4711', choice: days(7) }],
    ['by:week', { granularity: 'week' }],
    ['BY:Months Acme', { granularity: 'month', alert: 'Acme' }],
    ['by: day 90d', { granularity: 'day', choice: days(90) }],
    ['source:reddit', { sources: ['reddit'] }],
    ['source:web,reddit Acme', { sources: ['reddit', 'web'], alert: 'Acme' }],
    ['sources: reddit, web 7d Acme', { sources: ['reddit', 'web'], choice: days(7), alert: 'Acme' }],
    ['Acme vs Rival', { alert: 'Acme', versus: ['Rival'] }],
    [
      'acme brand VS. rival one versus third 7d',
      { alert: 'acme brand', versus: ['rival one', 'third'], choice: days(7) },
    ],
    [
      'last week "Acme" vs “Rival” source:web',
      { alert: 'Acme', versus: ['Rival'], choice: { kind: 'named', name: 'last week' }, sources: ['web'] },
    ],
    ['Acme by:week vs Rival', { alert: 'Acme', versus: ['Rival'], granularity: 'week' }],
    ['vs Rival 7d', { versus: ['Rival'], choice: days(7) }],
    ['"Acme vs Rival" 7d', { alert: 'Acme vs Rival', choice: days(7) }],
    ["'Acme vs Rival' 7d", { alert: 'Acme vs Rival', choice: days(7) }],
    ['Canvs', { alert: 'Canvs' }],
    ['source:x,news', { sources: ['twitter', 'news-blogs'] }],
    ['show:more', { more: true }],
    ['Acme source:web 7d by:day', { sources: ['web'], choice: days(7), granularity: 'day', alert: 'Acme' }],
  ])('the line "%s"', (line, question) =>
    expect(parseStatsQuestion(typedLine(line))).toEqual({
      kind: 'question',
      question: { ...plain, ...question },
    }),
  )

  it.each(['help', 'HELP', '?', ' help '])('the request for help "%s"', (line) =>
    expect(parseStatsQuestion(line)).toEqual({ kind: 'help' }),
  )
})

function explained(line: string) {
  const parsed = parseStatsQuestion(line)
  if (parsed.kind !== 'not-understood') throw new Error(`understood: ${line}`)
  return parsed.problems.map((problem) => ({
    words: problem.words,
    because: questionProblemWords(problem),
  }))
}

describe('the parser of /mentions-stats refuses, with the reason,', () => {
  it.each<[string, string, string]>([
    ['by:hour', 'by:hour', 'use by:day, by:week or by:month'],
    ['by:', 'by:', 'use by:day, by:week or by:month'],
    ['by:constructor', 'by:constructor', 'use by:day, by:week or by:month'],
    [
      'source:myspace,web',
      'source:myspace',
      'the sources are facebook, instagram, twitter, reddit, news-blogs, web',
    ],
    ['source:', 'source:', 'the sources are facebook, instagram, twitter, reddit, news-blogs, web'],
    ['show:all', 'show:all', 'use show:more'],
    ['2026-02-30', '2026-02-30', 'there is no date 2026-02-30'],
    ['2026-13', '2026-13', 'there is no month 2026-13'],
    ['Acme 2026-02-01..2026-02-29', '2026-02-01..2026-02-29', 'there is no date 2026-02-29'],
    ['2026-10-31..2026-10-01', '2026-10-31..2026-10-01', 'it ends before it begins'],
    ['0d', '0d', 'it has no days'],
    ['99999d', '99999d', 'it is longer than ten years'],
    ['2000-01-01..2026-01-01', '2000-01-01..2026-01-01', 'it is longer than ten years'],
    ['7d 30d', '7d', 'the period is already 30d'],
    ['Acme vs', 'vs', 'write an alert after it'],
    ['Acme vs 7d', 'vs', 'write an alert after it'],
    ['a vs b vs c vs d', 'a vs b vs c vs d', 'compare at most 3 alerts'],
    ['Acme vs Rival 0d', '0d', 'it has no days'],
    ['"Acme" brand 7d', 'brand', 'the alert is already named “Acme”'],
  ])('the line "%s" because of “%s”: %s', (line, words, because) =>
    expect(explained(line)).toEqual([{ words, because }]),
  )

  it('a line is read up to 500 characters', () => {
    const problemsOf = (length: number) => {
      const parsed = parseStatsQuestion('x'.repeat(length))
      return parsed.kind === 'not-understood' ? parsed.problems.map(({ kind }) => kind) : []
    }
    expect(problemsOf(500)).not.toContain('too-long')
    expect(problemsOf(501)).toContain('too-long')
  })

  it('a line of more than 500 characters', () =>
    expect(explained('x'.repeat(501))).toEqual([
      { words: `${'x'.repeat(40)}…`, because: 'it is far too long' },
    ]))

  it('a line with several problems, and names each of them', () => {
    expect(parseStatsQuestion('0d by:hour source:myspace')).toMatchObject({
      problems: [{ words: 'by:hour' }, { words: 'source:myspace' }, { words: '0d' }],
    })
  })
})

const anyDate = fc.integer({ min: 0, max: 30_000 }).map((count) => dateOf(count * 86_400_000))
const anyChoice: fc.Arbitrary<RangeChoice> = fc.oneof(
  fc.integer({ min: 1, max: 3660 }).map(days),
  fc.constantFrom(...namedRanges).map((name): RangeChoice => ({ kind: 'named', name })),
  fc.tuple(anyDate, fc.nat(3000)).map(([from, more]) => dates(from, addDays(from, more))),
)
const anyName = fc
  .string({ unit: fc.constantFrom(..."aZ9 .:-,'’é今d7"), minLength: 1, maxLength: 60 })
  .map((name) => name.replaceAll(/\s+/g, ' ').trim())
  .filter((name) => name !== '')
const anyQuestion: fc.Arbitrary<StatsQuestion> = fc
  .record({
    alert: fc.option(fc.oneof(anyName, fc.constantFrom('today', '7d', 'by:week', 'help', '42')), {
      nil: undefined,
    }),
    versus: fc.option(
      fc.array(fc.oneof(anyName, fc.constantFrom('vs', 'a vs b')), { minLength: 1, maxLength: 2 }),
      {
        nil: undefined,
      },
    ),
    choice: anyChoice,
    granularity: fc.constantFrom(undefined, 'day' as const, 'week' as const, 'month' as const),
    sources: fc.subarray([...insightSources]),
    more: fc.boolean(),
  })
  .map(({ alert, versus, granularity, ...rest }) => ({
    ...rest,
    ...(versus === undefined ? {} : { versus }),
    ...(alert === undefined ? {} : { alert }),
    ...(granularity === undefined ? {} : { granularity }),
  }))

describe('the parser of /mentions-stats, if it knows the names of the alerts,', () => {
  const names = [
    ...['USA', 'USA Today', 'Today', 'Rival', 'Past', 'This Week in Tech', 'Last Week Tonight'],
    ...['3 Day Blinds', 'Patient 0 days', 'Tom vs Today', 'Expo 2026-13', 'The "Today" show today'],
  ].map((name) => name.toLowerCase())
  const isName = (text: string) => names.includes(text.toLowerCase())
  const today: RangeChoice = { kind: 'named', name: 'today' }

  it.each<[string, Partial<StatsQuestion>]>([
    ['USA Today', { alert: 'USA Today' }],
    ['usa today 7d', { alert: 'usa today', choice: days(7) }],
    ['7d USA Today', { alert: 'USA Today', choice: days(7) }],
    ['USA today today', { alert: 'USA today', choice: today }],
    ['USA Today by:week', { alert: 'USA Today', granularity: 'week' }],
    ['USA yesterday', { alert: 'USA', choice: { kind: 'named', name: 'yesterday' } }],
    ['This Week in Tech', { alert: 'This Week in Tech' }],
    [
      'last week This Week in Tech',
      { alert: 'This Week in Tech', choice: { kind: 'named', name: 'last week' } },
    ],
    [
      'Last Week Tonight 2026-10-01 to 2026-10-31',
      { alert: 'Last Week Tonight', choice: dates('2026-10-01', '2026-10-31') },
    ],
    ['3 Day Blinds', { alert: '3 Day Blinds' }],
    ['Patient 0 days', { alert: 'Patient 0 days' }],
    ['Expo 2026-13', { alert: 'Expo 2026-13' }],
    ['Past 7 days', { alert: 'Past', choice: days(7) }],
    ['Today', { alert: 'Today' }],
    ['Today 7d', { alert: 'Today', choice: days(7) }],
    ['"Rival" today', { alert: 'Rival', choice: today }],
    ['The "Today" show today', { alert: 'The "Today" show today' }],
    ['Acme today', { alert: 'Acme', choice: today }],
    ['USA Today vs Rival', { alert: 'USA Today', versus: ['Rival'] }],
    ['Rival vs USA Today', { alert: 'Rival', versus: ['USA Today'] }],
    ['7d USA Today vs Rival', { alert: 'USA Today', versus: ['Rival'], choice: days(7) }],
    [
      'Rival vs USA Today last week',
      { alert: 'Rival', versus: ['USA Today'], choice: { kind: 'named', name: 'last week' } },
    ],
    ['Tom vs Today', { alert: 'Tom vs Today' }],
    ['Rival, USA Today', { alert: 'Rival, USA Today' }],
    ['This Week in Tech and Rival', { alert: 'This Week in Tech and Rival' }],
    ['Rival and USA Today 7d', { alert: 'Rival and USA Today', choice: days(7) }],
  ])('takes no period from such a name: “%s”', (line, question) =>
    expect(parseStatsQuestion(typedLine(line), isName)).toEqual({
      kind: 'question',
      question: { ...plain, ...question },
    }),
  )

  it('reads a button as before, whatever the alerts are called', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const line = formatQuestion({ ...question, alert: '42' })
        expect(parseStatsQuestion(line, isName)).toEqual(parseStatsQuestion(line))
      }),
    )
  })
})

describe('for any question or line of /mentions-stats,', () => {
  it('a question that is written as a line is parsed to the same question, so that a button can contain the line', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        expect(parseStatsQuestion(formatQuestion(question))).toEqual({ kind: 'question', question })
      }),
    )
  })

  it('parsing the line never throws, and names at least one problem if it does not understand the line', () => {
    const tokens = fc.constantFrom(
      '"',
      '“',
      "'",
      ' ',
      '7d',
      '..',
      '2026-10-01',
      'by:',
      'source:',
      ',',
      'last month',
      ' vs ',
      '\0',
      'é',
      'help',
      ':',
    )
    const line = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.array(tokens).map((some) => some.join('')),
    )
    fc.assert(
      fc.property(line, (text) => {
        const parsed = parseStatsQuestion(text)
        if (parsed.kind === 'not-understood') expect(parsed.problems.length).toBeGreaterThan(0)
        if (parsed.kind === 'question') expect(parsed.question.alert).not.toBe('')
      }),
    )
  })

  it('a question that names its alert by id fits into the value of a button', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const printed = formatQuestion({ ...question, alert: '18446744073709551615' })
        expect(printed.length).toBeLessThanOrEqual(150)
      }),
    )
  })
})
