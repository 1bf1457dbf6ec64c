import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountFor, type LoggedVerdict } from '../../src/digest/accounting.ts'
import type { Verdict } from '../../src/model/verdict.ts'

const window = { from: 1_000, to: 1_999 }
const deliver: Verdict = { kind: 'deliver', reason: 'passed' }
const hold: Verdict = { kind: 'hold', reason: 'quiet hours' }
const skip = (reason: string): Verdict => ({ kind: 'skip', reason })
const entry = (
  mention: string,
  at: number,
  verdict: Verdict,
  ending?: LoggedVerdict['ending'],
): LoggedVerdict => ({
  subscription: 'acme',
  mention,
  at,
  verdict,
  ...(ending ? { ending } : {}),
})
const nothing = {
  found: 0,
  posted: 0,
  inBursts: 0,
  filtered: [],
  muted: 0,
  duplicate: 0,
  waiting: 0,
  rejected: 0,
}

describe('what became of a mention', () => {
  it.each<[string, LoggedVerdict[], object]>([
    ['posted', [entry('1', 1_500, deliver, 'posted')], { found: 1, posted: 1 }],
    ['in a burst', [entry('1', 1_500, deliver, 'burst')], { found: 1, inBursts: 1 }],
    ['refused by Slack', [entry('1', 1_500, deliver, 'rejected')], { found: 1, rejected: 1 }],
    [
      'filtered',
      [entry('1', 1_500, skip('only.language'))],
      { found: 1, filtered: [{ rule: 'only.language', count: 1 }] },
    ],
    ['muted', [entry('1', 1_500, skip('muted.author'))], { found: 1, muted: 1 }],
    ['duplicate', [entry('1', 1_500, skip('duplicate'))], { found: 1, duplicate: 1 }],
    ['held', [entry('1', 1_500, hold)], { found: 1, waiting: 1 }],
    ['passed and not posted yet', [entry('1', 1_500, deliver)], { found: 1, waiting: 1 }],
    [
      'held, then posted',
      [entry('1', 1_500, hold), entry('1', 1_700, deliver, 'posted')],
      { found: 1, posted: 1 },
    ],
    [
      'posted after the period it was found in',
      [entry('1', 1_500, hold), entry('1', 2_500, deliver, 'posted')],
      { found: 1, posted: 1 },
    ],
    ['found before, posted in the period', [entry('1', 500, hold), entry('1', 1_500, deliver, 'posted')], {}],
    [
      'logged out of order',
      [entry('1', 1_700, deliver, 'posted'), entry('1', 1_500, hold)],
      { found: 1, posted: 1 },
    ],
    ['found at the first moment', [entry('1', 1_000, hold)], { found: 1, waiting: 1 }],
    ['found at the last moment', [entry('1', 1_999, hold)], { found: 1, waiting: 1 }],
    ['found a moment later', [entry('1', 2_000, hold)], {}],
    ['found for another channel', [{ ...entry('1', 1_500, hold), subscription: 'rivals' }], {}],
  ])('%s', (_, log, expected) =>
    expect(accountFor(log, window, ['acme'])).toEqual({ ...nothing, ...expected }),
  )

  it('a mention counts once for each subscription', () => {
    const log = [
      entry('1', 1_500, hold),
      { ...entry('1', 1_500, deliver, 'posted' as const), subscription: 'all' },
    ]
    expect(accountFor(log, window, ['acme', 'all'])).toEqual({ ...nothing, found: 2, waiting: 1, posted: 1 })
  })

  it('rules are named by weight', () => {
    const log = ['a', 'b', 'b'].map((rule, at) => entry(String(at), 1_500, skip(rule)))
    expect(accountFor(log, window, ['acme']).filtered).toEqual([
      { rule: 'b', count: 2 },
      { rule: 'a', count: 1 },
    ])
  })
})

it('the sum always matches', () => {
  const verdict = fc.oneof(
    fc.constant(deliver),
    fc.constant(hold),
    fc.constantFrom('only.source', 'except.author', 'maxAge', 'muted', 'duplicate', '').map(skip),
  )
  const logged = fc.record(
    {
      subscription: fc.constantFrom('acme', 'rivals', 'other'),
      mention: fc.nat(20).map(String),
      at: fc.integer({ min: 900, max: 2_100 }),
      verdict,
      ending: fc.constantFrom('posted' as const, 'burst' as const, 'rejected' as const),
    },
    { requiredKeys: ['subscription', 'mention', 'at', 'verdict'] },
  )
  fc.assert(
    fc.property(fc.array(logged, { maxLength: 100 }), (log) => {
      const { found, filtered, ...rest } = accountFor(log, window, ['acme', 'rivals'])
      const skipped = filtered.reduce((sum, { count }) => sum + count, 0)
      expect(Object.values(rest).reduce((sum, count) => sum + count, skipped)).toBe(found)
    }),
  )
})
