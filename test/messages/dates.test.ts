import { describe, expect, it } from 'vitest'
import { choiceWords, fullRange, shortRange, wholePeriodWords } from '../../src/messages/dates.ts'

describe('the words for a date range', () => {
  it.each([
    ['2026-11-14', '2026-11-14', '14 Nov', '14 Nov 2026'],
    ['2026-11-16', '2026-11-22', '16 – 22 Nov', '16 – 22 Nov 2026'],
    ['2026-10-22', '2026-11-20', '22 Oct – 20 Nov', '22 Oct – 20 Nov 2026'],
    ['2026-12-28', '2027-01-03', '28 Dec – 3 Jan', '28 Dec 2026 – 3 Jan 2027'],
    ['2026-09-01', '2026-09-30', '1 – 30 Sep', '1 – 30 Sep 2026'],
  ])('%s to %s', (from, to, short, full) => {
    expect(shortRange({ from, to })).toBe(short)
    expect(fullRange({ from, to })).toBe(full)
  })

  it.each([
    [{ kind: 'days', days: 30 }, 'last 30 days'],
    [{ kind: 'days', days: 1 }, 'today'],
    [{ kind: 'named', name: 'last month' }, 'last month'],
    [{ kind: 'dates', from: '2026-10-01', to: '2026-10-31' }, '1 – 31 Oct 2026'],
  ] as const)('are right for %o', (choice, words) => expect(choiceWords(choice)).toBe(words))

  it.each([
    ['2026-W47', 'week', '2026-11-16', '2026-11-22', 'week 47, 16 – 22 Nov 2026'],
    ['2026-W47', 'week', '2026-11-15', '2026-11-21', '15 – 21 Nov 2026'],
    ['2026-11-19', 'day', '2026-11-19', '2026-11-19', 'Thursday, 19 Nov 2026'],
    ['2026-11', 'month', '2026-11-01', '2026-11-30', 'November 2026'],
    ['2026-11', 'month', '2026-10-15', '2026-11-14', '15 Oct – 14 Nov 2026'],
  ] as const)('name the range %s', (key, period, from, to, words) =>
    expect(wholePeriodWords({ key, period, range: { from, to } })).toBe(words),
  )
})
