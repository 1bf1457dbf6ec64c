import { describe, expect, it } from 'vitest'
import { planStatsRequests } from '../../../src/insights/needs.ts'
import { leadsMessage } from '../../../src/messages/stats/leads.ts'
import { friday, last30, summaryOf } from '../../insights/a-summary.ts'
import { readableMessage } from '../as-read.ts'
import { honest } from '../known-numbers.ts'

const read = (known: Parameters<typeof summaryOf>[0]) =>
  readableMessage(leadsMessage(summaryOf(known, last30, 'leads')))

describe('a leads alert', () => {
  it('shows its mentions, and says why there are no numbers', () =>
    expect(read(honest)).toMatchFileSnapshot('./snapshots/leads.txt'))

  it('with no mentions says so', () => expect(read({ loudest: [] })).toContain('No mentions in this range'))

  it('that could not be read says why', () =>
    expect(read({})).toContain('Missing: the most seen mentions (the service is busy)'))

  it('is asked for its mentions only: the service refuses everything else', () =>
    expect(planStatsRequests(last30, friday, 'leads').map(({ kind }) => kind)).toEqual(['loudest']))
})
