import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duration, grouped, hoursAndMinutes, percent, plural, short } from '../../src/messages/kit/numbers.ts'
import { signedPercent, signedPoints } from '../../src/stats/figures.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'

describe('the short numbers in messages', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [999.6, '1k'],
    [1000, '1k'],
    [48_212, '48.2k'],
    [99_949, '99.9k'],
    [99_950, '100k'],
    [212_400, '212k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_100_000, '1.1M'],
    [9_400_000_000, '9.4B'],
    [-1, '?'],
    [Number.NaN, '?'],
    [Number.POSITIVE_INFINITY, '?'],
  ])('show the count %d as %s', (count, shown) => expect(short(count)).toBe(shown))

  it('have at most five characters up to a quadrillion', () =>
    fc.assert(
      fc.property(fc.nat({ max: 999 * 1e12 }), (count) => {
        expect(short(count).length).toBeLessThanOrEqual(5)
      }),
    ))

  it.each([
    [0, '0%'],
    [0.001, '<1%'],
    [0.171, '17%'],
    [0.999, '>99%'],
    [1, '100%'],
  ])('show a share of %d as %s', (share, shown) => expect(withPlainSpaces(percent(share))).toBe(shown))

  it.each([
    [0.18, '▲ 18%'],
    [-0.03, '▼ 3%'],
    [-0.996, '▼ >99%'],
    [-1, '▼ 100%'],
    [12.3, '▲ 1,230%'],
    [0.001, 'no change'],
  ])('show a change of %d as %s', (change, shown) =>
    expect(withPlainSpaces(signedPercent(change))).toBe(shown),
  )

  it.each([
    [0.05, '▲ 5 pts'],
    [-0.01, '▼ 1 pt'],
    [0, 'no change'],
  ])('show a difference of %d as %s', (difference, shown) =>
    expect(withPlainSpaces(signedPoints(difference))).toBe(shown),
  )

  it('are never separated from their signs or units by a line break', () => {
    for (const shown of [percent(0.17), percent(0.001), signedPercent(0.18)]) expect(shown).not.toContain(' ')
    expect(signedPoints(0.05)).toBe('▲\u00a05\u00a0pts')
  })

  it('are followed by the right singular or plural', () =>
    expect([plural(1, 'mention'), plural(1243, 'mention'), grouped(1e6)]).toEqual([
      '1 mention',
      '1,243 mentions',
      '1,000,000',
    ]))

  it.each([
    [0, '0 sec'],
    [59_400, '59 sec'],
    [60_000, '1 min'],
    [5 * hour + 1, '5 hr'],
    [47 * hour, '47 hr'],
    [2 * 24 * hour, '2 days'],
  ])('show a duration of %d ms as %s', (ms, words) => expect(withPlainSpaces(duration(ms))).toBe(words))

  it('show a duration in long words', () =>
    expect(withPlainSpaces(duration(12 * 60_000, 'long'))).toBe('12 minutes'))

  it.each([
    [0, '0 min'],
    [59 * 60_000, '59 min'],
    [hour, '1 hr'],
    [1.4 * hour, '1 hr 24 min'],
    [27 * hour, '27 hr'],
  ])('show a duration of %d ms in hours and minutes as %s', (ms, words) =>
    expect(withPlainSpaces(hoursAndMinutes(ms))).toBe(words),
  )
})

const hour = 3_600_000
