import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOriginalIndex } from '../../../src/engine/dedupe/original-index.ts'
import { titleSimilarity, titleWords } from '../../../src/engine/dedupe/title-similarity.ts'
import { foreignText } from '../../tools/arbitrary-mention.ts'
import { expectLinear } from '../../tools/growth.ts'

describe('the similarity of two titles', () => {
  it.each([
    [
      'a site adds its name',
      'Acme recalls 4,000 kettles after fire reports',
      'Acme recalls 4,000 kettles after fire reports | The Daily Example',
    ],
    [
      'one word differs',
      'Acme recalls kettles across Europe after several fire reports',
      'Acme recalls kettles across Europe after many fire reports',
    ],
    [
      'only punctuation and case differ',
      'Acme recalls kettles: “a fire risk”, it says',
      'ACME RECALLS KETTLES - A fire risk, it says',
    ],
    [
      'a site adds its name to a Japanese title',
      '東京の会社アクメがやかんを回収すると発表した',
      '東京の会社アクメがやかんを回収すると発表した - 例新聞',
    ],
  ])('is high enough for a duplicate if %s', (_, a, b) =>
    expect(titleSimilarity(titleWords(a), titleWords(b))).toBeGreaterThanOrEqual(0.75),
  )

  it.each([
    ['are equal, but short', 'Acme is down', 'Acme is down'],
    [
      'have different numbers',
      'Acme results for the quarter Q3 2025',
      'Acme results for the quarter Q3 2026',
    ],
    [
      'say the same in other words',
      'Acme recalls kettles after fire reports in Europe',
      'Kettles by Acme catch fire, customers report in Europe',
    ],
    [
      'belong to a series',
      'Episode one of our Acme kettle review series',
      'Episode two of our Acme toaster review series',
    ],
    ['are empty', '', ''],
  ])('is too low for a duplicate if the titles %s', (_, a, b) =>
    expect(titleSimilarity(titleWords(a), titleWords(b))).toBeLessThan(0.75),
  )

  it.each([
    ['is 1 for five equal words', 'one two three four five', 'one two three four five', 1],
    [
      'is 5/6 for five words and the same with one more',
      'one two three four five',
      'one two three four five six',
      5 / 6,
    ],
    [
      'is 5/7 for six words of which one differs',
      'one two three four five six',
      'one two three four five other',
      5 / 7,
    ],
    ['is 6/8 for seven words of which one differs', 'a b c d e f g', 'a b c d e f other', 6 / 8],
    ['is 7/11 for nine words of which two differ', 'a b c d e f g h i', 'a b c d e f g other more', 7 / 11],
    ['is 0 for four equal words, which are too few', 'one two three four', 'one two three four', 0],
  ])('%s; the two titles count as duplicates only if it is at least 0.75', (_, a, b, likeness) => {
    expect(titleSimilarity(titleWords(a), titleWords(b))).toBe(likeness)
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    firsts.add({ mention: '1', at: 0 }, { keys: [], title: titleWords(a) })
    const found = firsts.find({ keys: [], title: titleWords(b) }, 0)
    expect(found?.similarity).toEqual(likeness >= 0.75 ? { by: 'likeness', likeness } : undefined)
  })

  it('is symmetric, from 0 to 1, and for two equal titles either 1 or, if they are too short, 0', () =>
    fc.assert(
      fc.property(foreignText, foreignText, (a, b) => {
        const [one, other] = [titleWords(a), titleWords(b)]
        const likeness = titleSimilarity(one, other)
        expect(likeness).toBe(titleSimilarity(other, one))
        expect(likeness >= 0 && likeness <= 1).toBe(true)
        expect([0, 1]).toContain(titleSimilarity(one, one))
      }),
      { numRuns: 300 },
    ))
})

describe('the name of the site at the end of a title', () => {
  /** The earlier regular expression for a site's name. It is right, but slow without bound on a stranger's text. */
  const siteName = /\s+[|•·—–-]\s+[^|•·—–-]{1,40}$/u
  const part = fc.constantFrom(' ', '  ', '\n', '-', '|', '–', 'Acme', 'news', 'x'.repeat(19), '😀')
  const written = fc.array(part, { maxLength: 12 }).map((parts) => `one two three four five${parts.join('')}`)

  it('is removed, and the rest of the title stays', () => {
    fc.assert(
      fc.property(written, (title) => {
        const bare = title.replace(siteName, '')
        // The sign at the end prevents that a second name is removed. It is not a word.
        expect(titleWords(title)).toEqual(titleWords(`${bare}|`))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    'one two three four five - Acme',
    `one two three four five ${'x'.repeat(280)} | ${'y '.repeat(20)}`,
  ])('is removed from "%s"', (title) =>
    expect(titleWords(title)).toEqual(titleWords(title.replace(siteName, ''))),
  )
})

it('if a lower limit is given, the similarity of two titles is exact at or above the limit, and zero below it', () => {
  const words = fc.uniqueArray(fc.constantFrom(...'abcdefghij1234'), { minLength: 4, maxLength: 14 })
  const title = words.map((found) => titleWords(found.join(' ')))
  fc.assert(
    fc.property(title, title, fc.constantFrom(0.5, 0.75, 5 / 7, 5 / 6, 0.8, 1), (a, b, least) => {
      const likeness = titleSimilarity(a, b)
      expect(titleSimilarity(a, b, least)).toBe(likeness >= least ? likeness : 0)
      expect(titleSimilarity(a, b, likeness)).toBe(likeness)
    }),
    { numRuns: 3000 },
  )
})

it.each([' ', ' - ', '|', '“', 'e\u0301', 'ﷺ', '👩\u200d', 'ab '])(
  'splitting a title that repeats %j into words takes time that grows at most linearly with its length',
  (unit) => {
    expectLinear((length) => {
      const title = unit.repeat(length / unit.length)
      return () => titleWords(title)
    })
  },
)
