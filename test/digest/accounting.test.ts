import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountFor } from '../../src/digest/accounting.ts'
import type { VerdictEntry } from '../../src/model/verdict.ts'

const window = { from: 1_000, to: 1_999 }
const entry = (
  became: VerdictEntry['became'],
  reason: string,
  some: Partial<VerdictEntry> = {},
): VerdictEntry => ({
  at: 1_500,
  subscription: 'acme',
  alert: '42',
  id: '1',
  url: 'https://example.com/1',
  became,
  reason,
  ...some,
})
const posted = (some: Partial<VerdictEntry> = {}) => entry('posted', 'passed', some)
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
  it.each<[string, VerdictEntry[], object]>([
    ['posted', [posted()], { found: 1, posted: 1 }],
    ['in a burst', [entry('burst', 'passed')], { found: 1, inBursts: 1 }],
    ['refused by Slack', [entry('rejected', 'msg_too_long')], { found: 1, rejected: 1 }],
    [
      'filtered',
      [entry('skipped', 'only.language')],
      { found: 1, filtered: [{ rule: 'only.language', count: 1 }] },
    ],
    ['muted', [entry('skipped', 'muted.author')], { found: 1, muted: 1 }],
    ['duplicate', [entry('skipped', 'duplicate')], { found: 1, duplicate: 1 }],
    ['told twice', [posted(), posted({ at: 1_700 })], { found: 1, posted: 1 }],
    [
      'refused, then posted by hand after the period',
      [entry('rejected', 'msg_too_long'), posted({ at: 2_500 })],
      { found: 1, posted: 1 },
    ],
    [
      'told out of order',
      [posted({ at: 1_700 }), entry('rejected', 'msg_too_long')],
      { found: 1, posted: 1 },
    ],
    ['first told before the period', [entry('rejected', 'msg_too_long', { at: 500 }), posted()], {}],
    ['at the first moment', [posted({ at: 1_000 })], { found: 1, posted: 1 }],
    ['at the last moment', [posted({ at: 1_999 })], { found: 1, posted: 1 }],
    ['a moment later', [posted({ at: 2_000 })], {}],
    ['for another channel', [posted({ subscription: 'rivals' })], {}],
    ['the same id of another alert', [posted(), posted({ alert: '43' })], { found: 2, posted: 2 }],
  ])('%s', (_, log, expected) =>
    expect(accountFor(log, window, ['acme'], 0)).toEqual({ ...nothing, ...expected }),
  )

  it('a mention counts once for each subscription', () => {
    const log = [posted(), entry('skipped', 'maxAge', { subscription: 'all' })]
    expect(accountFor(log, window, ['acme', 'all'], 0)).toMatchObject({ found: 2, posted: 1 })
  })

  it('what waits was found too', () =>
    expect(accountFor([posted()], window, ['acme'], 4)).toMatchObject({ found: 5, posted: 1, waiting: 4 }))

  it('rules are named by weight', () => {
    const log = ['a', 'b', 'b'].map((rule, at) => entry('skipped', rule, { id: String(at) }))
    expect(accountFor(log, window, ['acme'], 0).filtered).toEqual([
      { rule: 'b', count: 2 },
      { rule: 'a', count: 1 },
    ])
  })
})

it('the sum always matches', () => {
  const logged = fc.record({
    subscription: fc.constantFrom('acme', 'rivals', 'other'),
    alert: fc.constantFrom('42', '43'),
    id: fc.nat(20).map(String),
    url: fc.constant(''),
    at: fc.integer({ min: 900, max: 2_100 }),
    became: fc.constantFrom('posted' as const, 'burst' as const, 'skipped' as const, 'rejected' as const),
    reason: fc.constantFrom('only.source', 'except.author', 'maxAge', 'muted', 'duplicate', ''),
  })
  fc.assert(
    fc.property(fc.array(logged, { maxLength: 100 }), fc.nat(9), (log, waiting) => {
      const { found, filtered, ...rest } = accountFor(log, window, ['acme', 'rivals'], waiting)
      const skipped = filtered.reduce((sum, { count }) => sum + count, 0)
      expect(Object.values(rest).reduce((sum, count) => sum + count, skipped)).toBe(found)
    }),
  )
})
