import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCount } from '../src/insights.ts'

const parts = (...pairs: [string, number][]) => pairs.map(([name, count]) => ({ name, count }))

describe('the count in an insight', () => {
  it.each([
    ['a number', 7, 'reach', 7, []],
    ['a number as a text', '7', 'reach', 7, []],
    ['an object whose key is the name of the insight', { mentions: 7 }, 'mentions', 7, []],
    [
      'an object whose key is the name of the insight and whose value is a number as a text',
      { reach: '12' },
      'reach',
      12,
      [],
    ],
    ['zero', { mentions: 0 }, 'mentions', 0, []],
    ['an object of numbers', { US: 5, DE: 2 }, 'countries', 7, parts(['US', 5], ['DE', 2])],
    ['an object with one country', { US: 5 }, 'countries', 5, parts(['US', 5])],
    [
      'an object of numbers below the name of the insight',
      { gender: { male: 3, female: 4 } },
      'gender',
      7,
      parts(['male', 3], ['female', 4]),
    ],
    ['an object of objects with numbers', { male: { count: 3 } }, 'gender', 3, parts(['male', 3])],
    [
      'an object of shares',
      { '18-24': 0.25, '25-34': 0.75 },
      'age',
      1,
      parts(['18-24', 0.25], ['25-34', 0.75]),
    ],
    ['a list of objects', [{ country: 'US', mentions: 5 }], 'countries', 5, parts(['US', 5])],
    [
      'a list of pairs',
      [
        ['US', 5],
        ['DE', '2'],
      ],
      'countries',
      7,
      parts(['US', 5], ['DE', 2]),
    ],
    [
      'a list of objects with counts as texts before the names',
      [
        { mentions: '184', country: 'US' },
        { mentions: '16', country: 'DE' },
      ],
      'countries',
      200,
      parts(['US', 184], ['DE', 16]),
    ],
    ['a pair with a count as a text before the name', [['184', 'US']], 'countries', 184, parts(['US', 184])],
    ['a pair whose name is a number like its count', [['7', '7']], 'topic_cloud', 7, parts(['7', 7])],
    [
      'a list of objects whose names are numbers',
      [
        { score: '5', topic: '2024' },
        { topic: '2026', score: '3' },
      ],
      'topic_cloud',
      8,
      parts(['2024', 5], ['2026', 3]),
    ],
    [
      'a list of objects with other texts and numbers beside the counts',
      [
        { id: 1, topic: '2024', count: '5', trend: 'up' },
        { topic: 'acme', hits: 3, rank: '1' },
      ],
      'topic_cloud',
      8,
      parts(['2024', 5], ['acme', 3]),
    ],
    [
      'an object of objects with other numbers before the counts',
      { US: { rank: 1, mentions: '184' } },
      'countries',
      184,
      parts(['US', 184]),
    ],
    [
      'a list with an element that cannot be read',
      [{ country: 'US', mentions: 5 }, 'DE', { country: 'FR', mentions: 'many' }],
      'countries',
      5,
      parts(['US', 5]),
    ],
    [
      'a list of objects without counts, as an empty count',
      [{ country: 'US', mentions: null }],
      'countries',
      0,
      [],
    ],
    [
      'a list in which only null has counts, as an empty count',
      [
        { country: null, mentions: 5 },
        { mentions: '5', country: null },
        [null, 5],
        { country: null, mentions: null },
      ],
      'countries',
      0,
      [],
    ],
    [
      'a list in which null has a count, too, without it',
      [
        { country: null, mentions: 5 },
        { country: 'US', mentions: 2 },
      ],
      'countries',
      2,
      parts(['US', 2]),
    ],
    ['an object of null, as an empty count', { male: null, female: {} }, 'gender', 0, []],
    [
      'an object with a part that is null',
      { positive: 1, negative: null },
      'sentiment',
      1,
      parts(['positive', 1]),
    ],
    ['null, as an empty count', null, 'reach', 0, []],
    ['an empty object, as an empty count', {}, 'countries', 0, []],
    ['an empty list, as an empty count', [], 'languages', 0, []],
  ])('can be read from %s', (_, raw, name, total, expected) => {
    expect(readCount(raw, name)).toEqual({ total, parts: expected })
  })

  it.each([
    ['a text', 'many'],
    ['a boolean', true],
    ['undefined', undefined],
    ['a list of which no element can be read', [{ source: 'web', mentions: 'many' }, 'news', null]],
    ['a list of names', ['web', 'news']],
    ['a list of numbers', [184, 16]],
    ['a list of counts without any names', [{ mentions: 5 }]],
    ['an object without a number', { web: 'many', news: null }],
  ])('is undefined if the value is %s', (_, raw) => {
    expect(readCount(raw, 'reach')).toBeUndefined()
  })

  it('lists topics by score, highest first', () => {
    const cloud = JSON.parse('{"acme": 9, "2024": 5, "offer": 5, "7": 1}')
    expect(readCount(cloud, 'topic_cloud')?.parts.map(({ name }) => name)).toEqual([
      'acme',
      '2024',
      'offer',
      '7',
    ])
  })

  it('is the sum of its parts for any response', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        const count = readCount(raw, 'sources')
        if (count === undefined || count.parts.length === 0) return
        expect(count.total).toBe(count.parts.reduce((sum, part) => sum + part.count, 0))
      }),
    )
  })
})
