import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../../src/fields/mention.ts'
import { sentimentOfStars, starsInHtml, starsOf } from '../../src/fields/stars.ts'

describe('the stars of a review', () => {
  it.each<[given: unknown, best: unknown, stars: number | undefined]>([
    ['4', undefined, 4],
    [1, undefined, 1],
    ['4.5', '5', 4.5],
    ['4,5', undefined, 4.5],
    ['4/5', undefined, 4],
    ['8 out of 10', undefined, 4],
    [8, 10, 4],
    ['80', '100', 4],
    ['4 stars', undefined, 4],
    ['★★★★☆', undefined, 4],
    ['⭐️⭐️', undefined, 2],
    ['FOUR', undefined, 4],
    ['0', undefined, 0],
    ['80', undefined, undefined],
    ['6', '5', undefined],
    ['-1', undefined, undefined],
    ['good', undefined, undefined],
    ['', undefined, undefined],
    [null, undefined, undefined],
    ['4', 'x', undefined],
    [{}, undefined, undefined],
  ])('of %j (best %j) are %j', (given, best, stars) => expect(starsOf(given, best)).toBe(stars))

  it.each([
    ['<div itemprop="reviewRating" itemscope><meta itemprop="ratingValue" content="2"></div>', 2],
    ['<span itemprop="ratingValue">8</span> of <span itemprop="bestRating">10</span>', 4],
    ['<div class="hreview"><span class="rating">4</span></div>', 4],
    [
      '<script type="application/ld+json">{"@type":"Review","reviewRating":{"@type":"Rating","ratingValue":"2"}}</script>',
      2,
    ],
    ['<script>{"reviewRating": {"bestRating": 10, "ratingValue": 8}}</script>', 4],
    ['<script>{"@type":"Product","aggregateRating":{"ratingValue":4.4}}</script>', undefined],
    ['<p>We give it 4 of 5</p>', undefined],
  ])('that %s marks are %j', (html, stars) => expect(starsInHtml(html)).toBe(stars))

  it('are between 0 and 5 on every scale', () =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100 }), fc.nat(100), (best, value) => {
        fc.pre(value <= best)
        const stars = starsOf(`${value}/${best}`)
        expect(stars).toBe(starsOf(value, best))
        expect(Math.abs((stars ?? -1) - (value / best) * 5)).toBeLessThan(0.051)
      }),
    ))

  it.each([
    [1, 'negative'],
    [2, 'negative'],
    [3, 'neutral'],
    [4, 'positive'],
    [5, 'positive'],
  ])('%d say %s, whatever the words are', (stars, expected) => {
    expect(sentimentOfStars(stars)).toBe(expected)
    const content = { title: 'Acme', text: 'Not bad, not good, terrible, great', given: { stars } }
    const found = { content: { ...empty, ...content }, language: 'en' as const }
    expect(excerptOf(found, { title: [], text: [] }, () => 'positive').sentiment).toBe(expected)
    const told = { ...found.content, given: { stars, sentiment: 'neutral' as const } }
    expect(excerptOf({ ...found, content: told }, { title: [], text: [] }, () => 'positive').sentiment).toBe(
      'neutral',
    )
  })
})

const empty = {
  url: 'https://x.example/',
  links: [],
  kind: 'web',
  author: { name: '', url: '', avatar: '', audience: 0 },
}
