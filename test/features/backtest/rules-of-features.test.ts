import { expect, it } from 'vitest'
import { runBacktest } from '../../../src/features/backtest/replay-past.ts'
import type { ReplayRule } from '../../../src/kernel/command.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { noon, subscriptionOf } from '../../tools/story-world.ts'

it('the backtest counts what the rule of a feature skips, after the filters', async () => {
  const mentions = ['1', '2', '3', '4'].map((id) =>
    sampleMention({ id, date: noon, source: id === '4' ? 'youtube' : 'web' }),
  )
  const rule: ReplayRule = ({ name }, alert) =>
    name === 'acme'
      ? ({ id }) => (alert === '7' && id !== '1' ? { kind: 'skip', reason: 'dull' } : undefined)
      : undefined
  const filtered = { except: { source: ['youtube'] } }
  const { tallies } = await runBacktest(
    {
      alerts: { find: async () => ({ kind: 'found', alert: { id: '7', name: 'Acme' } }) as never },
      async *readPast() {
        yield mentions
      },
      expected: async () => undefined,
      progress: { begin: () => undefined, reached: () => undefined, end: () => undefined },
      pause: async () => undefined,
      signal: new AbortController().signal,
    },
    {
      subscriptions: [subscriptionOf(filtered), subscriptionOf({ ...filtered, name: 'other' })],
      ...{ others: undefined, stored: undefined, rules: [rule], isOwn: () => false },
      ...{ since: noon - 1000, now: noon + 1000, dayOf: () => '2026-11-20' },
    },
  )
  expect(tallies.map(({ name, posted, skipped }) => ({ name, posted, skipped }))).toEqual([
    {
      name: 'acme',
      posted: 1,
      skipped: [
        { reason: 'dull', count: 2 },
        { reason: 'except.source', count: 1 },
      ],
    },
    { name: 'other', posted: 3, skipped: [{ reason: 'except.source', count: 1 }] },
  ])
})
