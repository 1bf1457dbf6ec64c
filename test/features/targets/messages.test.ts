import { expect, it } from 'vitest'
import { conditionWords, targetsSection } from '../../../src/features/targets/messages.ts'

const hour = 3_600_000

it('a digest says what was kept of each target, by p50 and p90', () => {
  const target = {
    when: { sentiment: ['negative' as const], reach: { from: 50_000 } },
    claim: { ms: 2 * hour },
    done: { days: 1 },
  }
  const claim = { kept: 12, of: 14, left: 1, p50: 35 * 60_000, p90: 1.5 * hour }
  const done = { kept: 10, of: 14, left: 0, p50: 26 * hour, p90: undefined }
  expect(targetsSection([{ target, claim, done }]).text).toEqual([
    'Target for negative, reach from 50k: claimed within 2\u00a0hr: 12 of 14 (p50 35\u00a0min, p90 1\u00a0hr 30\u00a0min), 1 has time left; done within 1 working day: 10 of 14 (p50 26\u00a0hr, p90 not yet).',
    'Times are working time.',
  ])
  expect(targetsSection([])).toEqual({ text: [], blocks: [] })
})

it('a condition is written as people read it', () => {
  expect(conditionWords({ language: ['de', 'unknown'], source: ['reddit'], starred: false })).toBe(
    'German or unknown language, Reddit, not starred',
  )
})
