import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { createMatcher } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { naivelyMatches } from './naive-match.ts'
import { searched } from './posts.ts'

const matches = (query: string, text: string, title = '') =>
  createMatcher([{ key: 1, query: parseQuery(query) }])(searched(text, { title }))

describe('words near each other', () => {
  it.each([
    ['apple NEAR/2 phone', 'an apple and a phone'],
    ['apple NEAR/2 phone', 'a phone by the apple'],
    ['apple NEAR/0 phone', 'apple, phone'],
    ['apple NEAR/1 phone', 'Apple’s new phone'],
    ['apple NEAR/1 phone', 'apple node.js phone'],
    ['apple ONEAR/1 phone', 'phone, no, apple new phone'],
    ['"apple inc" NEAR/1 "smart phone"', 'the smart phone by Apple Inc.'],
    ['(apple OR acme) NEAR/1 (phone OR app)', 'acme makes phone cases'],
    ['ap* NEAR/1 phone', 'applesauce with phone'],
    ['=Apple NEAR/1 phone', 'apple, or Apple phone'],
    ['apple NEAR/0 apple', 'apple apple'],
    ['東京 NEAR/2 塔', '東京の塔'],
    ['title:apple NEAR/0 title:phone', 'nothing'],
    ['애플 NEAR/3 아이폰', '애플이 새로 발표한 아이폰'],
    ['애플 NEAR/2 아이폰', '애플이 새로 발표한 아이폰'],
    ['애플 NEAR/0 아이폰', '애플은 아이폰을'],
    ['애플 NEAR/0 폰', '애플의 아이폰'],
    ['apple NEAR/0 아이폰', 'Apple은 아이폰'],
  ])('%s is found in “%s”', (query, text) =>
    expect(matches(query, text, query.startsWith('title') ? 'Apple phone' : '')).toHaveLength(1),
  )

  it.each([
    ['apple NEAR/2 phone', 'an apple and not a phone'],
    ['apple NEAR/0 phone', 'apple a phone'],
    ['apple ONEAR/2 phone', 'a phone by the apple'],
    ['apple NEAR/2 phone', 'the applesauce phone'],
    ['=Apple NEAR/1 phone', 'apple phone, and by the way Apple'],
    ['apple NEAR/0 apple', 'apple'],
    ['東京 NEAR/1 塔', '東京とその塔'],
    ['title:apple NEAR/0 title:phone', 'apple phone'],
    ['apple NEAR/9 phone', 'apple'],
    ['애플 NEAR/1 아이폰', '애플이 새로 발표한 아이폰'],
    ['애플 ONEAR/5 아이폰', '아이폰은 애플이'],
  ])('%s is not found in “%s”', (query, text) => expect(matches(query, text, 'phone')).toHaveLength(0))

  it('are marked only where they are near', () => {
    const text = 'phone of the day: one two three four apple; then an apple by phone'
    const [match] = matches('apple NEAR/1 phone', text)
    expect(match?.text.map(({ start, end }) => [start, text.slice(start, end)])).toEqual([
      [52, 'apple'],
      [61, 'phone'],
    ])
  })

  it('are found at the same distance as by counting in every text', () => {
    const word = fc.constantFrom(
      'apple',
      'Apple',
      'phone',
      'smart',
      'of',
      "it's",
      'of.a',
      '東',
      '애플',
      '애플은',
      'apple은',
      '새로',
      ',',
      'apple-phone',
    )
    const side = fc.constantFrom('apple', 'phone', '"smart phone"', '(apple OR smart)', 'app*', '東', '애플')
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
        fc.tuple(side, fc.constantFrom('NEAR', 'ONEAR'), fc.nat(5), side),
        (text, [left, near, distance, right]) => {
          const query = parseQuery(`${left} ${near}/${distance} ${right}`)
          const item = searched(text)
          expect(createMatcher([{ key: 1, query }])(item).length > 0).toBe(naivelyMatches(query, item))
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it('cost little, however often they occur', () => {
    const text = 'apple '.repeat(8000)
    expect(matches('apple NEAR/100 phone', `${text} phone ${text}`)).toHaveLength(1)
    expect(matches('(apple OR acme) ONEAR/100 phone', `phone ${text}`)).toHaveLength(0)
    expect(matches('phone ONEAR/0 apple', `phone or ${text}`)).toHaveLength(0)
    expect(matches('애플 ONEAR/100 폰', `애플 ${'또 '.repeat(101)}${'폰'.repeat(4000)}`)).toHaveLength(0)
  })
})
