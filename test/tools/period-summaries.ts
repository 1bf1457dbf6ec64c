import type { Alert, Limit } from '@overheard/mention-client/alert'
import type { Count, Period, SeriesType, TotalType } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { MissingReason } from '../../src/model/failure.ts'
import { buildPeriodSummary, type PeriodSummary } from '../../src/stats/period-summary.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'
import {
  planStatsRequests,
  type StatsForm,
  type StatsRequest,
  type StatsResult,
  type StatsValue,
} from '../../src/stats/request-plan.ts'

/** Summaries as the command makes them: a question, its requests, their responses, and the result. */

/** The responses of the service. A missing one fails because the service is busy, unless another reason is given. */
export type Known = {
  now?: Partial<Record<TotalType, Count>>
  before?: Partial<Record<TotalType, Count>>
  series?: Partial<Record<SeriesType, Period[]>>
  loudest?: Mention[]
  loudestNegative?: Mention[]
  reason?: MissingReason
  limits?: Limit[]
  alert?: Partial<Alert>
}

export const friday = Date.UTC(2026, 10, 20, 14, 2)

export const brand: Alert = {
  id: '42',
  type: 'mentions',
  name: 'Acme brand',
  projectName: 'Acme',
}

export const last30: StatsQuestion = { choice: { kind: 'days', days: 30 }, sources: [], more: false }

/** A count of parts: `parts({US: 5})`. */
export function parts(record: Record<string, number>): Count {
  const list = Object.entries(record).map(([name, count]) => ({ name, count }))
  return { total: list.reduce((sum, { count }) => sum + count, 0), parts: list }
}

/** A count without parts. */
export function total(count: number): Count {
  return { total: count, parts: [] }
}

/** Daily points: `days({'2026-11-14': total(96)})`. */
export function days(points: Record<string, Count>): Period[] {
  return Object.entries(points).map(([date, value]) => ({ from: date, to: date, incomplete: false, value }))
}

export function summaryOf(
  known: Known,
  question: StatsQuestion = last30,
  form: StatsForm = 'stats',
  now = friday,
): PeriodSummary {
  const results = planStatsRequests(question, now, form).map((need) => resultOf(need, known))
  const alert = { ...brand, ...known.alert }
  return buildPeriodSummary({ alert, question, now, results, limits: known.limits ?? [] })
}

function resultOf(need: StatsRequest, known: Known): StatsResult {
  if (need.kind === 'total') {
    const totals = need.when === 'now' ? known.now : known.before
    return { need, answer: answer(totals?.[need.type], known) }
  }
  if (need.kind === 'series') return { need, answer: answer(known.series?.[need.type], known) }
  return { need, answer: answer(need.sentiment ? known.loudestNegative : known.loudest, known) }
}

function answer<T>(value: T | undefined, { reason = 'busy' }: Known): StatsValue<T> {
  return value === undefined ? { kind: 'missing', reason } : { kind: 'known', value }
}
