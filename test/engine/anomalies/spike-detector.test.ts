import { describe, expect, it } from 'vitest'
import { baselineAt } from '../../../src/engine/anomalies/baseline.ts'
import { assessSpike, scales } from '../../../src/engine/anomalies/spike-detector.ts'
import { countMention, dayMs, hourMs, initialCounts } from '../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { more, rhythm } from './evaluation/a-rhythm.ts'

const minute = 60_000
const noon = Date.UTC(2026, 10, 20, 12)
const baseline = rhythm(noon, 6)
const rules = (
  counts = baseline,
  now = noon,
  bursts: number[] = [],
  sensitivity: 'calm' | 'normal' | 'alert' | 'off' = 'normal',
) => assessSpike(counts, { now, sensitivity, bursts }).signs.map(({ rule }) => rule)
const until = (count: number, minutes: number) =>
  more(baseline, count, noon, noon + minutes * minute, { sentiment: 'neutral' })

describe('the spike detector', () => {
  it.each([
    ['a spike when 15 minutes have far more mentions than the baseline', 13, 14, ['quarter']],
    [
      'a spike when half an hour has six times the baseline, even if its last 15 minutes alone are not unusual enough',
      19,
      28,
      ['half-hour'],
    ],
    [
      'a spike when an hour has four times the baseline, even if its last half hour alone is not unusual enough',
      24,
      58,
      ['hour'],
    ],
    ['no spike when an hour has only twice the baseline', 12, 58, []],
    [
      'no spike when 15 minutes have only five mentions, although that is three times the baseline',
      5,
      14,
      [],
    ],
  ])('detects %s', (_, count, minutes, expected) =>
    expect(rules(until(count, minutes), noon + minutes * minute)).toEqual(expected),
  )

  it('returns the count, the baseline and the threshold of every rule that a spike meets', () => {
    const { signs, inLastHour } = assessSpike(until(28, 14), {
      now: noon + 14 * minute,
      sensitivity: 'normal',
      bursts: [],
    })
    expect(inLastHour).toBe(33)
    expect(signs).toMatchObject([
      { rule: 'hour', count: 33, baseline: 6, threshold: scales.normal.hour },
      { rule: 'half-hour', count: 30, baseline: 3, threshold: scales.normal['half-hour'] },
      { rule: 'quarter', count: 28, baseline: 1.5, threshold: scales.normal.quarter },
    ])
  })

  it('detects no spike if the sensitivity is off, or if the baseline is not known yet', () => {
    const much = until(60, 14)
    const fresh = more(initialCounts(noon, { mentions: [], sentiment: [] }), 60, noon, noon + 14 * minute)
    expect([rules(much, noon + 14 * minute, [], 'off'), rules(fresh, noon + 14 * minute)]).toEqual([[], []])
  })

  it('needs no more mentions for a spike with the sensitivity "alert" than with "normal", and needs more with "calm"', () => {
    const now = noon + 14 * minute
    const sparse = rhythm(noon, 1)
    const count = (sensitivity: 'calm' | 'normal' | 'alert') => {
      let least = 1
      while (rules(more(sparse, least, noon, now), now, [], sensitivity).length === 0) least += 1
      return least
    }
    expect(count('alert')).toBeLessThanOrEqual(count('normal'))
    expect(count('normal')).toBeLessThan(count('calm'))
  })

  it('detects a spike when 28 mentions come at once, but not after five hours without any, because these may be the missed mentions of an outage', () => {
    const back = noon + 5 * hourMs
    const heap = more(baseline, 28, back, back + minute, { date: back, sentiment: 'neutral' })
    expect(rules(heap, back + 2 * minute)).toEqual([])
    expect(rules(until(28, 1), noon + 2 * minute)).not.toEqual([])
  })

  it('detects a spike at the third burst of mentions within half an hour, but only if there are more mentions than usual', () => {
    const bursts = [1, 10, 19].map((minutes) => noon + minutes * minute)
    const some = until(18, 19)
    expect(rules(some, noon + 19 * minute, bursts)).toContain('bursts')
    expect(rules(some, noon + 19 * minute, bursts.slice(1))).not.toContain('bursts')
    expect(rules(baseline, noon + 19 * minute, bursts)).toEqual([])
  })

  it('detects a rise of the negative share as a sentiment shift, but not a rise of the positive share, and not after the rise is over', () => {
    const gloomy = more(baseline, 40, noon, noon + 5 * hourMs, { sentiment: 'negative' })
    const merry = more(baseline, 40, noon, noon + 5 * hourMs, { sentiment: 'positive' })
    expect(rules(gloomy, noon + 5 * hourMs)).toContain('sentiment')
    expect(rules(merry, noon + 5 * hourMs)).not.toContain('sentiment')
    const over = more(gloomy, 60, noon + 5 * hourMs, noon + 12 * hourMs, { sentiment: 'neutral' })
    expect(rules(over, noon + 12 * hourMs)).not.toContain('sentiment')
  })
})

it('needs 1.5, 2 and 3 times as many mentions and multiples after one, two and three false alarms', () => {
  const now = noon + 14 * minute
  const thresholds = [0, 1, 2, 3, 9].map((falseAlarms) => {
    const { signs } = assessSpike(until(90, 14), { now, sensitivity: 'normal', bursts: [], falseAlarms })
    return signs.flatMap((sign) => (sign.rule === 'quarter' ? [sign.threshold] : []))
  })
  expect(thresholds.flat()).toEqual([
    { least: 7, times: 3.5 },
    { least: 11, times: 5.25 },
    { least: 14, times: 7 },
    { least: 21, times: 10.5 },
    { least: 21, times: 10.5 },
  ])
  const rulesAfter = (falseAlarms: number) =>
    assessSpike(until(13, 14), { now, sensitivity: 'normal', bursts: [], falseAlarms }).signs
  expect(rulesAfter(0)).not.toEqual([])
  expect(rulesAfter(3)).toEqual([])
})

describe('the baseline of an hour', () => {
  it('is the usual count of the same hour on earlier days', () =>
    expect(baselineAt(baseline, noon)?.perHour).toBe(6))

  it('stays below 10 for an hour that usually has 6 mentions, even if it had 300 yesterday', () => {
    const yesterday = more(rhythm(noon - dayMs, 6), 300, noon - dayMs, noon - dayMs + hourMs)
    const counts = more(yesterday, 6 * 23, noon - dayMs + hourMs, noon)
    expect(baselineAt(counts, noon + 30 * minute)?.perHour).toBeLessThan(10)
  })

  it('is at least 40 for an hour that had 40 mentions one week ago and two weeks ago, even if the other hours are quiet', () => {
    const before = rhythm(noon - 14 * dayMs, 2, 2)
    const show = [14, 7].reduce((counts, ago) => {
      const at = noon - ago * dayMs
      return more(more(counts, 40, at, at + hourMs - minute), 300, at + hourMs, at + 7 * dayMs - minute)
    }, before)
    expect(baselineAt(show, noon + 30 * minute)?.perHour).toBeGreaterThanOrEqual(40)
  })

  it('is two and a half times the hourly average of the daily totals if only these are known, because some hours are busier', () => {
    const counts = withTotals(Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((ago) => [ago, 48])))
    expect(baselineAt(counts, noon)?.perHour).toBe(5)
  })

  it('is unknown before any count or daily total is known', () =>
    expect(baselineAt(initialCounts(noon, { mentions: [], sentiment: [] }), noon)).toBeUndefined())
})

/** Counts that begin at noon with totals of earlier days, by the number of days before. */
function withTotals(totals: Record<number, number>) {
  const mentions = Object.entries(totals).map(([ago, total]) => {
    const date = new Date(noon - Number(ago) * dayMs).toISOString().slice(0, 10)
    return { from: date, to: date, incomplete: false, value: { total, parts: [] } }
  })
  return initialCounts(noon, { mentions, sentiment: [] })
}

describe('a new alert', () => {
  const now = noon + 2 * hourMs
  /** Mentions that are found within the first hours, so many days after their publication. */
  const late = (counts: ReturnType<typeof withTotals>, agos: number[]) =>
    agos.reduce(
      (sum, ago) => countMention(sum, sampleMention({ date: noon - ago * dayMs }), noon + hourMs),
      counts,
    )
  const firstDay = (counts: ReturnType<typeof withTotals>) => {
    const after = more(counts, 60, now - 14 * minute, now, { sentiment: 'neutral' })
    return { baseline: baselineAt(after, now), rules: rules(after, now) }
  }
  const days = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const nothing = { baseline: undefined, rules: [] }

  it.each([
    ['of which the mention service tells nothing', withTotals({})],
    ['of which an old mention is found late', late(withTotals({}), [10])],
    [
      'of which a feed is read for the first time',
      late(
        withTotals({}),
        days(20).map((one) => 3 * one),
      ),
    ],
    ['of which old mentions of each day are found late', late(withTotals({}), days(14))],
    ['that has totals only of days with mentions', withTotals({ 10: 1, 7: 2, 3: 1, 1: 1 })],
    ['that has totals only of each third day', withTotals({ 10: 1, 7: 2, 4: 1, 1: 1 })],
    [
      'that has existed for three days, and has an older mention',
      withTotals({ 10: 1, 3: 500, 2: 500, 1: 500 }),
    ],
    [
      'that has totals of zero for the days before it existed',
      withTotals(Object.fromEntries(days(45).map((ago) => [ago, 0]))),
    ],
    [
      'that has existed for three days',
      withTotals(Object.fromEntries(days(45).map((ago) => [ago, ago > 3 ? 0 : 500]))),
    ],
  ])('%s has no baseline and no spike on its first day', (_, counts) =>
    expect(firstDay(counts)).toEqual(nothing),
  )

  it('has a baseline after five days, not earlier because an old mention was found late', () => {
    let counts = late(withTotals({}), [10])
    for (let at = noon + 2 * hourMs; at < noon + 6 * dayMs; at += hourMs) {
      counts = more(counts, 25, at, at + hourMs - minute, { sentiment: 'neutral' })
      const known = baselineAt(counts, at + hourMs - minute)
      if (at < noon + 4 * dayMs) expect(known).toBeUndefined()
      else if (known !== undefined) expect(known.perHour).toBeGreaterThanOrEqual(25)
    }
    expect(baselineAt(counts, noon + 6 * dayMs)?.perHour).toBe(25)
  })
})

describe('an alert with many mentions a day has a baseline on the first day', () => {
  const told = (except: number[]) =>
    Object.fromEntries(
      Array.from({ length: 44 }, (_, index) => [index + 1, 480] as const).filter(
        ([ago]) => !except.includes(ago),
      ),
    )

  it.each([
    ['before the mention service tells the total of yesterday', [1]],
    ['if the mention service leaves out a day without mentions', [4]],
    ['if it leaves out some days without mentions', [3, 5, 10, 12]],
    ['if it leaves out the weekends', [1, 2, 8, 9, 15, 16]],
    ['if it leaves out the weekends, and does not tell the total of yesterday yet', [1, 2, 3, 9, 10, 16, 17]],
  ])('%s', (_, except) => expect(baselineAt(withTotals(told(except)), noon)?.perHour).toBe(50))

  it('while the mention service calls the total of yesterday incomplete', () => {
    const mentions = Array.from({ length: 44 }, (_, index) => {
      const date = new Date(noon - (index + 1) * dayMs).toISOString().slice(0, 10)
      return { from: date, to: date, incomplete: index === 0, value: { total: 480, parts: [] } }
    })
    expect(baselineAt(initialCounts(noon, { mentions, sentiment: [] }), noon)?.perHour).toBe(50)
  })
})

describe('an alert that rarely has a mention has a spike at a crisis', () => {
  it('after three weeks in which the bot counted almost nothing', () => {
    const start = noon - 21 * dayMs
    const rare = more(initialCounts(start, { mentions: [], sentiment: [] }), 2, start, noon - 2 * dayMs)
    expect(baselineAt(rare, noon)?.perHour).toBe(0)
    expect(rules(more(rare, 20, noon, noon + 14 * minute), noon + 14 * minute)).toContain('quarter')
  })

  it('after two weeks in which the bot counted nothing at all', () => {
    const silent = initialCounts(noon - 14 * dayMs, { mentions: [], sentiment: [] })
    expect(rules(more(silent, 20, noon, noon + 14 * minute), noon + 14 * minute)).toContain('quarter')
  })

  it('on the first day, if the mention service told zeros since its last mention', () => {
    const told = withTotals(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, index === 19 ? 1 : 0])),
    )
    expect(rules(more(told, 20, noon, noon + 14 * minute), noon + 14 * minute)).toContain('quarter')
  })
})
