import { compareIds, type Id, idBefore } from '@overheard/mention-client/id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanceWatermark,
  afterInitialSync,
  commitPost,
  implausibleDoneIds,
  lookBackMs,
  markDone,
  mergeReceipts,
  mostDoneIds,
  moveToChannel,
  receiptWatermark,
  withoutPending,
} from '../../src/engine/progress/checkpoint-changes.ts'
import { withoutSpike } from '../../src/engine/progress/spike-progress.ts'
import { type Checkpoint, isUndecided } from '../../src/model/checkpoint.ts'

const minute = 60_000
/** A time of both clocks. */
const at = (time: number) => ({ at: time, slackAt: time })
const fresh = afterInitialSync([], true, [], at(0))
const openOf = (checkpoint: Checkpoint, ids: Id[]) => ids.filter(isUndecided(checkpoint))

describe('the checkpoint after an initial sync', () => {
  it.each<[string, Id[], boolean, Id[], Id[], Id]>([
    ['leaves every id undecided if the alert was empty', [], true, [], ['1', '2', '3', '4', '5', '6'], '0'],
    [
      'has all listed ids as done if the alert has only one page, and leaves ids that become visible late undecided',
      ['2', '5'],
      true,
      [],
      ['1', '3', '4', '6'],
      '5',
    ],
    ['has every id below the newest page as done', ['4', '5'], false, [], ['6'], '5'],
    [
      'leaves the ids of the backfill undecided, because they are still to be posted',
      ['2', '4', '5'],
      false,
      ['4', '5'],
      ['3', '4', '5', '6'],
      '2',
    ],
    [
      'puts a watermark below the backfill into receipts',
      ['2', '3', '4', '5'],
      true,
      ['3'],
      ['1', '3', '6'],
      '2',
    ],
    [
      'leaves all ids of the page undecided if all of them are backfill',
      ['8', '9'],
      false,
      ['8', '9'],
      ['8', '9'],
      '7',
    ],
  ])('%s', (_what, page, whole, backfill, open, claims) => {
    const checkpoint = afterInitialSync(page, whole, backfill, at(0))
    expect(openOf(checkpoint, ['1', '2', '3', '4', '5', '6', '8', '9'])).toEqual(expect.arrayContaining(open))
    expect(openOf(checkpoint, ['1', '2', '3', '4', '5', '6'])).toEqual(
      openOf(checkpoint, ['1', '2', '3', '4', '5', '6']).filter((id) => open.includes(id)),
    )
    expect(receiptWatermark(checkpoint)).toBe(claims)
  })
})

describe('a checkpoint with a pending post', () => {
  const pending = { channel: 'C1', ids: ['5'], at: 1 }
  it('equals the checkpoint before the pending post once the post is abandoned', () => {
    expect(withoutPending({ ...fresh, pending })).toEqual(fresh)
  })

  it('marks the posted ids as done at the commit, keeps the newest timestamp of Slack and clears the pending post', () => {
    const first = commitPost({ ...fresh, pending }, { pending, ts: '200.1' }, at(2), at(0))
    const second = commitPost(first, { pending: { ...pending, ids: ['6'] }, ts: '100.1' }, at(3), at(0))
    expect(second).toMatchObject({ lastTs: '200.1', done: [{ ...at(3), ids: ['5', '6'] }] })
    expect(second).not.toHaveProperty('pending')
  })

  it('marks the subscription as announced after its first message, which has no ids', () => {
    expect(
      commitPost(fresh, { pending: { ...pending, ids: [] }, ts: '1.0' }, at(2), at(0)),
    ).not.toHaveProperty('unannounced')
    expect(commitPost(fresh, { pending, ts: '1.0' }, at(2), at(0))).toHaveProperty('unannounced')
  })

  it('opens a burst with its first message, and closes it with its last mention', () => {
    const opened = commitPost(
      fresh,
      { pending: { ...pending, burstIds: ['1', '2'] }, ts: '7.0' },
      at(2),
      at(0),
    )
    expect(opened.burst).toEqual({ thread: '7.0', total: 3, ids: ['1', '2'] })
    const half = markDone(opened, ['1'], at(3), at(0))
    expect(half.burst).toEqual({ thread: '7.0', total: 3, ids: ['2'] })
    expect(markDone(half, ['2'], at(4), at(0))).not.toHaveProperty('burst')
  })
})

it('the card of a spike that ended before the subscription moved is still drawn in the channel that it left', () => {
  const ended = { thread: '5.0', endedAt: 1 }
  const spiked = withoutSpike({ ...fresh, channel: 'C1' }, { kind: 'calm' }, ended)
  const moved = moveToChannel(spiked, 'C2', 2)
  expect(moved.spike?.ended).toEqual({ ...ended, channel: 'C1' })
  expect(moveToChannel({ ...moved, channel: 'C2' }, 'C3', 3).spike?.ended?.channel).toBe('C1')
})

it('merging receipts into a checkpoint adds their ids and never lowers the watermark', () => {
  const known = markDone({ ...fresh, watermark: '10' }, ['12'], at(1), at(0))
  expect(
    mergeReceipts(known, { through: '5', posted: ['3', '12', '13', '13'], lastTs: '9.0' }, at(2), at(2)),
  ).toMatchObject({
    watermark: '10',
    lastTs: '9.0',
    done: [{ ids: ['12'] }, { ids: ['13'] }],
  })
  expect(
    mergeReceipts(known, { through: '20', posted: ['13', '21'], lastTs: '9.0' }, at(2), at(2)),
  ).toMatchObject({
    watermark: '20',
    done: [{ ids: ['21'] }],
  })
})

it('a receipt from the initial sync does not hide ids that become visible late', () => {
  const looked = afterInitialSync(['2', '5'], true, [], at(1))
  const told = { through: receiptWatermark(looked), posted: ['7'], lastTs: '9.0' }
  expect(openOf(mergeReceipts(looked, told, at(2), at(2)), ['2', '3', '5', '6', '7'])).toEqual(['3', '6'])
})

describe('an absurdly large id', () => {
  const absurd = '9999999999999999999'
  const looked = afterInitialSync(['3', '4'], false, [], at(0))

  it('does not raise the watermark, and stays in the list of done ids, however old it gets', () => {
    const first = markDone(looked, ['5'], at(minute), at(minute))
    let checkpoint = markDone(first, [absurd], at(2 * minute), at(2 * minute))
    for (let poll = 3; poll < 100; poll += 10) {
      const now = at(poll * minute)
      checkpoint = markDone(checkpoint, [String(poll + 10)], now, now)
      checkpoint = advanceWatermark(checkpoint, now)
      expect(receiptWatermark(checkpoint)).not.toBe(absurd)
      expect(implausibleDoneIds(checkpoint)).toEqual([absurd])
      expect(openOf(checkpoint, ['5', String(poll + 11), absurd])).toEqual([String(poll + 11)])
    }
    expect(checkpoint.watermark).toBe('83')
    expect(checkpoint.done.length).toBeLessThan(5)
  })

  it('becomes an ordinary id when a second id close to it confirms it', () => {
    const second = '9999999999999999998'
    const both = markDone(markDone(looked, [absurd], at(0), at(0)), [second], at(minute), at(minute))
    expect(implausibleDoneIds(both)).toEqual([])
    expect(advanceWatermark(both, at(40 * minute)).watermark).toBe(absurd)
    expect(advanceWatermark(both, at(15 * minute)).watermark).toBe(absurd)
    expect(advanceWatermark(both, at(15 * minute), '4').watermark).toBe('4')
  })

  it.each<[string, Id[], boolean, Id]>([
    [
      'does not raise the watermark of receipts if it is among the newest ids at the initial sync',
      ['3', '4', absurd],
      false,
      '4',
    ],
    [
      'does not raise the watermark of receipts if it is among all ids at the initial sync',
      ['3', '4', absurd],
      true,
      '4',
    ],
    ['is the watermark of receipts if it is the only id at the initial sync', [absurd], true, absurd],
  ])('%s', (_, page, whole, claims) => {
    const first = afterInitialSync(page, whole, [], at(0))
    expect(openOf(first, page)).toEqual([])
    expect(receiptWatermark(first)).toBe(claims)
    const later = advanceWatermark(markDone(first, ['5'], at(minute), at(minute)), at(40 * minute))
    expect(openOf(later, ['6', '7', absurd])).toEqual(['6', '7'])
    expect(receiptWatermark(later)).toBe('5')
  })

  it('does not make the list of done ids grow without limit', () => {
    const flood = Array.from({ length: mostDoneIds + 500 }, (_, index) => String(1000 + index))
    const flooded = advanceWatermark(
      markDone(markDone(looked, [absurd], at(0), at(0)), flood, at(minute), at(minute)),
      at(minute),
    )
    expect(flooded.done.flatMap(({ ids }) => ids)).toHaveLength(mostDoneIds)
    expect(openOf(flooded, [...flood, absurd])).toEqual([])
  })
})

/** One step of the model: a poll, some minutes after the previous one. */
const step = fc.record({
  after: fc.integer({ min: 0, max: 40 }),
  arrive: fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 4 }), lateBy: fc.integer({ min: 0, max: 15 }) }),
    { maxLength: 5 },
  ),
  /** An absurd id, as a multiple of the largest id. Two of them are never near each other. */
  absurd: fc.option(fc.constantFrom(3n, 1000n, 10n ** 9n), { freq: 10 }),
  /** The number of open ids that the poll marks as done. The others are held. */
  marksDone: fc.integer({ min: 0, max: 8 }),
  /** How far the wrong clock is ahead from now on, in minutes. */
  ahead: fc.option(fc.integer({ min: -100_000, max: 100_000 }), { freq: 4 }),
})

/** A simple model to compare with. `done` keeps every id that was ever done. `wrong` is the clock that may be wrong. */
function createModel(last: bigint, wrong: 'at' | 'slackAt') {
  let checkpoint = fresh
  let now = 0
  let ahead = 0
  const world: { id: Id; at: number }[] = []
  const done = new Set<Id>()
  return {
    arrive(gap: number, lateBy: number) {
      last += BigInt(gap)
      world.push({ id: last.toString(), at: now + lateBy * minute })
    },
    absurd(times: bigint) {
      const largest = world.map(({ id }) => BigInt(id)).reduce((a, b) => (a > b ? a : b), last)
      world.push({ id: (largest * times + 2_000_000_000n).toString(), at: now })
    },
    pass: (minutes: number) => {
      now += minutes * minute
    },
    set: (minutes: number) => {
      ahead = minutes * minute
    },
    /** A poll that reads to the end, marks `count` ids as done and holds the rest. Returns the errors found. */
    poll(count: number): string[] {
      const visible = world.filter(({ at }) => at <= now).map(({ id }) => id)
      const open = openOf(checkpoint, visible.toSorted(compareIds))
      const expected = visible.filter((id) => !done.has(id)).toSorted(compareIds)
      const chosen = open.slice(0, count)
      const clocks = { ...at(now), [wrong]: now + ahead }
      checkpoint = markDone(checkpoint, chosen, clocks, clocks)
      for (const id of chosen) done.add(id)
      const [held] = open.slice(count)
      checkpoint = advanceWatermark(checkpoint, clocks, held === undefined ? undefined : idBefore(held))
      const passed = visible.filter((id) => compareIds(id, checkpoint.watermark) <= 0 && !done.has(id))
      const isRight = open.join() === expected.join()
      return [
        ...(isRight ? [] : [`open: ${open}, expected: ${expected}`]),
        ...passed.map((id) => `passed ${id}`),
      ]
    },
  }
}

describe('an id that is done', () => {
  const done = (time: Partial<ReturnType<typeof at>>) => {
    const batch = { at: 0, ...time, ids: ['5'] }
    return { ...fresh, done: [batch] }
  }
  const watermarkAt = (checkpoint: Checkpoint, time: Parameters<typeof advanceWatermark>[1]) =>
    advanceWatermark(checkpoint, time).watermark

  it('is below the watermark once it is older than the look-back by both clocks', () => {
    expect(watermarkAt(done({ slackAt: minute }), { at: 15 * minute, slackAt: 16 * minute })).toBe('5')
    expect(watermarkAt(done({ slackAt: minute }), { at: 15 * minute, slackAt: 16 * minute - 1 })).toBe('0')
    expect(watermarkAt(done({ slackAt: minute }), { at: 15 * minute - 1, slackAt: 16 * minute })).toBe('0')
  })

  it('is measured by the only clock that is known, as in checkpoints of earlier versions', () => {
    expect(watermarkAt(done({}), { at: 15 * minute, slackAt: 0 })).toBe('5')
    expect(watermarkAt(done({}), { at: 15 * minute - 1, slackAt: 40 * minute })).toBe('0')
    expect(watermarkAt(done({ slackAt: minute }), { at: 15 * minute })).toBe('5')
  })
})

describe('in a checkpoint, over many polls,', () => {
  it.each(['at', 'slackAt'] as const)(
    'each id is undecided until it is done, and the watermark passes only done ids, in whatever order ids become visible, done or held, and however wrong the clock of `%s` is',
    (wrong) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), fc.constantFrom(0n, 2n ** 53n - 3n), (steps, from) => {
          const model = createModel(from, wrong)
          for (const { after, arrive, marksDone, absurd, ahead } of steps) {
            model.pass(after)
            if (ahead !== null) model.set(ahead)
            if (absurd !== null) model.absurd(absurd)
            for (const { gap, lateBy } of arrive) model.arrive(gap, lateBy)
            expect(model.poll(marksDone)).toEqual([])
          }
        }),
        { numRuns: 500 },
      )
    },
  )

  it.each([-1e9, -60, 60, 1e9])(
    'the list of done ids stays short if the clock of Slack is %i minutes ahead of that of the service, and if it is set',
    (ahead) => {
      let checkpoint = fresh
      for (let poll = 0; poll < 200; poll++) {
        const isSet = poll > 100 && poll < 150
        const now = { at: poll * minute, slackAt: (poll + (isSet ? -ahead : ahead)) * minute }
        checkpoint = markDone(checkpoint, [String(poll + 1)], now, now)
        checkpoint = advanceWatermark(checkpoint, now)
        // Those of before the clock was set leave the list with the first of those of after.
        expect(checkpoint.done.length).toBeLessThanOrEqual(2 * 16)
      }
      expect(checkpoint.done.length).toBeLessThanOrEqual(16)
    },
  )

  it('the list of done ids stays short, because an id leaves it after the look-back and its length is limited', () => {
    let checkpoint = fresh
    for (let poll = 0; poll < 200; poll++) {
      const now = at(poll * minute)
      checkpoint = markDone(checkpoint, [String(poll * 2 + 1), String(poll * 2 + 2)], now, now)
      checkpoint = advanceWatermark(checkpoint, now)
      const oldest = checkpoint.done[0]?.at ?? 0
      expect(now.at - oldest).toBeLessThan(lookBackMs)
      expect(checkpoint.done.length).toBeLessThanOrEqual(15)
    }
    const flood = Array.from({ length: mostDoneIds + 500 }, (_, index) => String(1000 + index))
    const end = at(200 * minute)
    const flooded = advanceWatermark(markDone(checkpoint, flood, end, end), end)
    expect(flooded.done.flatMap(({ ids }) => ids)).toHaveLength(mostDoneIds)
    expect(openOf(flooded, flood)).toEqual([])
  })
})
