import { z } from 'zod'
import type { SeriesType, TotalType } from '../../../src/model/insight.ts'
import type { Held } from '../archive/held.ts'
import type { AlertRecord } from '../archive/records.ts'
import type { AlertRequest } from './alert-request.ts'
import type { Deployment } from './deployment.ts'
import { alertHead } from './envelope.ts'
import { dateOf, insightQuery, mentionsWithin, rangeOf } from './insight-range.ts'
import { readParameters } from './parameters.ts'
import { periodsOf } from './periods.ts'
import { Refusal } from './refusal.ts'
import { reachValue, sentimentCounts, totals } from './totals.ts'

/** `Day` is how it is documented, `day` how it is written in requests. */
const seriesQuery = insightQuery.extend({
  granularity: z
    .enum(['day', 'week', 'month', 'Day', 'Week', 'Month'])
    .default('day')
    .transform((name) => name.toLowerCase())
    .pipe(z.enum(['day', 'week', 'month'])),
})

/** The value of one period, interface 4.4; undefined where there is nothing to count. */
const periodValues: Record<SeriesType, (mentions: readonly Held[], deployment: Deployment) => unknown> = {
  mentions: (mentions) => ({ mentions: mentions.length }),
  sentiment(mentions) {
    const counts = sentimentCounts(mentions)
    return Object.keys(counts).length > 0 ? counts : undefined
  },
  reach: reachValue,
}

/** Throws Refusal 41 for leads alerts. */
function refuseLeads({ alert_type }: AlertRecord): void {
  if (alert_type === 'leads') throw new Refusal(41)
}

/** The `alert_data` of a total, interface 4.3. Throws Refusal 40 or 41. */
export function totalAnswer(request: AlertRequest, name: TotalType): object {
  const { archive, alert, parameters, deployment, now } = request
  refuseLeads(alert)
  const query = readParameters(insightQuery, parameters)
  const byDate = archive.mentions(alert.alert_id, 'date')
  const mentions = mentionsWithin(byDate, rangeOf(query, now), query.source)
  return { ...alertHead(alert), insights: { name, value: totals[name](mentions, deployment) } }
}

/** The `alert_data` of a time series, interface 4.4. Throws Refusal 40 or 41. */
export function seriesAnswer(request: AlertRequest, name: SeriesType): object {
  const { archive, alert, parameters, deployment, now } = request
  refuseLeads(alert)
  const query = readParameters(seriesQuery, parameters)
  const range = rangeOf(query, now)
  const mentions = mentionsWithin(archive.mentions(alert.alert_id, 'date'), range, query.source)
  const values = periodsOf(mentions, query.granularity, range).flatMap((period) => {
    const value = periodValues[name](period.mentions, deployment)
    if (value === undefined) return []
    const [start_date, end_date] = [dateOf(period.start), dateOf(period.end)]
    return [{ start_date, end_date, incomplete_period: period.incomplete, value }]
  })
  return { ...alertHead(alert), insights: { name, values } }
}
