import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import type { Subscription } from '../../../src/model/subscription.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000

function decisionOf(subscription: Partial<Subscription>, mention: Partial<Mention> = {}) {
  return decideFor(subscriptionOf(subscription))(sampleMention({ date: now, ...mention }), now)
}

describe('a rule of a feature that delivers a mention with a remark', () => {
  const remark = 'Probably dull'
  const added = () => [() => ({ kind: 'deliver' as const, reason: 'dull', remark })]
  const decide = (subscription: Partial<Subscription>) =>
    decideFor(subscriptionOf(subscription), { added })(sampleMention({ date: now }), now)

  it('only adds the remark', () => {
    expect(decide({})).toEqual({ kind: 'deliver', reason: 'passed', remark })
  })

  it('does not end quiet hours, and is not asked about what a filter skips', () => {
    const quiet = { from: '10:00', to: '20:00', timezone: 'UTC' }
    expect(decide({ quiet })).toMatchObject({ kind: 'hold', reason: 'quiet' })
    expect(decide({ except: { author: ['kim lee'] } })).toMatchObject({
      kind: 'skip',
      reason: 'except.author',
    })
  })
})

describe('a mention', () => {
  it.each<[string, Partial<Subscription>, Partial<Mention>, object]>([
    ['delivered without filters', {}, {}, { kind: 'deliver', reason: 'passed' }],
    [
      'delivered if it matches every condition of the filter “only”',
      { only: { source: ['reddit'], language: ['en'] } },
      {},
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'skipped, with the first missed condition as reason, if it misses a condition of the filter “only”',
      { only: { source: ['reddit'], language: ['de'], country: ['DE'] } },
      {},
      { kind: 'skip', reason: 'only.language' },
    ],
    [
      'skipped, with the matching value as detail, if it matches one condition of the filter “except”',
      { except: { source: ['web'], author: ['kim lee'] } },
      {},
      { kind: 'skip', reason: 'except.author', detail: 'Kim Lee' },
    ],
    [
      'delivered if it matches no condition of the filter “except”',
      { except: { source: ['web'] } },
      {},
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'checked against the filter “only” before the filter “except”',
      { only: { source: ['web'] }, except: { language: ['en'] } },
      {},
      { kind: 'skip', reason: 'only.source' },
    ],
    [
      'skipped, with the detail “not starred”, if it has no star and the filter “only” asks for a star',
      { only: { starred: true } },
      { starred: false },
      { kind: 'skip', reason: 'only.starred', detail: 'not starred' },
    ],
    [
      'checked against the filter “except” before the limit maxAge',
      { except: { language: ['en'] }, maxAge: 1 },
      { date: now - day },
      { kind: 'skip', reason: 'except.language', detail: 'en' },
    ],
    [
      'skipped if it is older than maxAge',
      { maxAge: day },
      { date: now - day - 1 },
      { kind: 'skip', reason: 'maxAge', detail: '2026-11-19T11:59:59.999Z' },
    ],
    [
      'delivered if it is exactly as old as maxAge',
      { maxAge: day },
      { date: now - day },
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'delivered if its date is in the future',
      { maxAge: day },
      { date: now + 100 * day },
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'delivered if it has no usable date',
      { maxAge: day },
      { date: 0 },
      { kind: 'deliver', reason: 'passed' },
    ],
    ['delivered at any age if maxAge is not set', {}, { date: 1 }, { kind: 'deliver', reason: 'passed' }],
  ])('is %s', (_what, subscription, mention, expected) => {
    expect(decisionOf(subscription, mention)).toEqual(expected)
  })
})
