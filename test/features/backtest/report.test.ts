import { describe, expect, it } from 'vitest'
import { formatBacktestReport } from '../../../src/features/backtest/report.ts'
import type { SpikeRecord } from '../../../src/features/backtest/spike-record.ts'

const heading = { days: 7, file: 'config/overheard.yaml', timezone: 'UTC' }
const empty = { tallies: [], others: undefined, differences: [], notFound: [] }

it.each([
  ['there are no subscriptions', [], 'There are no subscriptions: add one'],
  [
    'nothing would have been posted if no alert exists',
    ['acme: there is no alert'],
    'Nothing would have been posted.',
  ],
])('the backtest report says that %s', (_what, notFound, line) => {
  expect(formatBacktestReport({ ...empty, notFound }, heading)).toContain(line)
})

describe('the backtest report of spikes', () => {
  const at = Date.UTC(2026, 10, 18, 14, 2)
  const called = (count: number) =>
    Array.from({ length: count }, () => ({ at, rules: ['hour' as const], inLastHour: 60 }))
  const record: SpikeRecord = {
    days: 30,
    learnedDays: 30,
    called: called(2),
    sensitivity: 'normal',
    posted: { kind: 'known', spikes: 3, led: 2, falseAlarms: 1, strict: { falseAlarms: 1, until: at } },
  }
  const tally = (spikes: SpikeRecord) => ({
    ...{ name: 'acme', channel: '#brand', mentions: 0, posted: 0, messages: 0 },
    ...{ bursts: { count: 0, largest: 0 }, held: { mentions: 0, batches: 0 }, skipped: [], days: [] },
    ...{ loudestPosted: [], loudestSkipped: [], spikes },
  })
  const reportOf = (spikes: SpikeRecord) =>
    formatBacktestReport({ ...empty, tallies: [tally(spikes)] }, heading)

  it('says how many the rule called and when, how many were posted, and in how many somebody took the lead', () => {
    const report = reportOf(record)
    expect(report).toContain(
      'Spikes in the last 30 days: 2 called by the rule (normal): Nov 18, 2026, 14:02 UTC; ',
    )
    expect(report).toContain('3 were posted. Somebody took the lead in 2. 1 was marked as a false alarm.')
    expect(report).toContain('Because of false alarms, the rule needs 1.5× as many mentions.')
    expect(report).not.toContain('learned')
  })

  it('names the last five of many, and says how little is known of a new alert', () => {
    const report = reportOf({ ...record, days: 9, learnedDays: 0, called: called(7) })
    expect(report).toMatch(
      /Spikes in the last 9 days: 7 called by the rule \(normal\): …; (Nov 18[^;]*; ){4}Nov/,
    )
    expect(report).toContain('The rule learned the usual volume from 0 days before')
  })

  it('says why nothing is known about the posted spikes', () => {
    const posted = { kind: 'unknown' as const, why: 'There is no folder data (DATA_DIR).' }
    expect(reportOf({ ...record, called: [], posted })).toMatch(
      /0 called by the rule \(normal\)\n {4}How many were posted, and led by somebody, is unknown\. There is no folder/,
    )
  })

  it('compares the number of spikes with that of another configuration', () => {
    const others = [tally({ ...record, called: [], sensitivity: 'calm' })]
    const report = formatBacktestReport({ ...empty, tallies: [tally(record)], others }, heading)
    expect(report).toContain('0 → 0 messages, 2 → 0 spikes')
  })
})
