import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domainPatterns, wholePatterns, wordPatterns } from '../../../src/engine/rules/patterns.ts'
import { expectLinear, expectTimesAsLong } from '../../tools/growth.ts'
import { domainOracle, wholeOracle, wordOracle } from '../../tools/pattern-oracle.ts'
import { runs } from '../../tools/runs.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 })
const plain = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 7 })

/** The reference: a slow matcher in which a star tries every length. */
function fits(pattern: string, text: string): boolean {
  const [first, rest] = [pattern[0], pattern.slice(1)]
  if (first === undefined) return text === ''
  if (first !== '*') return text[0] === first && fits(rest, text.slice(1))
  return fits(rest, text) || (text !== '' && fits(pattern, text.slice(1)))
}

it('patterns for whole values match the same values as a slow, simple matcher', () => {
  fc.assert(
    fc.property(plain, letters, (one, text) => (wholePatterns([one])(text) === one) === fits(one, text)),
    { numRuns: runs(2000) },
  )
})

it('patterns for words match the same texts as a slow, simple matcher that looks for word boundaries', () => {
  const text = fc.array(letters, { maxLength: 4 }).map((words) => words.join(' '))
  const found = (one: string, within: string) => {
    const begins = (at: number) => one.startsWith('*') || !/[abc]/.test(within[at - 1] ?? '')
    const ends = (at: number) => one.endsWith('*') || !/[abc]/.test(within[at] ?? '')
    for (let from = 0; from <= within.length; from++)
      for (let to = from; to <= within.length; to++)
        if (begins(from) && ends(to) && fits(one, within.slice(from, to))) return true
    return false
  }
  fc.assert(
    fc.property(plain, text, (one, within) => (wordPatterns([one])(within) === one) === found(one, within)),
    { numRuns: runs(1000) },
  )
})

/** Characters with a meaning in patterns, and characters whose case, accents or script are difficult. */
const units = [
  ...[
    'a',
    'b',
    'A',
    'é',
    'e\u0301',
    'É',
    'e',
    '1',
    '_',
    '.',
    '-',
    '(',
    '\\',
    '東',
    'か',
    'ก',
    '😀',
    '𝐀',
    '\u0301',
  ],
  ...[
    'ß',
    'ẞ',
    's',
    'ſ',
    'S',
    'k',
    'K',
    'i',
    'İ',
    'ı',
    'I',
    'σ',
    'ς',
    'Σ',
    'ι',
    '\u0345',
    'ﬅ',
    'ﬆ',
    'µ',
    'μ',
  ],
]
const blanks = [' ', '\n', '\u00a0', '\u3000']
const textOf = (chosen: string[], maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...chosen), minLength: 1, maxLength })
/** Short texts from few characters, because long random ones would hardly ever match. */
const either = fc
  .subarray(units, { minLength: 1, maxLength: 4 })
  .chain((few) =>
    fc.record({
      patterns: fc.array(textOf([...few, ...blanks, '*', '*'], 6), { minLength: 1, maxLength: 5 }),
      text: textOf([...few, ...blanks], 12),
    }),
  )
  .map(({ patterns, text }) => ({ patterns, text: text.replace(/\s+/g, ' ') }))

const asItIs = (text: string) => text
/** A host has only one encoding. */
const asHost = (text: string) => text.normalize('NFC')

describe.each([
  ['a whole value', wholePatterns, wholeOracle, asItIs],
  ['words', wordPatterns, wordOracle, asItIs],
  ['a domain', domainPatterns, domainOracle, asHost],
] as const)('matching patterns for %s', (_, ours, oracle, written) => {
  const firstOf = (patterns: string[], text: string) => patterns.find((one) => oracle(one)(text))

  it('gives the same result for short texts as equivalent regular expressions', () => {
    fc.assert(
      fc.property(either, ({ patterns, text }) => {
        const given = written(text)
        expect(ours(patterns)(given)).toBe(firstOf(patterns, given))
      }),
      { numRuns: runs(2500) },
    )
  })

  it('gives the same result for arbitrary texts as equivalent regular expressions', () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 12 })
    const cut = fc.record({ text: any, from: fc.nat(12), to: fc.nat(12), star: fc.nat(12) })
    fc.assert(
      fc.property(cut, ({ text, from, to, star }) => {
        const given = text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ')
        const part = given.slice(Math.min(from, to), Math.max(from, to)).toWellFormed()
        const split = `${part.slice(0, star)}*${part.slice(star)}`.toWellFormed()
        const patterns = [part, split, part.toUpperCase().normalize('NFC')]
        expect(ours(patterns)(given)).toBe(firstOf(patterns, given))
      }),
      { numRuns: runs(1000) },
    )
  })
})

it('patterns ignore the case of every character exactly as regular expressions do', () => {
  const cased = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((one) => one === one.normalize('NFC'))
    .filter((one) => /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(one))
  const all = cased.join('')
  const first = wholePatterns(cased)
  expect(cased.length).toBeGreaterThan(2500)
  expect(cased.map(first)).toEqual(cased.map((one) => new RegExp(one, 'iu').exec(all)?.[0]))
})

it('patterns treat any run of white space as one blank', () => {
  for (const text of ['a b', 'a  b', 'a \n\t\u00a0\u3000 b', 'a\nb'])
    expect([text, wordPatterns(['a b'])(text), wholePatterns(['a\t b'])(text)]).toEqual([
      text,
      'a b',
      'a\t b',
    ])
  expect(wordPatterns(['a * b'])('a  b')).toBeUndefined()
  expect(wordPatterns(['a * b'])('a or b')).toBe('a * b')
})

describe('the time to match patterns', () => {
  const texts: [string, string][] = [
    ['ix', '*i'],
    ['a ', 'a*i'],
    ['a', '*aaaa*b'],
    ['ab', '*b*b*b*ax'],
    ['a\u0301', '*a'],
    ['\n', 'a * b'],
    ['👩\u200d', '*👩*x'],
  ]

  it.each(texts)(
    'grows linearly with the number of repetitions of %j in the text for the pattern %s',
    (unit, pattern) => {
      const patterns = Array.from({ length: 200 }, () => pattern)
      for (const compile of [wordPatterns, wholePatterns, domainPatterns]) {
        const find = compile(compile === wordPatterns ? patterns : [pattern])
        expectLinear((length) => {
          const text = unit.repeat(length / unit.length)
          return () => find(text)
        })
      }
    },
  )

  it('grows at most in proportion to the number of patterns, also if each begins like the text for 190 characters', () => {
    const text = 'a'.repeat(3000)
    const manyOf = (count: number) =>
      wordPatterns(Array.from({ length: count }, (_, number) => `*${'a'.repeat(190)}i${number}`))
    const [few, many] = [manyOf(10), manyOf(1000)]
    expectTimesAsLong(
      () => few(text),
      () => many(text),
      300,
    )
  })
})

it.each([
  ["don't panic", 'Please don’t panic'],
  ['don’t panic', "Please don't panic"],
  ['say "no"', 'They say “no”'],
])('the words “%s” are in the text “%s”, whichever quotes and apostrophes are written', (pattern, text) =>
  expect(wordPatterns([pattern])(text)).toBe(pattern),
)
