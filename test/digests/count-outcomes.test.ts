import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOutcomes, findMentionsFound } from '../../src/digests/content/delivery-report.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import { nothingFound } from '../tools/sample-accounting.ts'

const window = { from: 1_000, to: 1_999 }
const entry = (
  outcome: DecisionRecord['outcome'],
  reason: string,
  some: Partial<DecisionRecord> = {},
): DecisionRecord => ({
  at: 1_500,
  subscription: 'acme',
  alert: '42',
  id: '1',
  url: 'https://example.com/1',
  outcome,
  reason,
  ...some,
})
async function* read(log: DecisionRecord[]) {
  yield* log
}
const account = async (log: DecisionRecord[], names = ['acme']) =>
  countOutcomes(await findMentionsFound(read(log), window, names))
const waiting = (some: Partial<DecisionRecord> = {}) => entry('waiting', 'quiet', some)
const posted = (some: Partial<DecisionRecord> = {}) => entry('posted', 'passed', some)
const day = 86_400_000
const posted1 = { found: 1, posted: 1 }

describe('a mention in the delivery report', () => {
  it.each<[string, DecisionRecord[], object]>([
    ['counts as posted if the log says so', [posted()], { found: 1, posted: 1 }],
    ['counts as posted in a burst if the log says so', [entry('burst', 'passed')], { found: 1, inBursts: 1 }],
    [
      'counts as rejected if Slack refuses it',
      [entry('rejected', 'msg_too_long')],
      { found: 1, rejected: 1 },
    ],
    [
      'counts as filtered if a filter skipped it',
      [entry('skipped', 'only.language')],
      { found: 1, filtered: [{ rule: 'only.language', count: 1 }] },
    ],
    ['counts as muted if a mute skipped it', [entry('skipped', 'muted.author')], { found: 1, muted: 1 }],
    [
      'counts as a duplicate if deduplication skipped it',
      [entry('skipped', 'duplicate')],
      { found: 1, duplicate: 1 },
    ],
    [
      'is counted once if the decision log has it as posted twice',
      [posted(), posted({ at: 1_700 })],
      { found: 1, posted: 1 },
    ],
    [
      'counts as posted if Slack refused it within the period and it was posted after the period',
      [entry('rejected', 'msg_too_long'), posted({ at: 2_500 })],
      { found: 1, posted: 1 },
    ],
    [
      'counts as posted even if the decision log has its post before its refusal',
      [posted({ at: 1_700 }), entry('rejected', 'msg_too_long')],
      { found: 1, posted: 1 },
    ],
    [
      'does not count if its first decision was before the period',
      [entry('rejected', 'msg_too_long', { at: 500 }), posted()],
      {},
    ],
    [
      'counts if it was posted at the first moment of the period',
      [posted({ at: 1_000 })],
      { found: 1, posted: 1 },
    ],
    [
      'counts if it was posted at the last moment of the period',
      [posted({ at: 1_999 })],
      { found: 1, posted: 1 },
    ],
    ['does not count if it was posted a moment after the period', [posted({ at: 2_000 })], {}],
    [
      'does not count if it belongs to a subscription of another channel',
      [posted({ subscription: 'rivals' })],
      {},
    ],
    [
      'is counted apart from a mention of another alert with the same id',
      [posted(), posted({ alert: '43' })],
      { found: 2, posted: 2 },
    ],
    ['counts as waiting if quiet hours hold it', [waiting()], { found: 1, waiting: 1 }],
    [
      'is counted once if it is held again after a restart',
      [waiting(), waiting({ at: 1_700 })],
      { found: 1, waiting: 1 },
    ],
    ['counts as posted if it was held before', [waiting(), posted({ at: 1_600 })], { found: 1, posted: 1 }],
    [
      'counts as posted if it was held in the period and posted after it',
      [waiting(), posted({ at: 2_500 })],
      { found: 1, posted: 1 },
    ],
    ['does not count if it was held before the period', [waiting({ at: 900 }), posted()], {}],
    ['does not count if it was held long before the period', [waiting({ at: 900 - 30 * day }), posted()], {}],
    [
      'does not count if it was held long before the period and again within it',
      [waiting({ at: 900 - 30 * day }), waiting()],
      {},
    ],
    [
      'counts as posted even if a slower process recorded it as held afterwards',
      [posted(), waiting({ at: 1_700 })],
      posted1,
    ],
    [
      'counts as muted if it was held before',
      [waiting(), entry('skipped', 'mute.author', { at: 1_600 })],
      { found: 1, muted: 1 },
    ],
    [
      'does not count if it was posted long before the period',
      [waiting({ at: -2 * day }), posted({ at: -2 * day })],
      {},
    ],
  ])('%s', async (_, log, expected) => expect(await account(log)).toEqual({ ...nothingFound, ...expected }))

  it('is counted once for each of two subscriptions', async () => {
    const log = [posted(), entry('skipped', 'maxAge', { subscription: 'all' })]
    expect(await account(log, ['acme', 'all'])).toMatchObject({ found: 2, posted: 1 })
  })

  it('that is filtered is counted for its filter, and the filter with the most mentions comes first', async () => {
    const log = ['a', 'b', 'b'].map((rule, at) => entry('skipped', rule, { id: String(at) }))
    expect((await account(log)).filtered).toEqual([
      { rule: 'b', count: 2 },
      { rule: 'a', count: 1 },
    ])
  })
})

const outcomes = ['posted', 'burst', 'skipped', 'rejected', 'waiting'] as const
const logged = fc.record({
  subscription: fc.constantFrom('acme', 'rivals', 'other'),
  alert: fc.constantFrom('42', '43'),
  id: fc.nat(20).map(String),
  url: fc.constant(''),
  at: fc.integer({ min: 900, max: 2_100 }),
  outcome: fc.constantFrom(...outcomes),
  reason: fc.constantFrom('only.source', 'except.author', 'maxAge', 'muted', 'duplicate', ''),
})

it('the outcomes in the delivery report add up to the number of mentions', () =>
  fc.assert(
    fc.asyncProperty(fc.array(logged, { maxLength: 100 }), async (log) => {
      const { found, filtered, ...rest } = await account(log, ['acme', 'rivals'])
      const skipped = filtered.reduce((sum, { count }) => sum + count, 0)
      expect(Object.values(rest).reduce((sum, count) => sum + count, skipped)).toBe(found)
    }),
  ))

it('a mention counts in exactly one of two consecutive periods, whatever the decision log contains', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(logged, { maxLength: 100 }),
      fc.integer({ min: 900, max: 2_100 }),
      async (log, cut) => {
        const both = [
          { from: 0, to: cut },
          { from: cut + 1, to: 3_000 },
        ]
        const found = await Promise.all(
          both.map((one) => findMentionsFound(read(log), one, ['acme', 'rivals', 'other'])),
        )
        const keys = found.flat().map(({ subscription, alert, id }) => `${subscription} ${alert} ${id}`)
        const all = new Set(log.map(({ subscription, alert, id }) => `${subscription} ${alert} ${id}`))
        expect(keys.toSorted()).toEqual([...all].sort())
      },
    ),
  ))
