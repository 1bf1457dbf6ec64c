import { type Need, neededFor } from '../insights/needs.ts'
import type { Question } from '../insights/question.ts'
import type { WholePeriod } from '../insights/range.ts'
import { summarise } from '../insights/summary.ts'
import { type DigestMessages, digestMessages } from '../messages/digest.ts'
import type { DigestedAlert } from '../messages/digest-alert.ts'
import type { Alert } from '../model/alert.ts'
import type { Digest } from '../model/subscription.ts'
import { failureOf } from '../statistics/failure.ts'
import { gather } from '../statistics/gather.ts'
import { withPatience } from '../statistics/patience.ts'
import { accountOf } from './account.ts'
import { type HandledMentions, handledIn } from './handled.ts'
import type { ComposeDeps } from './ports.ts'

/** How hard to try: for whom the service is asked, and for how long, in ms. */
export type Effort = { priority: 'command' | 'poll'; patience: number }

/** A digest in words. `isWhole`: nothing is missing that the service may yet tell. */
export type Composed = { messages: DigestMessages; isWhole: boolean }

/** Gathers everything a digest tells of a period, and puts it into messages for a channel (id). Never rejects. */
export async function compose(
  deps: ComposeDeps,
  digest: Digest,
  channel: string,
  period: WholePeriod,
  effort: Effort,
): Promise<Composed> {
  const [told, accounting, people] = await Promise.all([
    Promise.all(digest.alerts.map((written) => tell(deps, written, period, effort))),
    accountOf(deps, channel, period.range),
    handledIn(deps, channel, period.range),
  ])
  const { name, whenEmpty } = digest
  const alerts = told.map(({ digested }) => withHandling(digested, people))
  const view = {
    name,
    period,
    whenEmpty,
    alerts,
    ...(accounting && { accounting }),
    ...(people.handled && { handled: people.handled }),
  }
  return { messages: digestMessages(view), isWhole: told.every(({ isWhole }) => isWhole) }
}

function withHandling(digested: DigestedAlert, people: HandledMentions): DigestedAlert {
  if (digested.kind !== 'summary') return digested
  return { ...digested, handling: people.of(digested.summary.alert.id) }
}

type Told = { digested: DigestedAlert; isWhole: boolean }

async function tell(deps: ComposeDeps, written: string, period: WholePeriod, effort: Effort): Promise<Told> {
  try {
    const found = await deps.alerts.find(written)
    if (found.kind === 'found') return await tellAlert(deps, found.alert, period, effort)
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
  period: WholePeriod,
  { priority, patience }: Effort,
): Promise<Told> {
  if (alert.type === 'leads') return unavailable(alert.name, 'leads alerts have no statistics', true)
  const question = questionOf(period)
  const needs: Need[] = neededFor(question, now(), 'digest')
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

function questionOf({ range }: WholePeriod): Question {
  return { choice: { kind: 'dates', ...range }, granularity: 'day', sources: [], more: false }
}

function unavailable(name: string, reason: string, isWhole: boolean): Told {
  return { digested: { kind: 'unavailable', name, reason }, isWhole }
}
