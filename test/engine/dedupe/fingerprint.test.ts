import fc from 'fast-check'
import { expect, it } from 'vitest'
import { totalsOf } from '../../../src/answers/preview.ts'
import { createOriginalIndex, fingerprintOf } from '../../../src/engine/dedupe/original-index.ts'
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

it.each(['url', 'story', 'coverage'] as const)(
  'with `dedupe: %s`, a mention does not join another one at its address if somebody else says something else',
  (dedupe) => {
    const url = 'https://shop.example/kettle'
    const review = (name: string, title: string, snippet: string) => ({
      ...{ url, title, snippet, language: 'en', reach: 1, author: { name, audience: 0, url: '' } },
    })
    const first = review('Kim', 'Boils fast', 'Two minutes for a liter of tea.')
    const joins = (other: Parameters<typeof fingerprintOf>[0]) => {
      const index = createOriginalIndex<{ mention: string; at: number }>()
      index.add({ mention: '1', at: 0 }, fingerprintOf(first, dedupe))
      return index.find(fingerprintOf(other, dedupe), 1)?.similarity.by
    }
    expect(joins(review('Jo', 'Handle broke', 'It fell off while I poured.'))).toBeUndefined()
    expect(joins(review('Kim', 'Handle broke', 'It fell off while I poured.'))).toBe('address')
    expect(joins(review('Jo', 'Boils fast', 'It fell off while I poured.'))).toBe('address')
    expect(joins(review('Jo', 'Handle broke', 'Two minutes for a liter of tea.'))).toBe('address')
    const second = review('Jo', 'Handle broke', 'It fell off while I poured.')
    const index = createOriginalIndex<{ mention: string; at: number }>()
    for (const [place, one] of [first, second].entries())
      index.add({ mention: String(place + 1), at: place }, fingerprintOf(one, dedupe))
    expect(index.find(fingerprintOf(first, dedupe), 2)?.original.mention).toBe('1')
    const { author: _, ...unsigned } = review('', 'Handle broke', 'It fell off while I poured.')
    expect(joins(unsigned)).toBe('address')
  },
)

it.each(['url', 'story', 'coverage'] as const)(
  'with `dedupe: %s`, a mention joins the voice at its address that it repeats, also if others have come since',
  (dedupe) => {
    const review = (name: string, title: string, snippet: string) =>
      fingerprintOf(
        {
          ...{ url: 'https://shop.example/kettle', title, snippet, language: 'en', reach: 1 },
          author: { name, audience: 0, url: '' },
        },
        dedupe,
      )
    const index = createOriginalIndex<{ mention: string; at: number }>()
    const cards = [
      review('Kim', 'Boils fast', 'Two minutes for a liter of tea.'),
      review('Jo', 'Handle broke', 'It fell off while I poured.'),
      review('Ana', 'Looks nice', 'My guests ask where I found it.'),
    ].map((fingerprint, at) => ({ original: { mention: String(at + 1), at }, fingerprint }))
    for (const { original, fingerprint } of cards) index.add(original, fingerprint)
    const edited = review('Kim', 'Leaks now', 'After a month there is water below it.')
    expect(index.find(edited, 3)?.original.mention).toBe('1')
    const [, second, third] = cards
    if (third) index.remove(third.original)
    expect(index.find(edited, 3)?.original.mention).toBe('1')
    if (second) index.remove(second.original)
    expect(index.find(edited, 3)?.original.mention).toBe('1')
    const other = review('Ben', 'Too loud', 'The dog hides each time.')
    expect(index.find(other, 3)).toBeUndefined()
  },
)

it('two reviews at one address are two mentions, even of one author with one title, and each is one under all its ids', () => {
  const review = (item: string, snippet: string) =>
    fingerprintOf(
      {
        ...{ url: 'https://itunes.example/review?id=1', sharesAddress: true, title: 'Great for notes' },
        ...{ snippet, language: 'en', reach: 1, author: { name: 'Kim', audience: 0, url: '' } },
        identities: [`1:${item}${'-'.repeat(10)}`, `3:${item}${'-'.repeat(20)}s------`],
      },
      'url',
    )
  const index = createOriginalIndex<{ mention: string; at: number }>()
  index.add({ mention: '1', at: 0 }, review('review1-page1234', 'It syncs well, and I cook with it'))
  expect(index.find(review('review2-page1234', 'It syncs well'), 1)).toBeUndefined()
  expect(index.find(review('review1-page1234', 'I cook with it'), 1)).toMatchObject({
    original: { mention: '1' },
    similarity: { by: 'address' },
  })
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
