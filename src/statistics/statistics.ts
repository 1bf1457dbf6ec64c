import { datesOfQuestion, planStatsRequests } from '../insights/needs.ts'
import type { StatsQuestion } from '../insights/question.ts'
import { buildPeriodSummary, type PeriodSummary } from '../insights/summary.ts'
import type { Alert } from '../model/alert.ts'
import type { SetTimer } from '../model/timer.ts'
import { memoizeByKey } from './asked-once.ts'
import type { StatsFailure } from './failure.ts'
import { type FetchedResults, fetchResults } from './gather.ts'
import { withTimeout } from './patience.ts'
import type { StatsSource } from './source.ts'

/** What came of a question: `leads` for an alert without insights; `failed` where nothing at all is known. */
type StatisticsAnswer =
  | { kind: 'stats' | 'leads'; summary: PeriodSummary }
  | { kind: 'failed'; failure: StatsFailure }

/** Answers a question about an alert. Never rejects. */
export type Statistics = (alert: Alert, question: StatsQuestion) => Promise<StatisticsAnswer>

type StatisticsDeps = { source: StatsSource; now: () => number; setTimer: SetTimer }

/** How long a person waits before what is known is shown with what is missing, in ms. */
const answerTimeoutMs = 8000

type DatedResults = FetchedResults & { at: number }

/** Answers questions about alerts: all requests side by side, before all polls; the same question is one set of requests. */
export function createStatistics({ source, now, setTimer }: StatisticsDeps): Statistics {
  const shared = memoizeByKey<DatedResults>(now, ({ failures }) => failures.length === 0)
  return async (alert, question) => {
    const at = now()
    const { range, granularity } = datesOfQuestion(question, at)
    const key = JSON.stringify([alert.id, range, granularity, question.sources])
    const needs = planStatsRequests(question, at, alert.type === 'leads' ? 'leads' : 'stats')
    const gathered = await shared(key, async () => ({
      at,
      ...(await withTimeout(setTimer, answerTimeoutMs, (signal) =>
        fetchResults(source, alert.id, needs, { priority: 'command', signal }),
      )),
    }))
    return toAnswer(alert, question, gathered)
  }
}

/** An alert is a leads alert where its type says so, and where the service refuses statistics for that reason. */
function toAnswer(alert: Alert, question: StatsQuestion, gathered: DatedResults): StatisticsAnswer {
  const { at, results, limits, failures } = gathered
  const [failure] = failures
  const summary = buildPeriodSummary({ alert, question, now: at, results, limits })
  if (failures.some(({ isLeadsAlert }) => isLeadsAlert)) return { kind: 'leads', summary }
  if (failure !== undefined && failures.length === results.length) return { kind: 'failed', failure }
  return { kind: alert.type === 'leads' ? 'leads' : 'stats', summary }
}
