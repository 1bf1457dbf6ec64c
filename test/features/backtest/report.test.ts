import { expect, it } from 'vitest'
import { formatBacktestReport } from '../../../src/features/backtest/report.ts'

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
