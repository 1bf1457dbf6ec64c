import { describe, expect, it } from 'vitest'
import { leadsMessage } from '../../src/listeners/texts/stats-answer.ts'
import { planStatsRequests } from '../../src/stats/request-plan.ts'
import { readableMessage } from '../tools/message-sketch.ts'
import { friday, last30, summaryOf } from '../tools/period-summaries.ts'
import { honest } from '../tools/sample-statistics.ts'

const read = (known: Parameters<typeof summaryOf>[0]) =>
  readableMessage(leadsMessage(summaryOf(known, last30, 'leads')))

describe('the /mentions-stats answer for a leads alert', () => {
  it('shows the mentions and says why there are no figures', () =>
    expect(read(honest)).toMatchFileSnapshot('./snapshots/leads.txt'))

  it('says that the alert has no mentions', () =>
    expect(read({ loudest: [] })).toContain('No mentions in this range'))

  it('says why the mentions cannot be read', () =>
    expect(read({})).toContain('Missing: the mentions with the widest reach (the mention service is busy)'))

  it('needs only one request, for the mentions, because the mention service refuses requests for the figures of leads', () =>
    expect(planStatsRequests(last30, friday, 'leads').map(({ kind }) => kind)).toEqual(['top-mentions']))
})
