import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../src/model/mention.ts'
import type { Filter } from '../../src/model/subscription.ts'
import { conditionsOf } from '../../src/rules/filters.ts'
import { excludeEachOther, findRepeatedAlerts } from '../../src/rules/repeated-alerts.ts'
import { sampleMention } from '../tools/sample-mention.ts'

type Filters = { only?: Filter; except?: Filter }
const filters = ({ only = {}, except = {} }: Filters) => ({ only, except })

describe('two filters exclude each other', () => {
  it.each<[string, Filters, Filters]>([
    ['other sources', { only: { source: ['reddit'] } }, { only: { source: ['web', 'youtube'] } }],
    ['other languages', { only: { language: ['en'] } }, { only: { language: ['de'] } }],
    ['other countries', { only: { country: ['US'] } }, { only: { country: ['unknown'] } }],
    [
      'other sentiments',
      { only: { sentiment: ['negative'] } },
      { only: { sentiment: ['positive', 'neutral'] } },
    ],
    [
      'what the other one excludes',
      { only: { source: ['reddit'] } },
      { except: { source: ['Reddit', 'web'] } },
    ],
    [
      'all sentiments that the other one excludes',
      { except: { sentiment: ['negative', 'unknown'] } },
      { except: { sentiment: ['positive', 'neutral'] } },
    ],
    ['the other state of a flag', { only: { starred: true } }, { except: { starred: true } }],
    ['a greater reach', { only: { reach: { to: 999 } } }, { only: { reach: { from: 1000 } } }],
    ['another audience', { only: { audience: { from: 5, to: 9 } } }, { only: { audience: { to: 4 } } }],
  ])('if one asks for %s', (_, a, b) => {
    expect(excludeEachOther(filters(a), filters(b))).toBe(true)
    expect(excludeEachOther(filters(b), filters(a))).toBe(true)
  })

  it.each<[string, Filters, Filters]>([
    ['there are no filters', {}, {}],
    ['only one has a filter', { only: { source: ['reddit'] } }, {}],
    ['they share one source', { only: { source: ['reddit', 'web'] } }, { only: { source: ['Web'] } }],
    [
      'a pattern can match the other value',
      { only: { source: ['news*'] } },
      { only: { source: ['news-blogs'] } },
    ],
    ['they ask for different keys', { only: { source: ['reddit'] } }, { only: { language: ['en'] } }],
    [
      'they differ in words, which a mention can have together',
      { only: { text: ['refund'] } },
      { only: { text: ['login'] } },
    ],
    [
      'a range without a lower end ends at zero',
      { only: { reach: { to: 0 } } },
      { only: { reach: { to: 9 } } },
    ],
    ['the ranges share one number', { only: { reach: { to: 1000 } } }, { only: { reach: { from: 1000 } } }],
  ])('not if %s', (_, a, b) => {
    expect(excludeEachOther(filters(a), filters(b))).toBe(false)
    expect(excludeEachOther(filters(b), filters(a))).toBe(false)
  })

  it('only if really no mention passes both', () => {
    const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })
    const range = fc.record({ from: fc.nat(3), to: fc.nat(3) }, { requiredKeys: [] })
    const filter: fc.Arbitrary<Filter> = fc.record(
      {
        source: some('web', 'reddit', 'we*', 'unknown'),
        language: some('en', 'DE', '*', 'unknown'),
        country: some('US', 'unknown'),
        sentiment: some('positive' as const, 'negative' as const, 'neutral' as const, 'unknown' as const),
        reach: range,
        audience: range,
        starred: fc.boolean(),
        done: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    const both = fc.record({ only: filter, except: filter })
    const mention: fc.Arbitrary<Partial<Mention>> = fc.record({
      source: fc.constantFrom('web', 'reddit', 'Reddit', 'wechat', ''),
      language: fc.constantFrom('en', 'de', 'fr', ''),
      location: fc.constantFrom({ country: 'US' }, { country: 'DE' }, {}),
      reach: fc.nat(4),
      author: fc.nat(4).map((audience) => ({ name: '', url: '', audience })),
      starred: fc.boolean(),
      done: fc.boolean(),
    })
    const sentiment = fc.constantFrom('positive' as const, 'negative' as const, 'neutral' as const, undefined)
    const passes = ({ only, except }: { only: Filter; except: Filter }, one: Mention) =>
      conditionsOf(only).every(({ hit }) => hit(one) !== undefined) &&
      conditionsOf(except).every(({ hit }) => hit(one) === undefined)
    fc.assert(
      fc.property(both, both, mention, sentiment, (a, b, fields, felt) => {
        const { sentiment: _, ...neutral } = sampleMention()
        const one: Mention = { ...neutral, ...fields, ...(felt && { sentiment: felt }) }
        if (excludeEachOther(a, b)) expect(passes(a, one) && passes(b, one)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the repeated alerts of a list of subscriptions', () => {
  const one = (name: string, place: string, given: Filters = {}) => ({ name, place, ...filters(given) })
  const found = (...subscriptions: ReturnType<typeof one>[]) =>
    findRepeatedAlerts(subscriptions, ({ place }) => place).map(({ repeated, earlier }) => [
      repeated.name,
      earlier.name,
    ])

  it('are those with the alert and the channel of an earlier one', () => {
    expect(found(one('a', 'x'), one('b', 'y'), one('c', 'x'), one('d', 'y'))).toEqual([
      ['c', 'a'],
      ['d', 'b'],
    ])
  })

  it('name the first earlier one with which they share mentions', () => {
    const reddit = { only: { source: ['reddit'] } }
    expect(
      found(
        one('a', 'x', { except: reddit.only }),
        one('b', 'x', reddit),
        one('c', 'x'),
        one('d', 'x', reddit),
      ),
    ).toEqual([
      ['c', 'a'],
      ['d', 'b'],
    ])
  })

  it('are found without comparing each with each among 50,000 that are equal', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => one(String(at), 'x'))
    expect(found(...many)).toHaveLength(49_999)
  })
})
