import { describe, expect, it } from 'vitest'
import {
  networkNames,
  networkOf,
  type Term,
  whyInexpressible,
} from '../../../sandbox/internet/expressible.ts'
import { judge } from '../../../sandbox/internet/recall/judge.ts'
import { createWorld } from '../../../sandbox/internet/world.ts'

const post = { tags: [], isIndexable: true, isUnlisted: false }
const term = (kind: Term['kind'], text: string): Term => ({ kind, text })

describe('what a network can express', () => {
  it.each([
    ['github', [term('word', 'zentrova')], true],
    ['github', [term('signs', 'C++')], false],
    ['github', [term('signs', 'C++'), term('word', 'kestrelkit')], true],
    ['github', [term('signs', 'Vex++')], true],
    ['github', [term('prefix', 'lumark')], false],
    ['github', [term('site', 'github.com/acme/widget')], true],
    ['github', [term('site', 'blog.example')], false],
    ['lemmy', [term('signs', 'C++')], true],
    ['lemmy', [term('prefix', 'lumark')], true],
    ['discourse', [term('author', 'kim')], true],
    ['youtube', [term('address', 'acme.example')], false],
  ] as const)('%s: %j is %s', (network, terms, isExpressible) => {
    expect(whyInexpressible(network, terms, post, { hasKey: true }) === undefined).toBe(isExpressible)
  })

  it('without keys has no video, and only tagged posts of Mastodon', () => {
    const terms = [term('word', 'zentrova')]
    const without = { hasKey: false }
    expect(whyInexpressible('youtube', terms, post, without)).toBeDefined()
    expect(whyInexpressible('mastodon', terms, post, without)).toBeDefined()
    expect(whyInexpressible('mastodon', terms, { ...post, tags: ['zentrova'] }, without)).toBeUndefined()
    expect(
      whyInexpressible('mastodon', terms, { ...post, isIndexable: false }, { hasKey: true }),
    ).toBeDefined()
  })
})

describe('the world', () => {
  const world = createWorld({ seed: 1 })

  it('has 50 alerts, 1,000 planted mentions in all networks, 20,000 other posts, and is the same for the same seed', () => {
    const all = Object.values(world.posts).flat()
    expect(world.alerts).toHaveLength(50)
    expect(all.filter(({ planted }) => planted !== undefined)).toHaveLength(1000)
    expect(all).toHaveLength(21_000)
    expect(createWorld({ seed: 1 }).posts).toEqual(world.posts)
  })

  it('has no decoy that is a word of its alert', () => {
    const mistaken = world.alerts.flatMap(({ alternatives, decoys }) => {
      const words = alternatives.flatMap(({ terms }) => (terms.length === 1 ? terms : []))
      const isWord = (decoy: string) => words.some(({ kind, text }) => kind === 'word' && text === decoy)
      return decoys.filter(isWord)
    })
    expect(mistaken).toEqual([])
  })

  it('gives each planted mention early enough to be found on the same day', () => {
    for (const name of networkNames)
      for (const { planted, givenAt } of world.posts[name])
        if (planted !== undefined)
          expect(givenAt + networkOf(name).withinMinutes * 60_000, name).toBeLessThanOrEqual(world.endsAt)
  })
})

describe('the judge', () => {
  const world = createWorld({ seed: 2, planted: 200, others: 200 })
  const planted = world.posts.lemmy.flatMap((one) =>
    one.planted === undefined ? [] : [{ ...one, planted: one.planted }],
  )
  const options = { world, until: world.endsAt, networks: ['lemmy'] as const, exceeded: [], hasKeys: true }
  const seen = planted.map(({ planted: { alert, marker }, givenAt }, id) => ({
    ...{ alert, id, text: `a snippet (${marker}) about it`, after: givenAt, at: givenAt + 60_000 },
  }))

  it('says 1 if everything was found once, in time', () => {
    expect(judge({ ...options, found: seen })).toMatchObject({
      ...{ recall: 1, twice: 0, unexpected: 0, limitsExceeded: 0 },
      sources: { lemmy: { recall: 1, late: 0 } },
    })
  })

  it('does not count what need not be found yet', () => {
    const [first] = planted.toSorted((a, b) => a.givenAt - b.givenAt)
    const until = (first?.givenAt ?? 0) + networkOf('lemmy').withinMinutes * 60_000
    expect(judge({ ...options, until, found: [] })).toMatchObject({ planted: 1, recallOfAll: 0 })
    expect(judge({ ...options, until: until - 1, found: [] })).toMatchObject({ planted: 0, recall: 1 })
  })

  it('counts what is missing, double, late, or no mention of the alert', () => {
    const [first, second, ...others] = seen
    if (first === undefined || second === undefined) throw new Error('the world is too small')
    const hours = 5 * 3_600_000
    const late = { ...second, after: second.after + hours, at: second.at + hours }
    const wrong = { ...second, alert: 'another', id: 900 }
    const found = [...others, others[0] ?? first, late, wrong, { ...second, id: 901, text: 'nothing' }]
    const exceeded = [{ network: 'lemmy' as const, limit: 'searches', at: 0 }]
    const result = judge({ ...options, exceeded, found })
    expect(result).toMatchObject({
      twice: 1,
      unexpected: 2,
      limitsExceeded: 1,
      exceeded: { 'lemmy: searches': 1 },
    })
    expect(result.found).toBe(planted.length - 1)
    expect(result.sources.lemmy?.late).toBe(1)
    expect(result.recallOfAll).toBeLessThan(1)
  })
})
