import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adopt,
  afterFirstLook,
  beyondJump,
  claimed,
  fold,
  intend,
  isOpen,
  lookBack,
  mostRemembered,
  settle,
  settlePost,
  withdraw,
} from '../../src/decide/bookmark.ts'
import type { Bookmark } from '../../src/model/bookmark.ts'
import { compareIds, type Id, idBefore } from '../../src/model/id.ts'

const minute = 60_000
const fresh = afterFirstLook([], true, [], 0)
const openOf = (bookmark: Bookmark, ids: Id[]) => ids.filter(isOpen(bookmark))

describe('the first look', () => {
  it.each<[string, Id[], boolean, Id[], Id[], Id]>([
    ['of nothing leaves everything open', [], true, [], ['1', '2', '3', '4', '5', '6'], '0'],
    [
      'of a whole alert knows what is there; a lower id may come late',
      ['2', '5'],
      true,
      [],
      ['1', '3', '4', '6'],
      '5',
    ],
    ['of the newest page knows that all below is old', ['4', '5'], false, [], ['6'], '5'],
    ['leaves its backfill open', ['2', '4', '5'], false, ['4', '5'], ['3', '4', '5', '6'], '2'],
    [
      'claims no more than what is below its backfill',
      ['2', '3', '4', '5'],
      true,
      ['3'],
      ['1', '3', '6'],
      '2',
    ],
    ['may leave all it saw open', ['8', '9'], false, ['8', '9'], ['8', '9'], '7'],
  ])('%s', (_what, page, whole, backfill, open, claims) => {
    const bookmark = afterFirstLook(page, whole, backfill, 0)
    expect(openOf(bookmark, ['1', '2', '3', '4', '5', '6', '8', '9'])).toEqual(expect.arrayContaining(open))
    expect(openOf(bookmark, ['1', '2', '3', '4', '5', '6'])).toEqual(
      openOf(bookmark, ['1', '2', '3', '4', '5', '6']).filter((id) => open.includes(id)),
    )
    expect(claimed(bookmark)).toBe(claims)
  })
})

describe('a post', () => {
  const intent = { channel: 'C1', ids: ['5'], at: 1 }
  it('is intended, and withdrawn without a trace', () => {
    expect(intend(fresh, intent).intent).toEqual(intent)
    expect(withdraw(intend(fresh, intent))).toEqual(fresh)
  })

  it('settles its ids, keeps the newest ts, and takes the intent back', () => {
    const first = settlePost(intend(fresh, intent), { intent, ts: '200.1' }, 2, 0)
    const second = settlePost(first, { intent: { ...intent, ids: ['6'] }, ts: '100.1' }, 3, 0)
    expect(second).toMatchObject({ lastTs: '200.1', settled: [{ at: 3, ids: ['5', '6'] }] })
    expect(second).not.toHaveProperty('intent')
  })

  it('without ids is the line of the first look', () => {
    expect(settlePost(fresh, { intent: { ...intent, ids: [] }, ts: '1.0' }, 2, 0)).not.toHaveProperty(
      'unannounced',
    )
    expect(settlePost(fresh, { intent, ts: '1.0' }, 2, 0)).toHaveProperty('unannounced')
  })

  it('that is a burst’s parent opens its thread, which closes with its last mention', () => {
    const opened = settlePost(fresh, { intent: { ...intent, opens: ['1', '2'] }, ts: '7.0' }, 2, 0)
    expect(opened.burst).toEqual({ thread: '7.0', total: 2, ids: ['1', '2'] })
    const half = settle(opened, ['1'], 3, 0)
    expect(half.burst).toEqual({ thread: '7.0', total: 2, ids: ['2'] })
    expect(settle(half, ['2'], 4, 0)).not.toHaveProperty('burst')
  })
})

it('what receipts tell beyond a bookmark is adopted, and nothing is taken back', () => {
  const known = settle({ ...fresh, through: '10' }, ['12'], 1, 0)
  expect(adopt(known, { through: '5', posted: ['3', '12', '13', '13'], lastTs: '9.0' }, 2, 2)).toMatchObject({
    through: '10',
    lastTs: '9.0',
    settled: [{ ids: ['12'] }, { ids: ['13'] }],
  })
  expect(adopt(known, { through: '20', posted: ['13', '21'], lastTs: '9.0' }, 2, 2)).toMatchObject({
    through: '20',
    settled: [{ ids: ['21'] }],
  })
})

it('what receipts claim from the first look closes nothing that may still come late', () => {
  const looked = afterFirstLook(['2', '5'], true, [], 1)
  const told = { through: claimed(looked), posted: ['7'], lastTs: '9.0' }
  expect(openOf(adopt(looked, told, 2, 2), ['2', '3', '5', '6', '7'])).toEqual(['3', '6'])
})

describe('M10: an absurd id', () => {
  const absurd = '9999999999999999999'
  const looked = afterFirstLook(['3', '4'], false, [], 0)

  it('stays above `through`, however old, and among what is settled', () => {
    let bookmark = settle(settle(looked, ['5'], minute, minute), [absurd], 2 * minute, 2 * minute)
    for (let at = 3; at < 100; at += 10) {
      bookmark = settle(bookmark, [String(at + 10)], at * minute, at * minute)
      bookmark = fold(bookmark, at * minute)
      expect(claimed(bookmark)).not.toBe(absurd)
      expect(beyondJump(bookmark)).toEqual([absurd])
      expect(openOf(bookmark, ['5', String(at + 11), absurd])).toEqual([String(at + 11)])
    }
    expect(bookmark.through).toBe('83')
    expect(bookmark.settled.length).toBeLessThan(5)
  })

  it('is passed as soon as a second one confirms it', () => {
    const second = '9999999999999999998'
    const both = settle(settle(looked, [absurd], 0, 0), [second], minute, minute)
    expect(beyondJump(both)).toEqual([])
    expect(fold(both, 40 * minute).through).toBe(absurd)
    expect(fold(both, 15 * minute).through).toBe(absurd)
    expect(fold(both, 15 * minute, '4').through).toBe('4')
  })

  it.each<[string, Id[], boolean, Id]>([
    ['among the newest', ['3', '4', absurd], false, '4'],
    ['among all there are', ['3', '4', absurd], true, '4'],
    ['alone: nothing tells that it is absurd', [absurd], true, absurd],
  ])('at the first look is not claimed: %s', (_, page, whole, claims) => {
    const first = afterFirstLook(page, whole, [], 0)
    expect(openOf(first, page)).toEqual([])
    expect(claimed(first)).toBe(claims)
    const later = fold(settle(first, ['5'], minute, minute), 40 * minute)
    expect(openOf(later, ['6', '7', absurd])).toEqual(['6', '7'])
    expect(claimed(later)).toBe('5')
  })

  it('does not keep what is remembered from being bounded', () => {
    const flood = Array.from({ length: mostRemembered + 500 }, (_, index) => String(1000 + index))
    const flooded = fold(settle(settle(looked, [absurd], 0, 0), flood, minute, minute), minute)
    expect(flooded.settled.flatMap(({ ids }) => ids)).toHaveLength(mostRemembered)
    expect(openOf(flooded, [...flood, absurd])).toEqual([])
  })
})

/** A model without any cleverness: all that was ever settled. Each step is a turn, some minutes after the one before. */
const step = fc.record({
  after: fc.integer({ min: 0, max: 40 }),
  arrive: fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 4 }), lateBy: fc.integer({ min: 0, max: 15 }) }),
    { maxLength: 5 },
  ),
  /** An absurd id: so many times the greatest. Two of them are never near each other. */
  absurd: fc.option(fc.constantFrom(3n, 1000n, 10n ** 9n), { freq: 10 }),
  /** How many of the open ones the turn settles; the rest is held from the first on. */
  settles: fc.integer({ min: 0, max: 8 }),
})

/** A world and a subscription in it; `settled` is the model: all that was ever settled, and nothing forgotten. */
function createModel(last: bigint) {
  let bookmark = fresh
  let now = 0
  const world: { id: Id; at: number }[] = []
  const settled = new Set<Id>()
  return {
    arrive(gap: number, lateBy: number) {
      last += BigInt(gap)
      world.push({ id: last.toString(), at: now + lateBy * minute })
    },
    absurd(times: bigint) {
      const greatest = world.map(({ id }) => BigInt(id)).reduce((a, b) => (a > b ? a : b), last)
      world.push({ id: (greatest * times + 2_000_000_000n).toString(), at: now })
    },
    pass: (minutes: number) => {
      now += minutes * minute
    },
    /** A turn that reads to the end, settles so many and holds the rest; returns what went wrong. */
    turn(count: number): string[] {
      const visible = world.filter(({ at }) => at <= now).map(({ id }) => id)
      const open = openOf(bookmark, visible.toSorted(compareIds))
      const expected = visible.filter((id) => !settled.has(id)).toSorted(compareIds)
      const chosen = open.slice(0, count)
      bookmark = settle(bookmark, chosen, now, now)
      for (const id of chosen) settled.add(id)
      const [held] = open.slice(count)
      bookmark = fold(bookmark, now, held === undefined ? undefined : idBefore(held))
      const passed = visible.filter((id) => compareIds(id, bookmark.through) <= 0 && !settled.has(id))
      const isRight = open.join() === expected.join()
      return [
        ...(isRight ? [] : [`open: ${open}, expected: ${expected}`]),
        ...passed.map((id) => `passed ${id}`),
      ]
    },
  }
}

describe('whatever is fetched, settled and held, in whatever order ids become visible', () => {
  it('each id is open until it is settled once, and `through` passes none that is not', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.constantFrom(0n, 2n ** 53n - 3n), (steps, from) => {
        const model = createModel(from)
        for (const { after, arrive, settles, absurd } of steps) {
          model.pass(after)
          if (absurd !== null) model.absurd(absurd)
          for (const { gap, lateBy } of arrive) model.arrive(gap, lateBy)
          expect(model.turn(settles)).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('what is remembered stays bounded, and is forgotten only when it is older than the look-back', () => {
    let bookmark = fresh
    for (let turn = 0; turn < 200; turn++) {
      const now = turn * minute
      bookmark = settle(bookmark, [String(turn * 2 + 1), String(turn * 2 + 2)], now, now)
      bookmark = fold(bookmark, now)
      const oldest = bookmark.settled[0]?.at ?? 0
      expect(now - oldest).toBeLessThan(lookBack)
      expect(bookmark.settled.length).toBeLessThanOrEqual(15)
    }
    const flood = Array.from({ length: mostRemembered + 500 }, (_, index) => String(1000 + index))
    const flooded = fold(settle(bookmark, flood, 200 * minute, 200 * minute), 200 * minute)
    expect(flooded.settled.flatMap(({ ids }) => ids)).toHaveLength(mostRemembered)
    expect(openOf(flooded, flood)).toEqual([])
  })
})
