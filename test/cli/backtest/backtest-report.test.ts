import { expect, it } from 'vitest'
import { formatBacktestReport } from '../../../src/cli/backtest/backtest-report.ts'

const heading = { days: 7, file: 'config/overheard.yaml', timezone: 'UTC' }
const empty = { tallies: [], others: undefined, differences: [], notFound: [] }

it.each([
  ['nothing is watched', [], 'Nothing is watched: add a subscription'],
  ['no alert is there', ['acme: there is no alert'], 'Nothing would have been posted.'],
])('says so where %s', (_what, notFound, line) => {
  expect(formatBacktestReport({ ...empty, notFound }, heading)).toContain(line)
})
