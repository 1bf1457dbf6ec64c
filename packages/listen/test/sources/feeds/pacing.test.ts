import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry, Hints } from '../../../src/sources/feeds/feed.ts'
import { nextTime, paceOf } from '../../../src/sources/feeds/pacing.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A Wednesday at noon. */
const now = Date.UTC(2026, 10, 18, 12)

const entriesAt = (...ages: number[]): Entry[] =>
  ages.map((age) => ({ text: { plain: '' }, publishedAt: now - age }))
const waitOf = (entries: Entry[], hints: Hints = {}) => nextTime(paceOf(entries, hints, now), now) - now

describe('the next request to a feed', () => {
  it('comes after half the usual gap between entries', () =>
    expect(waitOf(entriesAt(0, 40 * minute, 80 * minute, 120 * minute))).toBe(20 * minute))
  it('comes after a quarter of an hour at the earliest', () =>
    expect(waitOf(entriesAt(0, minute, 2 * minute))).toBe(15 * minute))
  it('comes after an hour if the feed publishes every day', () =>
    expect(waitOf(entriesAt(hour, day, 2 * day))).toBe(hour))
  it('comes later the longer the feed is silent', () => {
    expect(waitOf(entriesAt(30 * day, 31 * day))).toBeCloseTo((30 * day) / 168, 0)
    expect(waitOf(entriesAt(900 * day, 901 * day))).toBe(day)
  })
  it.each([
    ['no entries', []],
    ['one entry', entriesAt(0)],
    ['entries without times', [{ text: { plain: '' } }, { text: { plain: '' } }]],
    ['entries of the future only', entriesAt(-day, -2 * day)],
  ])('comes after an hour if there are %s', (_what, entries) => expect(waitOf(entries)).toBe(hour))
  it('is not moved by one entry out of order', () =>
    expect(waitOf(entriesAt(900 * day, 0, 40 * minute, 80 * minute, 120 * minute))).toBe(20 * minute))
  it('waits as long as the feed says, but at most a day', () => {
    expect(waitOf([], { everyMs: 2 * hour })).toBe(2 * hour)
    expect(waitOf([], { everyMs: 5 * minute })).toBe(hour)
    expect(waitOf([], { everyMs: 365 * day })).toBe(day)
  })
  it('leaves out the hours and days that the feed names', () => {
    expect(waitOf([], { skipHours: [13, 14] })).toBe(3 * hour)
    expect(waitOf([], { skipDays: [3] })).toBe(12 * hour)
    expect(waitOf([], { skipDays: [3, 4], skipHours: [0] })).toBe(day + 13 * hour)
  })
  it('ignores a feed that names all hours', () =>
    expect(waitOf([], { skipHours: Array.from({ length: 24 }, (_, at) => at) })).toBe(hour))

  it('is between a quarter of an hour and eight days from now, whatever the feed says', () => {
    const hints = fc.record(
      {
        everyMs: fc.double({ min: 0, noNaN: true }),
        skipHours: fc.array(fc.nat(23)),
        skipDays: fc.array(fc.nat(6)),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.integer()), hints, (ages, given) => {
        const wait = waitOf(entriesAt(...ages), given)
        expect(wait).toBeGreaterThanOrEqual(15 * minute)
        expect(wait).toBeLessThanOrEqual(8 * day)
      }),
    )
  })
})
