import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joined, newStory } from '../../src/decide/folded-story.ts'
import { plainAddress } from '../../src/decide/plain-address.ts'
import { sameStory, storyKey } from '../../src/decide/same-story.ts'
import { titleLikeness, titleWords } from '../../src/decide/title-likeness.ts'
import { foreignAddress, foreignText } from '../messages/arbitrary-mention.ts'
import { sampleMention } from '../messages/sample-mention.ts'

describe('one page has one address', () => {
  const page = 'news.example/acme/recall?id=7'
  it.each([
    ['https://news.example/acme/recall?id=7'],
    ['http://www.news.example/acme/recall/?id=7'],
    ['https://m.news.example/acme/recall?id=7#comments'],
    ['https://amp.news.example/acme/recall/amp/?id=7'],
    ['https://NEWS.example/acme/recall?utm_source=x&id=7&fbclid=abc'],
    ['https://www.google.com/amp/s/news.example/acme/recall?id=7'],
    ['https://news-example.cdn.ampproject.org/c/s/news.example/acme/recall?id=7'],
    ['news.example/acme/recall/index.html?id=7&gclid=1'],
  ])('%s', (url) => expect(plainAddress(url)).toBe(page))

  it('a video has one, however it is shared', () =>
    expect(plainAddress('https://youtu.be/dQw4w9WgXcQ?si=abc')).toBe(
      plainAddress('https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share'),
    ))

  it.each([
    ['another page', 'https://a.example/1', 'https://a.example/2'],
    ['another case of the path', 'https://a.example/Abc', 'https://a.example/abc'],
    ['another parameter', 'https://a.example/?id=1', 'https://a.example/?id=2'],
    ['another host below the same domain', 'https://shop.a.example/', 'https://a.example/'],
    ['a host that is all prefix', 'https://m.me/acme', 'https://me/acme'],
  ])('%s is another', (_, a, b) => expect(plainAddress(a)).not.toBe(plainAddress(b)))

  it('normalising twice changes nothing, whatever a stranger writes', () =>
    fc.assert(
      fc.property(foreignAddress, (url) => {
        const plain = plainAddress(url)
        if (plain !== undefined && plain.length <= 3000) expect(plainAddress(plain)).toBe(plain)
      }),
      { numRuns: 500 },
    ))
})

describe('titles are alike', () => {
  it.each([
    [
      'the site adds its name',
      'Acme recalls 4,000 kettles after fire reports',
      'Acme recalls 4,000 kettles after fire reports | The Daily Example',
    ],
    [
      'one word differs',
      'Acme recalls kettles across Europe after several fire reports',
      'Acme recalls kettles across Europe after many fire reports',
    ],
    [
      'signs and case differ',
      'Acme recalls kettles: “a fire risk”, it says',
      'ACME RECALLS KETTLES - A fire risk, it says',
    ],
    [
      'in Japanese',
      '東京の会社アクメがやかんを回収すると発表した',
      '東京の会社アクメがやかんを回収すると発表した - 例新聞',
    ],
  ])('where %s', (_, a, b) =>
    expect(titleLikeness(titleWords(a), titleWords(b))).toBeGreaterThanOrEqual(0.75),
  )

  it.each([
    ['short ones', 'Acme is down', 'Acme is down'],
    ['other numbers', 'Acme results for the quarter Q3 2025', 'Acme results for the quarter Q3 2026'],
    [
      'the same subject in other words',
      'Acme recalls kettles after fire reports in Europe',
      'Kettles by Acme catch fire, customers report in Europe',
    ],
    [
      'a series',
      'Episode one of our Acme kettle review series',
      'Episode two of our Acme toaster review series',
    ],
    ['none at all', '', ''],
  ])('not %s', (_, a, b) => expect(titleLikeness(titleWords(a), titleWords(b))).toBeLessThan(0.75))

  it('as much one way as the other, from 0 to 1, and with themselves wholly or not at all', () =>
    fc.assert(
      fc.property(foreignText, foreignText, (a, b) => {
        const [one, other] = [titleWords(a), titleWords(b)]
        const likeness = titleLikeness(one, other)
        expect(likeness).toBe(titleLikeness(other, one))
        expect(likeness >= 0 && likeness <= 1).toBe(true)
        expect([0, 1]).toContain(titleLikeness(one, one))
      }),
      { numRuns: 300 },
    ))
})

describe('a story', () => {
  const title = 'Acme recalls kettles after fire reports in Europe'
  const at = (host: string, reach: number) => sampleMention({ title, url: `https://${host}/recall`, reach })

  it('is the same by its address, by its title, or not', () => {
    const first = storyKey(at('a.example', 1))
    const other = sampleMention({
      title: 'Something else altogether happened there today',
      url: 'https://b.example/1',
    })
    expect([
      sameStory(first, storyKey({ url: 'https://www.a.example/recall/', title: '' })),
      sameStory(first, storyKey(at('b.example', 1))),
      sameStory(first, storyKey(other)),
    ]).toEqual([
      { kind: 'same', by: 'address', likeness: 0 },
      { kind: 'same', by: 'title', likeness: 1 },
      { kind: 'different', likeness: 0 },
    ])
  })

  it('without an address is no copy of another without one', () =>
    expect(sameStory(storyKey({ url: '', title: '' }), storyKey({ url: ' ', title: '' })).kind).toBe(
      'different',
    ))

  it('counts a place once, and comes up again at tenfold reach, once for each tenfold', () => {
    const told: [number, number, boolean][] = []
    let story = newStory(at('a.example', 2000))
    for (const [host, reach] of [
      ['b', 8000],
      ['b', 50_000],
      ['c', 10_000],
      ['d', 10],
      ['e', 180_000],
    ] as const) {
      const next = joined(story, at(`${host}.example`, reach))
      story = next.story
      told.push([story.places.length, story.reach, next.comesUp])
    }
    expect(told).toEqual([
      [2, 10_000, false],
      [2, 10_000, false],
      [3, 20_000, true],
      [4, 20_010, false],
      [5, 200_010, true],
    ])
  })
})
