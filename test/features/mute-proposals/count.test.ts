import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import { asksFor, createMuteCount } from '../../../src/features/mute-proposals/count.ts'
import type { Handling, PostedCard } from '../../../src/model/card.ts'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import type { Mute, MuteKind } from '../../../src/model/mute.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 23, 9)
const place = { channel: 'C1', subscription: 'acme', alert: '7' }
type State = Handling['state'] | 'untouched'

/** One mention as a person would write it down: what it is, how the log has it, and what people did. */
type Fact = { mention: Mention; at: number; outcome: DecisionRecord['outcome']; state: State }

function entryOf({ mention, at, outcome }: Fact): DecisionRecord {
  return { ...place, at, id: mention.id, url: mention.url, outcome, reason: 'passed' }
}

function recordOf({ mention, at, state }: Fact): Handling[] {
  if (state === 'untouched') return []
  const press = { state, user: 'U1', by: 'Ana', at: at + 60_000, firstAt: at + 60_000 }
  return [{ ...place, ts: tsOf(at), mention: mention.id, ...press }]
}

const tsOf = (at: number) => (at / 1000).toFixed(6)

function cardOf(fact: Fact): PostedCard {
  const shows = { kind: 'card' as const, mention: fact.mention, style: 'full' as const }
  return { ...place, ts: tsOf(fact.at), shows, actions: recordOf(fact) }
}

function countOf(
  facts: Fact[],
  options: Partial<Parameters<typeof createMuteCount>[0]> = {},
): ReturnType<ReturnType<typeof createMuteCount>['result']> {
  const count = createMuteCount({ now, isSettled: () => false, isKept: () => false, ...options })
  for (const fact of facts) count.addEntry(entryOf(fact))
  for (const fact of facts) if (fact.outcome === 'posted') count.addCard(cardOf(fact))
  return count.result()
}

/** Facts of one author and site, one every hour from five days ago. */
function factsOf(length: number, name: string, state: (index: number) => State, outcome = 'posted' as const) {
  return Array.from({ length }, (_, index): Fact => {
    const mention = sampleMention({
      id: `${name.length}${1000 + index}`,
      title: 'Look here',
      snippet: `number ${index}`,
      url: `https://${name.toLowerCase()}.example/${index}`,
      source: index % 4 < 2 ? 'web' : 'blogs',
      author: { ...sampleMention().author, name },
    })
    return { mention, at: now - 5 * dayMs + index * 3_600_000, outcome, state: state(index) }
  })
}

const claimedSometimes = (index: number): State => (index % 2 === 0 ? 'claimed' : 'untouched')
const others = [...factsOf(40, 'Reader', claimedSometimes), ...factsOf(40, 'Another', claimedSometimes)]
const untouched = (): State => 'untouched'
const namesIn = ({ proposals }: ReturnType<typeof countOf>) =>
  proposals.map(({ kind, name }) => `${kind} ${name}`)

describe('proposals to mute', () => {
  it('name an author of ten mentions if people claim the mentions of others, but none of these', () => {
    const { total, proposals } = countOf([...others, ...factsOf(10, 'Deals', untouched)])
    expect({ total, proposals }).toEqual({
      total: 90,
      proposals: [
        {
          kind: 'author',
          name: 'Deals',
          count: 10,
          dismissed: 0,
          newest: expect.objectContaining({ length: 10 }),
        },
      ],
    })
  })

  it('do not name an author of nine mentions', () => {
    expect(namesIn(countOf([...others, ...factsOf(9, 'Deals', untouched)]))).toEqual([])
  })

  it.each(['claimed', 'assigned', 'snoozed', 'done'] as const)(
    'do not name an author if one of 20 mentions was %s',
    (state) => {
      const facts = factsOf(20, 'Deals', (index) => (index === 3 ? state : 'not-relevant'))
      expect(namesIn(countOf([...others, ...facts]))).toEqual([])
    },
  )

  it('do not name an author only because nobody claims anything in the channel', () => {
    expect(namesIn(countOf(['Aa', 'Bbb', 'Cccc'].flatMap((name) => factsOf(20, name, untouched))))).toEqual(
      [],
    )
  })

  it('name an author of whose mentions people mark a third as not relevant, in a channel that claims nothing', () => {
    const quiet = [...factsOf(30, 'Aa', untouched), ...factsOf(30, 'Bbb', untouched)]
    const marked = (share: number) =>
      factsOf(12, 'Deals', (index) => (index % share === 0 ? 'not-relevant' : 'untouched'))
    expect(namesIn(countOf([...quiet, ...marked(3)]))).toEqual(['author Deals'])
    expect(namesIn(countOf([...quiet, ...marked(4)]))).toEqual([])
  })

  it('name a word of whose mentions people mark half as not relevant', () => {
    const facts = others.map((fact, index): Fact => {
      if (fact.state === 'claimed' || index > 30) return fact
      const mention = { ...fact.mention, title: 'Best Coupon today' }
      return { ...fact, mention, state: 'not-relevant' }
    })
    expect(namesIn(countOf(facts))).toEqual(['word best'])
  })

  it('do not name what is more than half of all mentions', () => {
    const facts = [...others.slice(0, 15), ...factsOf(16, 'Deals', () => 'not-relevant')]
    expect(namesIn(countOf(facts))).toEqual([])
  })

  it('do not count mentions of the last two days, which people may still claim', () => {
    const fresh = factsOf(30, 'Deals', untouched).map((fact) => ({ ...fact, at: now - dayMs }))
    expect(countOf([...others, ...fresh])).toMatchObject({ total: 80, proposals: [] })
  })

  it('do not count mentions that the settings of today skip', () => {
    const facts = [...others, ...factsOf(20, 'Deals', untouched)]
    const muted = { isSettled: ({ author }: Mention) => author.name === 'Deals' }
    expect(countOf(facts, muted)).toMatchObject({ total: 100, proposals: [] })
  })

  it('name the site instead if people want to keep the author', () => {
    const facts = [...others, ...factsOf(20, 'Deals', untouched)]
    expect(namesIn(countOf(facts, { isKept: (kind) => kind === 'author' }))).toEqual(['domain deals.example'])
  })

  it('never name what a subscription asks for', () => {
    const filter = { only: { domain: ['*.example'], text: ['coupon'] }, notify: undefined }
    const { notify: _, ...asking } = { ...subscriptionOf(), ...filter }
    expect(asksFor(asking, 'domain', 'deals.example')).toBe(true)
    expect(asksFor(asking, 'word', 'coupon')).toBe(true)
    expect(asksFor(asking, 'author', 'coupon')).toBe(false)
  })
})

/** A month with a few thousand authors of which some are annoying. `pick` returns a whole number below its argument. */
function monthOf(seed: number): Fact[] {
  let state = seed
  const pick = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const from = <T>(list: T[]): T => list[pick(list.length)] as T
  const sources = ['web', 'News', 'reddit', 'Blogs', 'x-twitter']
  const texts = ['coupon', 'discount', 'support', 'update', 'great', 'battery', 'Notes', 'with', 'Größe']
  return Array.from({ length: 5000 }, (_, index): Fact => {
    const author = pick(8) === 0 ? pick(12) : 12 + pick(60)
    const isAnnoying = author % 4 === 1 && author < 12
    const handled: State = pick(3) === 0 ? from(['claimed', 'done', 'assigned', 'not-relevant']) : 'untouched'
    const annoyed: State = pick(2) === 0 ? 'not-relevant' : 'untouched'
    const mention = sampleMention({
      id: String(10 ** 15 + index),
      title: `${from(texts)} ${from(texts).toUpperCase()}`,
      snippet: isAnnoying ? `sponsored ${from(texts)}` : from(texts),
      url: `https://${from(['www.', '', 'm.'])}site${author % 20}.example/${index}`,
      source: isAnnoying ? from(['feeds', 'web']) : from(sources),
      author: { ...sampleMention().author, name: pick(2) === 0 ? `Author ${author}` : ` AUTHOR ${author}` },
    })
    return {
      mention,
      at: now - 31 * dayMs + index * 530_000,
      outcome: from(['posted', 'posted', 'posted', 'burst', 'skipped']),
      state: isAnnoying ? annoyed : handled,
    }
  })
}

/** Counts every possible mute over the raw facts, one after the other, with the rule that mutes mentions. */
function countedSlowly(facts: Fact[]) {
  const counted = facts.filter(
    ({ at, outcome }) =>
      (outcome === 'posted' || outcome === 'burst') && at >= now - 30 * dayMs && at < now - 2 * dayMs,
  )
  const words = (mention: Mention) =>
    `${mention.title} ${mention.snippet}`
      .toLowerCase()
      .split(' ')
      .filter((word) => word.length >= 4)
  const host = (mention: Mention) => new URL(mention.url).hostname.replace('www.', '')
  const names: [MuteKind, string[]][] = [
    ['author', counted.map(({ mention }) => mention.author.name.trim().toLowerCase())],
    ['domain', counted.map(({ mention }) => host(mention))],
    ['word', counted.flatMap(({ mention }) => words(mention))],
    ['source', counted.map(({ mention }) => mention.source.toLowerCase())],
  ]
  const share = (some: Fact[], state: State) =>
    some.filter((fact) => fact.state === state).length / Math.max(1, some.length)
  const isTaken = ({ state }: Fact) => state !== 'untouched' && state !== 'not-relevant'
  const found = names.flatMap(([kind, all]) =>
    [...new Set(all)].flatMap((name) => {
      const mute: Mute = { channel: 'C1', kind, name, by: 'U1', at: 0 }
      const decide = decideFor(subscriptionOf(), { mutes: () => [mute] })
      const isHeld = ({ mention }: Fact) => decide(mention, now, 'C1').kind === 'skip'
      const { own = [], rest = [] } = Object.groupBy(counted, (fact) => (isHeld(fact) ? 'own' : 'rest'))
      if (own.length < 10 || own.length > counted.length / 2 || own.some(isTaken)) return []
      const marked = share(own, 'not-relevant')
      const isUnwanted =
        marked >= (kind === 'word' ? 1 / 2 : 1 / 3) && marked >= 2 * share(rest, 'not-relevant')
      const chance = (1 - rest.filter(isTaken).length / rest.length) ** own.length
      return isUnwanted || (kind !== 'word' && chance < 0.01) ? [{ kind, name, own }] : []
    }),
  )
  const chosen: typeof found = []
  for (const one of found.toSorted((a, b) => b.own.length - a.own.length)) {
    const before = chosen.flatMap(({ own }) => own)
    const isNew = one.own.filter((fact) => before.includes(fact)).length * 2 <= one.own.length
    if (isNew && chosen.length < 3) chosen.push(one)
  }
  return {
    total: counted.length,
    proposals: chosen.map(({ kind, name, own }) => ({
      kind,
      name,
      count: own.length,
      dismissed: own.filter(({ state }) => state === 'not-relevant').length,
    })),
  }
}

/** The log repeats entries, and a burst shows several mentions in one message. */
function countedFast(facts: Fact[]) {
  const count = createMuteCount({ now, isSettled: () => false, isKept: () => false })
  for (const [index, fact] of facts.entries()) {
    count.addEntry({ ...entryOf(fact), outcome: 'waiting' })
    count.addEntry(entryOf(fact))
    if (index % 7 === 0) count.addEntry({ ...entryOf(fact), at: fact.at + 1 })
  }
  const isPosted = ({ outcome }: Fact) => outcome === 'posted' || outcome === 'burst'
  for (let from = 0; from < facts.length; from += 10) {
    const some = facts.slice(from, from + 10).filter(isPosted)
    const [first] = some
    if (first === undefined) continue
    const mentions = some.map(({ mention }) => mention)
    const shows = { kind: 'thread' as const, mentions, firstNumber: 1 }
    count.addCard({ ...place, ts: tsOf(first.at), shows, actions: some.flatMap(recordOf) })
  }
  const { total, proposals } = count.result()
  return {
    total,
    proposals: proposals.map(({ newest: _, ...one }) => ({ ...one, name: one.name.trim().toLowerCase() })),
  }
}

describe('a month of 5,000 mentions', () => {
  it('has the same proposals as a slow count of the raw mentions with the rule for mutes', {
    timeout: 60_000,
  }, () => {
    let proposed = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const facts = monthOf(seed)
        const counted = countedFast(facts)
        proposed += counted.proposals.length
        expect(counted).toEqual(countedSlowly(facts))
      }),
      { numRuns: 2, seed: 24 },
    )
    expect(proposed).toBeGreaterThan(2)
  })
})
