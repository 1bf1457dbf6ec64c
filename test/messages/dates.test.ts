import { describe, expect, it } from 'vitest'
import { fullRange, shortRange } from '../../src/messages/kit/dates.ts'
import { choiceWords } from '../../src/stats/question.ts'

describe('the words for a date range', () => {
  it.each([
    ['2026-11-14', '2026-11-14', 'Nov 14', 'Nov 14, 2026'],
    ['2026-11-16', '2026-11-22', 'Nov 16 – 22', 'Nov 16 – 22, 2026'],
    ['2026-10-22', '2026-11-20', 'Oct 22 – Nov 20', 'Oct 22 – Nov 20, 2026'],
    ['2026-12-28', '2027-01-03', 'Dec 28 – Jan 3', 'Dec 28, 2026 – Jan 3, 2027'],
    ['2026-09-01', '2026-09-30', 'Sep 1 – 30', 'Sep 1 – 30, 2026'],
  ])('from %s to %s are "%s", or with the year "%s"', (from, to, short, full) => {
    expect(shortRange({ from, to })).toBe(short)
    expect(fullRange({ from, to })).toBe(full)
  })

  it.each([
    [{ kind: 'days', days: 30 }, 'last 30 days'],
    [{ kind: 'days', days: 1 }, 'today'],
    [{ kind: 'named', name: 'last month' }, 'last month'],
    [{ kind: 'dates', from: '2026-10-01', to: '2026-10-31' }, 'Oct 1 – 31, 2026'],
  ] as const)('that is requested as %j are "%s"', (choice, words) => expect(choiceWords(choice)).toBe(words))
})
