import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shardCount, shardOf } from '../../src/model/shard.ts'
import { fairShare } from '../../src/scheduler/shards.ts'
import { anyCodePoint } from '../tools/arbitrary-mention.ts'

it('the shares of all processes sum up to all shards, and differ by at most one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 100 }), (ids) => {
      const shares = ids.map((id) =>
        fairShare(
          id,
          ids.filter((other) => other !== id),
        ),
      )
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(shardCount)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
})

it('every key has a shard, whatever its letters, and always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (key) => {
      const shard = shardOf(key)
      expect(Number.isInteger(shard) && shard >= 0 && shard < shardCount).toBe(true)
      expect(shardOf(key)).toBe(shard)
    }),
  )
})

it.each([1, 1000, 9_007_199_254_740_000])(
  'alerts with consecutive ids from %d are spread evenly over the shards',
  (first) => {
    const counts = Array.from({ length: shardCount }, () => 0)
    for (let id = 0; id < 6400; id++) {
      const shard = shardOf(String(first + id))
      counts[shard] = (counts[shard] ?? 0) + 1
    }
    // A fair die gives 100 ± 10; four standard deviations.
    expect(Math.min(...counts)).toBeGreaterThan(60)
    expect(Math.max(...counts)).toBeLessThan(140)
  },
)

it('the shards of well-known keys never change, because processes of different versions share a database', () => {
  expect(['1', '7', '4711', 'digest weekly', 'reminders'].map(shardOf)).toMatchInlineSnapshot(`
    [
      15,
      29,
      31,
      18,
      51,
    ]
  `)
})
