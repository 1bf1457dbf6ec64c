import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../../src/answers/preview.ts'
import { fingerprintOf } from '../../../src/engine/dedupe/original-index.ts'
import {
  acceptsDuplicates,
  originalCardOf,
  resurfacedStory,
  storyMembers,
  summarizeStory,
  withDuplicate,
} from '../../../src/engine/dedupe/story.ts'
import { createReplay } from '../../../src/engine/rules/replay.ts'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import type { Duplicate, OriginalCard } from '../../../src/model/card.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const title = 'Acme recalls kettles after fire reports in Europe'

const told = (id: number | string, host: string, reach: number, changes: Partial<Mention> = {}) =>
  sampleMention({ id: String(id), url: `https://${host}/recall`, title, reach, date: noon, ...changes })

const joinedOf = ({ id, url, reach }: Mention): Duplicate => ({ id, url, reach })

const cardOf = (mention: Mention, from?: OriginalCard) =>
  originalCardOf(
    { subscription: 'acme', alert: '7', mention: mention.id, channel: 'C1', ts: '1.0', at: noon },
    fingerprintOf(mention, 'story'),
    from,
  )

/** Mentions of one story. Some pages occur several times, and some addresses are invalid. */
const members = fc.array(
  fc.record({
    id: fc.nat(1e6).map(String),
    url: fc.oneof(
      fc.nat(8).map((host) => `https://p${host}.example/x`),
      fc.nat(8).map((host) => `http://www.p${host}.example/x/?utm_source=y`),
      fc.constantFrom('', 'no address'),
    ),
    reach: fc.nat(1e6),
  }),
  { maxLength: 30 },
)

describe('the sites and the combined reach of a story', () => {
  it.each([
    ['are zero for a story without mentions', [], 0, 0],
    ['are those of the only mention', [['1', 'https://a.example/x', 5]], 1, 5],
    [
      'are summed over two sites',
      [
        ['1', 'https://a.example/x', 5],
        ['2', 'https://b.example/x', 7],
      ],
      2,
      12,
    ],
    [
      'count the same page once, with its largest reach, if it comes twice',
      [
        ['1', 'https://a.example/x', 5],
        ['2', 'a.example/x?utm_source=z', 9],
      ],
      1,
      9,
    ],
    [
      'count a mention once if it comes twice',
      [
        ['1', '', 5],
        ['1', '', 5],
      ],
      1,
      5,
    ],
    [
      'count two mentions without a URL as two sites',
      [
        ['1', '', 5],
        ['2', '', 5],
      ],
      2,
      10,
    ],
  ] as [string, [string, string, number][], number, number][])('%s', (_, list, sites, reach) =>
    expect(summarizeStory(list.map(([id, url, figure]) => ({ id, url, reach: figure })))).toEqual({
      sites,
      reach,
    }),
  )

  it('count each mention of a page that has several of them', () => {
    const of = (id: string) => ({ id, url: 'https://a.example/x', sharesAddress: true as const, reach: 5 })
    expect(summarizeStory([of('1'), of('2')])).toEqual({ sites: 2, reach: 10 })
    const first = cardOf(told(1, 'a.example', 5, { sharesAddress: true }))
    const card = cardOf(told(3, 'b.example', 5), withDuplicate(first, joinedOf(told(2, 'a.example', 5))))
    expect(summarizeStory(storyMembers(card)).sites).toBe(3)
  })

  it('do not depend on the order of mentions, or on whether mentions come several times', () =>
    fc.assert(
      fc.property(members, fc.infiniteStream(fc.nat()), (list, random) => {
        const once = summarizeStory(list)
        const again = [...list, ...list].sort(() => (random.next().value % 3) - 1)
        expect(summarizeStory(again)).toEqual(once)
        const join = (all: Duplicate[]) =>
          all.reduce((card, one) => withDuplicate(card, one), cardOf(told('x', 'own.example', 10)))
        const unique = list.filter(({ id }, index) => list.findIndex((one) => one.id === id) === index)
        const duplicate = summarizeStory(storyMembers(join(unique)))
        expect(summarizeStory(storyMembers(join([...unique.toReversed(), ...unique])))).toEqual(duplicate)
      }),
      { numRuns: 300 },
    ))
})

describe('a story of several mentions on one card', () => {
  it.each([
    ['of 5 does not resurface as a new card below a reach of 10,000', 5, 9990, false],
    ['of 5 resurfaces as a new card at a reach of 10,000', 5, 9995, true],
    ['of 2,000 does not resurface as a new card below a reach of 20,000', 2000, 17_999, false],
    ['of 2,000 resurfaces as a new card at a reach of 20,000', 2000, 18_000, true],
  ])('with a reach %s', (_, first, more, up) =>
    expect(
      resurfacedStory(cardOf(told(1, 'a.example', first)), joinedOf(told(2, 'b.example', more))) !==
        undefined,
    ).toBe(up),
  )

  it('does not resurface because of another mention of the same web page, but does because of one on another site', () => {
    const first = cardOf(told(1, 'a.example', 9000))
    expect(resurfacedStory(first, joinedOf(told(2, 'www.a.example', 89_000)))).toBeUndefined()
    expect(resurfacedStory(first, joinedOf(told(2, 'b.example', 89_000)))).toEqual({
      sites: 2,
      reach: 98_000,
    })
  })

  it('keeps all earlier mentions on its new card, remembers the reach shown there, and adds duplicates only to that card', () => {
    const first = withDuplicate(cardOf(told(1, 'a.example', 2000)), joinedOf(told(2, 'b.example', 3000)))
    const next = cardOf(told(3, 'c.example', 95_000), first)
    expect(summarizeStory(storyMembers(next))).toEqual({ sites: 3, reach: 100_000 })
    expect(next.story?.shownReach).toBe(100_000)
    expect(next.keys).toEqual(expect.arrayContaining(first.keys))
    expect(withDuplicate(next, joinedOf(told(2, 'b.example', 3000)))).toBe(next)
    expect([acceptsDuplicates(next), acceptsDuplicates({ ...first, successor: '3' })]).toEqual([true, false])
  })

  it('takes at most a thousand duplicates', () => {
    let first = cardOf(told(1, 'a.example', 1))
    for (let id = 2; acceptsDuplicates(first); id++)
      first = withDuplicate(first, { id: String(id), url: '', reach: 0 })
    expect(first.duplicates).toHaveLength(1000)
  })
})

describe('the preview of deduplication', () => {
  const decide = decideFor(subscriptionOf())
  const decisions = (mentions: Mention[]) =>
    createReplay(decide, { now: noon, dedupe: 'story' })(mentions).map(({ decision: { reason, detail } }) => [
      reason,
      detail,
    ])

  it('shows which mentions are posted, which join the card of an earlier mention, and which bring their story back as a new card', () => {
    const other = 'Acme recalls some kettles after fire reports in Europe'
    expect(
      decisions([
        told(1, 'a.example', 2000),
        told(2, 'www.a.example', 2000),
        told(3, 'b.example', 100),
        told(4, 'c.example', 100, { title: other }),
        told(5, 'www.c.example', 100, { title: 'Something else by the same address' }),
        told(6, 'd.example', 20_000),
        told(7, 'e.example', 20_000),
      ]),
    ).toEqual([
      ['passed', undefined],
      ['duplicate.address', '1'],
      ['duplicate.title', '1'],
      ['duplicate.likeness', '1, 0.89'],
      ['duplicate.address', '1'],
      ['story.again', '1, 4, 22200'],
      ['duplicate.title', '6'],
    ])
  })

  it('finds duplicates of mentions that an earlier page contained', () => {
    const run = createReplay(decide, { now: noon, dedupe: 'story' })
    const pages = [run([told(1, 'a.example', 1)]), run([told(2, 'b.example', 1)])]
    expect(totalsOf(pages.flat())).toMatchObject({
      posted: 1,
      skipped: [{ reason: 'duplicate.title', count: 1 }],
    })
  })

  it('makes one decision for each mention, and lets a story resurface at most once for each tenfold of its reach', () =>
    fc.assert(
      fc.property(members, (list) => {
        const mentions = list.map(({ url, reach }, index) => told(index + 1, 'x', reach, { url }))
        const replayed = createReplay(decide, { now: noon, dedupe: 'story' })(mentions)
        expect(replayed.map(({ mention }) => mention.id)).toEqual(mentions.map(({ id }) => id))
        const count = (wanted: RegExp) =>
          replayed.filter(({ decision }) => wanted.test(decision.reason)).length
        const ups = count(/^story\.again$/)
        expect(count(/^passed$/)).toBe(mentions.length === 0 ? 0 : 1)
        expect(count(/^duplicate\./) + ups + count(/^passed$/)).toBe(mentions.length)
        const { reach } = summarizeStory(mentions)
        const first = Math.max(1000, mentions[0]?.reach ?? 0)
        expect(ups).toBeLessThanOrEqual(
          Math.max(0, Math.floor(Math.log10(Math.max(1, reach) / first) + 1e-9)),
        )
      }),
      { numRuns: 300 },
    ))
})

it('in a replay of the past, no mention joins one that a filter skips, and a skipped one keeps its reason', () => {
  const decide = decideFor(subscriptionOf({ dedupe: 'story', only: { reach: { from: 100 } } }))
  const next = createReplay(decide, { now: noon, dedupe: 'story' })
  const mentions = [told(1, 'a.example', 10), told(2, 'b.example', 500), told(3, 'c.example', 10)]
  expect(next(mentions).map(({ decision }) => decision.kind)).toEqual(['skip', 'deliver', 'skip'])
  expect(next([told(4, 'd.example', 10)])[0]?.decision).toEqual(decide(told(4, 'd.example', 10), noon))
})
