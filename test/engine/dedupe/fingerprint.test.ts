import fc from 'fast-check'
import { expect, it } from 'vitest'
import { totalsOf } from '../../../src/answers/preview.ts'
import { fingerprintOf } from '../../../src/engine/dedupe/original-index.ts'
import { createReplay } from '../../../src/engine/rules/replay.ts'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import { anyCodePoint, ordinaryAddress } from '../../tools/arbitrary-mention.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const keysOf = (url: string, title: string) =>
  fingerprintOf({ url, title, snippet: '', language: 'en', reach: 1 }, 'url').keys

it('a title of two words has no fingerprint, but a longer title has one', () => {
  expect(keysOf('', 'Weekly news')).toEqual([])
  expect(keysOf('', 'Acme’s app logs me out – again!')).toEqual(['title acme s app logs me out again'])
})

it('the fingerprints of any URL and title are computed without an exception, and each time with the same result', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), ordinaryAddress, (title, url) => {
      expect(keysOf(url, title)).toEqual(keysOf(url, title))
      expect(keysOf(title, url)).toBeDefined()
    }),
  )
})

it('a preview with deduplication counts a repeated mention as a duplicate for seven days after the original', () => {
  const day = 86_400_000
  const at = Date.UTC(2026, 10, 1)
  const mentions = [0, 1, 6.9, 7.1].map((days, index) =>
    sampleMention({ id: String(index + 1), date: at + days * day }),
  )
  const decide = decideFor(subscriptionOf())
  expect(totalsOf(createReplay(decide, { now: at, dedupe: 'url' })(mentions))).toMatchObject({
    posted: 2,
    skipped: [{ reason: 'duplicate.address', count: 2 }],
  })
  expect(totalsOf(createReplay(decide, { now: at })(mentions))).toMatchObject({ posted: 4 })
})
