import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeliveryReport } from '../../src/digests/content/delivery-report.ts'
import { handledExplained, handledWords, handlingWords } from '../../src/digests/content/message.ts'
import { accountingLines } from '../../src/digests/content/not-posted.ts'
import type { ResponseStats } from '../../src/digests/content/response-times.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'
import { nothingFound } from '../tools/sample-accounting.ts'

const rule = fc.record({
  rule: fc.constantFrom('only.source', 'except.text', 'maxAge'),
  count: fc.nat(9_999),
})
const accounting = fc
  .record({
    posted: fc.nat(9_999),
    own: fc.nat(9_999),
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

describe('the delivery report in a digest', () => {
  it('adds up: the posted mentions and the counts of all reasons give the number of found mentions', () => {
    fc.assert(
      fc.property(accounting, (value) => {
        fc.pre(value.found > 0)
        const lines = accountingLines(value)
        const [, left = '0', reasons = ''] =
          /^Not posted: ([\d,]+) of .*? mentions?\. (.*)\.$/m.exec(lines.join('\n')) ?? []
        const numberOf = (text: string) => Number(text.replaceAll(',', ''))
        const numbers = (text: string) => (text.match(/\d[\d,]*(?= \w)/g) ?? []).map(numberOf)
        const total = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
        const [posted = 0] = numbers(`${/^Posted: (?:all )?([\d,]+)/m.exec(lines.join('\n'))?.[1] ?? 1} x`)
        expect(posted + numberOf(left)).toBe(value.found)
        expect(total(numbers(reasons.replace(/ \([^)]*\)/, '')))).toBe(numberOf(left))
        const byRules = total(value.filtered.map(({ count }) => count))
        const rules = /\(([^)]*)\)/.exec(reasons)?.[1] ?? ''
        const named = total((rules.match(/(?<=: )\d(?:[\d,]*\d)?/g) ?? []).map(numberOf))
        if (byRules > 0) expect(named).toBe(byRules)
      }),
    )
  })
})

it.each<[string[], Partial<DeliveryReport>]>([
  [['Overheard found nothing new for this channel on these days.'], {}],
  [['Posted: the only mention.'], { found: 1, posted: 1 }],
  [
    ['Not posted: 3 of 3 mentions. 3 filtered out (excluded author: 3).', 'Posted: 0.'],
    { found: 3, filtered: [{ rule: 'except.author', count: 3 }] },
  ],
  [
    [
      'Not posted: 200 of 1,200 mentions. 200 muted.',
      'Posted: 1,000, 400 of them in posts with several mentions.',
    ],
    { found: 1200, posted: 600, inBursts: 400, muted: 200 },
  ],
  [
    ['Not posted: 2 of 2 mentions. 1 waiting, 1 rejected by Slack.', 'Posted: 0.'],
    { found: 2, waiting: 1, rejected: 1 },
  ],
])('the delivery report names only the reasons that occurred: %j', (lines, some) =>
  expect(accountingLines({ ...nothingFound, ...some })).toEqual(lines),
)

describe('the words in a digest about how mentions were handled', () => {
  it.each([
    [{ kind: 'open', forMs: 2 * 86_400_000 }, 'open for 2 days'],
    [{ kind: 'open', forMs: 0 }, 'open for 0 sec'],
    [{ kind: 'claimed', by: 'Ana' }, 'claimed by Ana'],
    [{ kind: 'done', by: 'Ana', afterMs: 22 * 60_000 }, '✓ done by Ana in 22 min'],
    [{ kind: 'done', by: 'Ana', afterMs: 5 * 3_600_000 + 1 }, '✓ done by Ana in 5 hr'],
    [undefined, ''],
  ] as const)('are, for the state %j of a mention, "%s"', (handling, words) =>
    expect(withPlainSpaces(handlingWords(handling))).toBe(words),
  )

  it.each([
    [{ done: 64, of: 92 }, '92 negative mentions were posted here, 28 are still open'],
    [{ done: 0, of: 1 }, '1 negative mention was posted here, 1 is still open'],
    [{ done: 3, of: 3 }, '3 negative mentions were posted here, and none is still open'],
    [{ done: 0, of: 0 }, ''],
    [undefined, ''],
  ] satisfies [ResponseStats | undefined, string][])(
    'are, in the sentence with the totals %j, “%s”',
    (handled, words) => expect(handledWords(handled)).toBe(words),
  )

  it.each([
    [
      { done: 64, of: 92, claimMs: 22 * 60_000, closeMs: 3 * 3_600_000 },
      '64 of 92 negative posts are closed (done or not relevant) now. Typically claimed within 22 min and closed within 3 hr of the post (medians).',
    ],
    [
      {
        ...{ done: 6, of: 6, closeMs: 60_000 },
        people: [
          { by: 'Ana', closed: 5, holding: 0 },
          { by: 'Ben', closed: 1, holding: 2 },
        ],
      },
      '6 of 6 negative posts are closed (done or not relevant) now. Typically closed within 1 min of the post (medians). Ana closed 5, Ben closed 1 and has 2.',
    ],
  ] satisfies [ResponseStats, string][])('are, with all numbers of %j, “%s”', (handled, words) =>
    expect(handledExplained(handled).map(withPlainSpaces)).toEqual([words]),
  )
})
