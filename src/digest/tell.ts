import { type Need, neededFor } from '../insights/needs.ts'
import type { Question } from '../insights/question.ts'
import { summarise } from '../insights/summary.ts'
import type { DigestedAlert } from '../messages/digest/alert.ts'
import type { Alert } from '../model/alert.ts'
import type { DateRange } from '../model/insight.ts'
import { failureOf } from '../statistics/failure.ts'
import { gather } from '../statistics/gather.ts'
import { withPatience } from '../statistics/patience.ts'
import type { ComposeDeps } from './ports.ts'

/** How hard to try: for whom the service is asked, for how long (ms), and, where not everything is needed, for what. */
export type Effort = { priority: 'command' | 'poll'; patience: number; only?: (need: Need) => boolean }

const everything = () => true

/** What a digest tells of one alert. `isWhole`: nothing is missing that the service may yet tell. */
type Told = { digested: DigestedAlert; isWhole: boolean }

/** Asks the service for an alert, by its name or id as it is written, within UTC dates. Never rejects. */
export async function tell(
  deps: ComposeDeps,
  written: string,
  range: DateRange,
  effort: Effort,
): Promise<Told> {
  try {
    const found = await deps.alerts.find(written)
    if (found.kind === 'found') return await tellAlert(deps, found.alert, range, effort)
    const reason = found.kind === 'missing' ? 'there is no such alert' : 'several alerts have this name'
    return unavailable(written, reason, true)
  } catch (error) {
    const { reason, retry } = failureOf(error)
    return unavailable(written, reason, retry === 'useless')
  }
}

async function tellAlert(
  { now, setTimer, stopping, source }: ComposeDeps,
  alert: Alert,
  range: DateRange,
  { priority, patience, only = everything }: Effort,
): Promise<Told> {
  if (alert.type === 'leads') return unavailable(alert.name, 'leads alerts have no statistics', true)
  const question = questionOf(range)
  const needs: Need[] = neededFor(question, now(), 'digest').filter(only)
  const { results, limits, failures } = await withPatience(setTimer, patience, (signal) =>
    gather(source, alert.id, needs, { priority, signal: AbortSignal.any([signal, stopping]) }),
  )
  const isWhole = failures.every(({ retry }) => retry === 'useless')
  const [failure] = failures
  if (failure !== undefined && failures.length === needs.length)
    return unavailable(alert.name, failure.reason, isWhole)
  const summary = summarise({ alert, question, now: now(), results, limits })
  return { digested: { kind: 'summary', summary }, isWhole }
}

function questionOf(range: DateRange): Question {
  return { choice: { kind: 'dates', ...range }, granularity: 'day', sources: [], more: false }
}

function unavailable(name: string, reason: string, isWhole: boolean): Told {
  return { digested: { kind: 'unavailable', name, reason }, isWhole }
}
