import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createReplay, type Replayed } from '../../../src/engine/rules/replay.ts'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import { createComparison, createSubscriptionCounter } from '../../../src/features/backtest/counts.ts'
import type { Subscription } from '../../../src/model/subscription.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function subscription(fields: Partial<Subscription> = {}): Subscription {
  return {
    name: 'acme',
    alert: 'Acme brand',
    channel: '#brand',
    schedule: '*/10 * * * *',
    timezone: 'UTC',
    only: {},
    except: {},
    backfill: 0,
    burst: 5,
    ...fields,
  }
}

function mention(time: string, fields: Partial<Mention> = {}): Mention {
  return sampleMention({ date: Date.parse(`2026-11-19T${time}Z`), ...fields })
}

function sumOf(watched: Subscription, mentions: Mention[]) {
  const counter = createSubscriptionCounter(watched, dayOf, now)
  for (const one of createReplay(decideFor(watched), { now })(mentions)) counter.add(one)
  return counter.sum()
}

it('the backtest counts 24 mentions of one poll as one burst of four messages, and two single mentions as two messages', () => {
  const together = Array.from({ length: 24 }, (_, index) => mention('10:03:00', { id: String(index + 1) }))
  const alone = [mention('11:01:00', { id: '100' }), mention('11:11:00', { id: '101' })]
  expect(sumOf(subscription(), [...together, ...alone])).toMatchObject({
    mentions: 26,
    posted: 26,
    bursts: { count: 1, largest: 24 },
    // A parent that shows 3 mentions, 3 replies of at most 10 for the other 21, and 2 cards.
    messages: 1 + 3 + 2,
    days: [{ day: '2026-11-19', mentions: 26, messages: 6 }],
  })
})

it('the backtest counts the mentions that each rule skips, the largest count first, and lists the skipped mention with the largest reach first', () => {
  const watched = subscription({ only: { source: ['web'] }, except: { author: ['Acme PR'] } })
  const author = { name: 'Acme PR', avatar: '', audience: 1, url: '' }
  const sum = sumOf(watched, [
    mention('10:00:00', { id: '1', source: 'web' }),
    mention('10:00:00', { id: '2', source: 'reddit', reach: 10 }),
    mention('10:00:00', { id: '3', source: 'reddit', reach: 900 }),
    mention('10:00:00', { id: '4', source: 'web', author, reach: 5 }),
  ])
  expect(sum.posted).toBe(1)
  expect(sum.skipped).toEqual([
    { reason: 'only.source', count: 2 },
    { reason: 'except.author', count: 1 },
  ])
  expect(sum.loudestSkipped[0]).toMatchObject({ id: '3', reason: 'only.source' })
})

it('the backtest counts the mentions of one night’s quiet hours as one batch on the day when the quiet hours end', () => {
  const quiet = { from: '22:00', to: '07:00', timezone: 'UTC' }
  const night = ['22:30:00', '23:10:00', '23:50:00'].map((time, index) =>
    mention(time, { id: String(index + 1) }),
  )
  const sum = sumOf(subscription({ quiet }), [...night, mention('12:00:00', { id: '9' })])
  expect(sum.held).toEqual({ mentions: 3, batches: 1 })
  expect(sum.days).toEqual([
    { day: '2026-11-19', mentions: 1, messages: 1 },
    { day: '2026-11-20', mentions: 3, messages: 3 },
  ])
})

it('the backtest lists the mentions that only one of two configurations would post', () => {
  const mentions = ['web', 'reddit', 'youtube'].map((source, index) =>
    mention('10:00:00', { id: String(index + 1), source }),
  )
  const replayed = (fields: Partial<Subscription>): Replayed[] =>
    createReplay(decideFor(subscription(fields)), { now })(mentions)
  const comparison = createComparison('acme')
  comparison.add(
    replayed({ only: { source: ['web', 'reddit'] } }),
    replayed({ only: { source: ['web', 'youtube'] } }),
  )
  expect(comparison.sum()).toMatchObject({
    gained: { count: 1, loudest: [{ id: '3', reason: 'only.source' }] },
    lost: { count: 1, loudest: [{ id: '2', reason: 'only.source' }] },
  })
})

it('the backtest collects the mentions of a busy hour into one burst every two minutes, whatever the schedule', () => {
  const busy = Array.from({ length: 360 }, (_, index) =>
    mention('10:00:00', { id: String(index + 1), date: Date.parse('2026-11-19T10:00:00Z') + index * 10_000 }),
  )
  const [often, seldom] = ['auto', '*/2 * * * *'].map((schedule) => sumOf(subscription({ schedule }), busy))
  expect(often?.bursts).toEqual({ count: 30, largest: 12 })
  expect(seldom?.bursts).toEqual({ count: 30, largest: 12 })
  // A parent that shows 3 mentions and a reply with the other 9, and the first five mentions on cards.
  expect(often?.messages).toBe(5 + 2 * 30)
  expect(seldom?.messages).toBe(1 + 2 * 30)
})

it('the backtest counts every mention exactly once', () => {
  const dates = fc.integer({ min: Date.parse('2026-11-13T00:00:00Z'), max: now })
  const some = fc.array(fc.record({ date: dates, source: fc.constantFrom('web', 'reddit', 'youtube') }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 20 }), (drawn, burst) => {
      const watched = subscription({ burst, only: { source: ['web', 'reddit'] } })
      const sum = sumOf(
        watched,
        drawn.map((fields, index) => mention('10:00:00', { id: String(index + 1), ...fields })),
      )
      const skipped = sum.skipped.reduce((total, { count }) => total + count, 0)
      expect(sum.posted + skipped).toBe(drawn.length)
      expect(sum.days.reduce((total, { mentions }) => total + mentions, 0)).toBe(sum.posted)
      expect(sum.days.reduce((total, { messages }) => total + messages, 0)).toBe(sum.messages)
      expect(sum.messages).toBeLessThanOrEqual(sum.posted)
    }),
  )
})
