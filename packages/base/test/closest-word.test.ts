import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closestWord, editDistance } from '../src/name.ts'

const keys = ['name', 'alert', 'channel', 'only', 'maxAge', 'quiet', 'to', 'tag', 'timezone']

describe('the closest known word', () => {
  it.each([
    ['onyl', 'only'],
    ['chanel', 'channel'],
    ['Channel', 'channel'],
    ['max_age', 'maxAge'],
    ['max-age', 'maxAge'],
    ['quiet_hours', 'quiet'],
    ['tags', 'tag'],
    ['time_zone', 'timezone'],
    ['colour', undefined],
    ['up', undefined],
    ['', undefined],
    ['🦊', undefined],
  ])('to %j is %j', (word, meant) => expect(closestWord(word, keys)).toBe(meant))

  it('is the longer one of two that are equally close, because people rather leave a letter out than add one', () =>
    expect(closestWord('ownr', ['own', 'owner'])).toBe('owner'))

  it('is the word itself if it is known, and otherwise a known word or undefined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 1, maxLength: 6 }),
        fc.string(),
        (known, word) => {
          const [first = ''] = known
          expect(closestWord(first, known)).toBe(first)
          const meant = closestWord(word, known)
          if (meant !== undefined) expect(known).toContain(meant)
        },
      ),
    )
  })
})

describe('the edit distance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['only', 'onyl', 2],
    ['', 'abc', 3],
  ])('of %j and %j is %i', (a, b, slips) => expect(editDistance(a, b)).toBe(slips))

  it('is zero for the same word, symmetric, and at most the length of the longer word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, a)).toBe(0)
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max([...a].length, [...b].length))
        expect(editDistance(a, b) === 0).toBe(a === b)
      }),
    )
  })

  it('is one for an additional letter, and at most one for a replaced letter', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{3,12}$/),
        fc.nat(),
        fc.stringMatching(/^[a-z]$/),
        (word, at, letter) => {
          const place = at % word.length
          const changed = word.slice(0, place) + letter + word.slice(place + 1)
          const longer = word.slice(0, place) + letter + word.slice(place)
          expect(editDistance(word, changed)).toBeLessThanOrEqual(1)
          expect(editDistance(word, longer)).toBe(1)
        },
      ),
    )
  })
})
