import { describe, expect, it } from 'vitest'
import type { Mention } from '../../src/model/mention.ts'
import type { Subscription } from '../../src/model/subscription.ts'
import { decideFor } from '../../src/rules/rules.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const now = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000

function verdictOf(subscription: Partial<Subscription>, mention: Partial<Mention> = {}) {
  return decideFor(subscriptionOf(subscription))(sampleMention({ date: now, ...mention }), now)
}

describe('a mention', () => {
  it.each<[string, Partial<Subscription>, Partial<Mention>, object]>([
    ['passes where nothing is asked', {}, {}, { kind: 'deliver', reason: 'passed' }],
    [
      'passes where all of only holds',
      { only: { source: ['reddit'], language: ['en'] } },
      {},
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'is skipped by the first key of only that fails',
      { only: { source: ['reddit'], language: ['de'], country: ['DE'] } },
      {},
      { kind: 'skip', reason: 'only.language' },
    ],
    [
      'is skipped by one hit in except, which says what it saw',
      { except: { source: ['web'], author: ['kim lee'] } },
      {},
      { kind: 'skip', reason: 'except.author', detail: 'Kim Lee' },
    ],
    [
      'passes where nothing in except hits',
      { except: { source: ['web'] } },
      {},
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'is skipped by only before except',
      { only: { source: ['web'] }, except: { language: ['en'] } },
      {},
      { kind: 'skip', reason: 'only.source' },
    ],
    [
      'is skipped by except before maxAge',
      { except: { language: ['en'] }, maxAge: 1 },
      { date: now - day },
      { kind: 'skip', reason: 'except.language', detail: 'en' },
    ],
    [
      'older than maxAge is skipped',
      { maxAge: day },
      { date: now - day - 1 },
      { kind: 'skip', reason: 'maxAge', detail: '2026-11-19T11:59:59.999Z' },
    ],
    [
      'exactly as old as maxAge passes',
      { maxAge: day },
      { date: now - day },
      { kind: 'deliver', reason: 'passed' },
    ],
    [
      'from the future passes',
      { maxAge: day },
      { date: now + 100 * day },
      { kind: 'deliver', reason: 'passed' },
    ],
    ['without a usable date passes', { maxAge: day }, { date: 0 }, { kind: 'deliver', reason: 'passed' }],
    ['of any age passes without maxAge', {}, { date: 1 }, { kind: 'deliver', reason: 'passed' }],
  ])('%s', (_what, subscription, mention, expected) => {
    expect(verdictOf(subscription, mention)).toEqual(expected)
  })
})
