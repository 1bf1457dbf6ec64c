import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handledLines, handlingWords } from '../../../src/messages/digest-message.ts'
import { accountingLines } from '../../../src/messages/digest-not-posted.ts'
import type { DeliveryReport } from '../../../src/model/decision.ts'
import { nothingFound } from '../../tools/sample-accounting.ts'

const rule = fc.record({
  rule: fc.constantFrom('only.source', 'except.text', 'maxAge'),
  count: fc.nat(9_999),
})
const accounting = fc
  .record({
    posted: fc.nat(9_999),
    inBursts: fc.nat(9_999),
    filtered: fc.array(rule, { maxLength: 12 }),
    muted: fc.nat(9_999),
    duplicate: fc.nat(9_999),
    waiting: fc.nat(9_999),
    rejected: fc.nat(9_999),
  })
  .map((rest) => {
    const { filtered, ...counts } = rest
    const found = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { ...rest, found: filtered.reduce((sum, { count }) => sum + count, found) }
  })

describe('the accounting line', () => {
  it('is a sum that adds up for the reader, and so are the rules within it', () => {
    fc.assert(
      fc.property(accounting, (value) => {
        const { found: _found, filtered: byRule, ...counts } = value
        const byRules = byRule.reduce((sum, { count }) => sum + count, 0)
        // With one summand there is no sum: the table below shows what is said then.
        fc.pre([byRules, ...Object.values(counts)].filter((count) => count > 0).length > 1)
        const [line = ''] = accountingLines({ kind: 'known', value }, value.found)
        const numbers = (text: string) =>
          [...text.replaceAll(',', '').matchAll(/(\d+) \w/g)].map(([, n]) => Number(n))
        const rules = /\(([^)]*)\)/.exec(line)?.[1] ?? ''
        const [found, ...summands] = numbers(line.replace(/ \([^)]*\)/, ''))
        expect(summands.reduce((sum, count) => sum + count, 0)).toBe(found)
        const filtered = Number(/([\d,]+) filtered/.exec(line)?.[1]?.replaceAll(',', ''))
        const named = rules
          .split(', ')
          .flatMap((part) => numbers(part))
          .reduce((sum, count) => sum + count, 0)
        if (byRules > 0) expect(named).toBe(filtered)
      }),
    )
  })

  it('says why it differs from the statistics, and nothing where it does not', () => {
    const value = { ...nothingFound, found: 3, posted: 3 }
    expect(accountingLines({ kind: 'known', value }, 3)).toHaveLength(1)
    expect(accountingLines({ kind: 'known', value }, undefined)).toHaveLength(1)
    expect(accountingLines({ kind: 'known', value }, 4)[1]).toBe(
      'The 4 above were published on these days; the 3 were found on them for the digest’s channel',
    )
  })
})

it.each<[string, Partial<DeliveryReport>]>([
  ['On these days Overheard found nothing new for the digest’s channel', {}],
  ['1 mention found, all posted', { found: 1, posted: 1 }],
  [
    '3 mentions found, all filtered (3 by excluded author)',
    { found: 3, filtered: [{ rule: 'except.author', count: 3 }] },
  ],
  ['1,200 mentions found = 1,000 posted + 200 muted', { found: 1200, posted: 1000, muted: 200 }],
  ['2 mentions found = 1 waiting + 1 refused by Slack', { found: 2, waiting: 1, rejected: 1 }],
])('"%s" leaves out what is zero', (sentence, some) => {
  expect(accountingLines({ kind: 'known', value: { ...nothingFound, ...some } }, undefined)).toEqual([
    sentence,
  ])
})

it('tells whose figures stand above where nothing was found', () =>
  expect(accountingLines({ kind: 'known', value: nothingFound }, 695)[1]).toBe(
    'The 695 above are the service’s own count',
  ))

describe('how far people got', () => {
  it.each([
    [{ kind: 'open', forMs: 2 * 86_400_000 }, 'open 2 d'],
    [{ kind: 'open', forMs: 0 }, 'open 0 min'],
    [{ kind: 'claimed', by: 'Ana' }, 'Ana has it'],
    [{ kind: 'done', by: 'Ana', afterMs: 22 * 60_000 }, '✓ Ana, 22 min'],
    [{ kind: 'done', by: 'Ana', afterMs: 5 * 3_600_000 + 1 }, '✓ Ana, 5 h'],
    [undefined, ''],
  ] as const)('%o is "%s"', (handling, words) => expect(handlingWords(handling)).toBe(words))

  it.each([
    [{ done: 64, of: 92, medianMs: 22 * 60_000 }, ['64 of 92 posted negatives handled, median 22 min']],
    [{ done: 0, of: 3 }, ['0 of 3 posted negatives handled']],
    [{ done: 0, of: 0 }, []],
    [undefined, []],
  ] as const)('%o is %o', (handled, lines) => expect(handledLines(handled)).toEqual(lines))
})
