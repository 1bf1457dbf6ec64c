import { planStatsRequests, type StatsRequest } from '../insights/needs.ts'
import type { StatsQuestion } from '../insights/question.ts'
import { buildPeriodSummary } from '../insights/summary.ts'
import type { DigestedAlert } from '../messages/digest/alert.ts'
import type { Alert } from '../model/alert.ts'
import type { DateRange } from '../model/insight.ts'
import { describeFailure } from '../statistics/failure.ts'
import { fetchResults } from '../statistics/gather.ts'
import { withTimeout } from '../statistics/patience.ts'
import type { ComposeDeps } from './ports.ts'

/** How hard to try: for whom the service is asked, for how long (ms), and, where not everything is needed, for what. */
export type FetchEffort = {
  priority: 'command' | 'poll'
  patience: number
  only?: (need: StatsRequest) => boolean
}

const allRequests = () => true

/** What a digest tells of one alert. `isWhole`: nothing is missing that the service may yet tell. */
type FetchedAlert = { digested: DigestedAlert; isWhole: boolean }

/** Asks the service for an alert, by its name or id as it is written, within UTC dates. Never rejects. */
export async function fetchDigestAlert(
  deps: ComposeDeps,
  written: string,
  range: DateRange,
  effort: FetchEffort,
): Promise<FetchedAlert> {
  try {
    const found = await deps.alerts.find(written)
    if (found.kind === 'found') return await fetchSummary(deps, found.alert, range, effort)
    const reason = found.kind === 'missing' ? 'there is no such alert' : 'several alerts have this name'
    return unavailable(written, reason, true)
  } catch (error) {
    const { reason, retry } = describeFailure(error)
    return unavailable(written, reason, retry === 'useless')
  }
}

async function fetchSummary(
  { now, setTimer, stopping, source }: ComposeDeps,
  alert: Alert,
  range: DateRange,
  { priority, patience, only = allRequests }: FetchEffort,
): Promise<FetchedAlert> {
  if (alert.type === 'leads') return unavailable(alert.name, 'leads alerts have no statistics', true)
  const question = digestQuestion(range)
  const needs: StatsRequest[] = planStatsRequests(question, now(), 'digest').filter(only)
  const { results, limits, failures } = await withTimeout(setTimer, patience, (signal) =>
    fetchResults(source, alert.id, needs, { priority, signal: AbortSignal.any([signal, stopping]) }),
  )
  const isWhole = failures.every(({ retry }) => retry === 'useless')
  const [failure] = failures
  if (failure !== undefined && failures.length === needs.length)
    return unavailable(alert.name, failure.reason, isWhole)
  const summary = buildPeriodSummary({ alert, question, now: now(), results, limits })
  return { digested: { kind: 'summary', summary }, isWhole }
}

function digestQuestion(range: DateRange): StatsQuestion {
  return { choice: { kind: 'dates', ...range }, granularity: 'day', sources: [], more: false }
}

function unavailable(name: string, reason: string, isWhole: boolean): FetchedAlert {
  return { digested: { kind: 'unavailable', name, reason }, isWhole }
}
