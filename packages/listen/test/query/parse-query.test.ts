import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedForm, parseQuery } from '../../src/query/parse-query.ts'
import { printQuery, QueryError } from '../../src/query/query.ts'
import { anyText, queryTexts } from './random-query.ts'

function errorOf(text: string): QueryError {
  try {
    parseQuery(text)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error(`${text} was accepted`)
}

const term = (text: string, more: object = {}) => ({
  ...{ kind: 'term', text, phrase: false, prefix: false, title: false, exact: false },
  ...more,
})
const field = (name: string, value: string) => ({ kind: 'field', name, value })

describe('a query of an alert', () => {
  it.each<[text: string, query: object]>([
    ['acme', term('acme')],
    ['acme app', { kind: 'and', parts: [term('acme'), term('app')] }],
    ['acme AND app', { kind: 'and', parts: [term('acme'), term('app')] }],
    [
      'acme OR acmehq app',
      { kind: 'or', parts: [term('acme'), { kind: 'and', parts: [term('acmehq'), term('app')] }] },
    ],
    [
      '(acme OR acmehq) app',
      { kind: 'and', parts: [{ kind: 'or', parts: [term('acme'), term('acmehq')] }, term('app')] },
    ],
    ['acme -jobs', { kind: 'and', parts: [term('acme'), { kind: 'not', part: term('jobs') }] }],
    ['acme NOT jobs', { kind: 'and', parts: [term('acme'), { kind: 'not', part: term('jobs') }] }],
    ['acme AND NOT jobs', { kind: 'and', parts: [term('acme'), { kind: 'not', part: term('jobs') }] }],
    ['self-hosted', term('self-hosted')],
    ['"acme app"', term('acme app', { phrase: true })],
    ['“acme  app”', term('acme app', { phrase: true })],
    ['plug*', term('plug', { prefix: true })],
    ['"acme app*"', term('acme app', { phrase: true, prefix: true })],
    ['title:acme', term('acme', { title: true })],
    ['title:"acme app"', term('acme app', { title: true, phrase: true })],
    ['C++', term('C++')],
    ['https://acme.example/a?b', term('https://acme.example/a?b')],
    ['acme lang:EN', { kind: 'and', parts: [term('acme'), field('lang', 'en')] }],
    ['site:https://www.acme.example/blog/', field('site', 'acme.example/blog')],
    ['author:"Kim Lee"', field('author', 'Kim Lee')],
    ['acme source:Bluesky', { kind: 'and', parts: [term('acme'), field('source', 'bluesky')] }],
    [
      'acme site:a.example site:b.example',
      {
        kind: 'and',
        parts: [
          term('acme'),
          { kind: 'or', parts: [field('site', 'a.example'), field('site', 'b.example')] },
        ],
      },
    ],
  ])('%s is understood', (text, query) => {
    expect(parseQuery(text)).toEqual(query)
  })

  it.each<[text: string, position: number, message: RegExp]>([
    ['', 0, /empty/],
    ['acme OR', 7, /missing after OR/],
    ['OR acme', 0, /missing before OR/],
    ['acme AND OR app', 9, /missing before OR/],
    ['acme ()', 6, /missing before \)/],
    ['(acme OR acmehq', 0, /never closed/],
    ['acme) app', 4, /never opened/],
    ['app "acme', 4, /quote is never closed/],
    ['acme - jobs', 5, /directly before the word/],
    ['acme NOT', 8, /missing after NOT/],
    ['ac*me', 0, /only stand at the end/],
    ['acme a*', 5, /at least 2 letters/],
    ['acme "…"', 5, /Nothing is left/],
    ['acme lang:english', 5, /code such as en/],
    ['acme site:example', 5, /news\.example/],
    ['acme author:', 5, /value is missing/],
    ['acme colour:"dark red"', 5, /no field colour/],
    ['-jobs', 0, /nearly everything/],
    ['acme OR lang:en', 0, /nearly everything/],
    ['acme OR -jobs', 0, /nearly everything/],
    [`acme ${'x'.repeat(2000)}`, 2000, /longer than 2000/],
    [Array.from({ length: 61 }, (_, index) => `word${index}`).join(' '), 0, /more than 60/],
    [`${'('.repeat(11)}acme${')'.repeat(11)}`, 10, /deeper than 10/],
  ])('%s is refused, with the position and an example', (text, position, message) => {
    const error = errorOf(text)
    expect(error.message).toMatch(message)
    expect(error.position).toBe(position)
    expect(() => parseQuery(error.example)).not.toThrow()
  })

  it('is refused with a position inside it, or understood, whatever a person writes', () => {
    const pieces = fc.constantFrom(
      ...[
        '(',
        ')',
        '"',
        '“',
        '-',
        ' ',
        'AND',
        'OR',
        'NOT',
        '*',
        'a',
        'acme',
        'site:',
        'lang:',
        'title:',
        ...[
          'NEAR/5',
          'ONEAR/1',
          'near/5:',
          '=',
          '`',
          '|',
          ',',
          '~5',
          '+',
          '!',
          '?',
          '{',
          '[',
          '/',
          '&&',
          'or',
          'type:comment',
        ],
        ...[
          'reach:>=5',
          'link:a.example',
          'url:',
          'since:',
          '$accept:',
          "'",
          '\\',
          'ＯＲ',
          '（',
          '「',
          '、',
          'N5',
          '^2',
        ],
        ':',
        '\u0301',
        '👍',
        '#',
      ],
    )
    const texts = fc.oneof(
      anyText,
      fc.array(pieces, { maxLength: 40 }).map((words) => words.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        try {
          const query = parseQuery(text)
          expect(parseQuery(printQuery(query))).toEqual(query)
        } catch (error) {
          if (!(error instanceof QueryError)) throw error
          expect(error.position).toBeGreaterThanOrEqual(0)
          expect(error.position).toBeLessThanOrEqual(text.length)
          expect(() => parseQuery(error.example)).not.toThrow()
          const accepted = acceptedForm(text)
          if (accepted !== undefined) expect(() => parseQuery(accepted)).not.toThrow()
        }
      }),
      { numRuns: 500 },
    )
  })

  it('means the same after it was printed', () => {
    fc.assert(
      fc.property(queryTexts, (text) => {
        const query = parseQuery(text)
        expect(parseQuery(printQuery(query))).toEqual(query)
      }),
      { numRuns: 200 },
    )
  })

  it('may be as deep and long as the limits allow without a crash', () => {
    expect(() => parseQuery('('.repeat(1999))).toThrow(QueryError)
    expect(() => parseQuery('-('.repeat(999))).toThrow(QueryError)
    expect(parseQuery(`${'('.repeat(10)}acme${')'.repeat(10)}`)).toEqual(term('acme'))
  })
})
