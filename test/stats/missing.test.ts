import { describe, expect, it } from 'vitest'
import { footnotes } from '../../src/stats/figures.ts'
import { last30, summaryOf } from '../tools/period-summaries.ts'
import { honest } from '../tools/sample-statistics.ts'

const before = honest.before ?? {}
const missing = (known: Parameters<typeof summaryOf>[0]) =>
  footnotes(summaryOf({ ...honest, ...known }, last30, 'digest'), 'digest').filter((line) =>
    line.startsWith('Missing'),
  )

describe('the footnote about what is missing of the period before', () => {
  it('is absent if everything is known', () => expect(missing({})).toEqual([]))

  it('says “the period before” if everything of it is missing for one reason', () =>
    expect(missing({ before: {} })).toEqual(['Missing: the period before (the mention service is busy)']))

  it.each(Object.keys(before))('names only “%s” if only that is missing', (type) => {
    const known: Record<string, unknown> = { ...before }
    delete known[type]
    const [line, ...more] = missing({ before: known })
    expect(more).toEqual([])
    expect(line).toMatch(/^Missing: \w[\w ]* of the period before \(the mention service is busy\)$/)
  })
})
