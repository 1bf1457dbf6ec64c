import { expect, it } from 'vitest'
import { conditionWords, targetsSection } from '../../../src/features/targets/messages.ts'

const hour = 3_600_000

it('a digest says what was kept of each target, what was late, and how fast people were', () => {
  const target = {
    when: { sentiment: ['negative' as const], reach: { from: 50_000 } },
    claim: { ms: 2 * hour },
    done: { days: 1 },
  }
  const claim = { kept: 12, of: 14, left: 1, p50: 35 * 60_000, p90: 1.5 * hour }
  const done = { kept: 10, of: 14, left: 0, p50: 26 * hour, p90: undefined }
  expect(targetsSection([{ target, claim, done }]).text).toEqual([
    'Target for negative, reach from 50k',
    'Claimed within 2\u00a0hr: 12 of 14 in time, 2 late; 1 more still has time. Half of them took at most 35\u00a0min, 90% at most 1\u00a0hr 30\u00a0min.',
    'Done within 1 working day: 10 of 14 in time, 4 late. Half of them took at most 26\u00a0hr.',
    'Only working hours count.',
  ])
  const open = { kept: 0, of: 0, left: 0, p50: undefined, p90: undefined }
  expect(targetsSection([{ target, claim: open, done: { ...open, left: 2 } }]).text.slice(1, 3)).toEqual([
    'Claimed within 2\u00a0hr: no mention yet.',
    'Done within 1 working day: 2 still have time.',
  ])
  expect(targetsSection([])).toEqual({ text: [], blocks: [] })
})

it('a condition is written as people read it', () => {
  expect(conditionWords({ language: ['de', 'unknown'], source: ['reddit'], starred: false })).toBe(
    'German or unknown language, Reddit, not starred',
  )
})
