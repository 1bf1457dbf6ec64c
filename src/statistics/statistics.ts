import { neededFor, spanOf } from '../insights/needs.ts'
import type { Question } from '../insights/question.ts'
import { type Summary, summarise } from '../insights/summary.ts'
import type { Alert } from '../model/alert.ts'
import type { SetTimer } from '../model/timer.ts'
import { createShared } from './asked-once.ts'
import type { Failure } from './failure.ts'
import { type Gathered, gather } from './gather.ts'
import { withPatience } from './patience.ts'
import type { StatisticsSource } from './source.ts'

/** What came of a question: `leads` for an alert without insights; `failed` where nothing at all is known. */
type StatisticsAnswer = { kind: 'stats' | 'leads'; summary: Summary } | { kind: 'failed'; failure: Failure }

/** Answers a question about an alert. Never rejects. */
export type Statistics = (alert: Alert, question: Question) => Promise<StatisticsAnswer>

type StatisticsDeps = { source: StatisticsSource; now: () => number; setTimer: SetTimer }

/** How long a person waits before what is known is shown with what is missing, in ms. */
const patience = 8000

type GatheredAt = Gathered & { at: number }

/** Answers questions about alerts: all requests side by side, before all polls; the same question is one set of requests. */
export function createStatistics({ source, now, setTimer }: StatisticsDeps): Statistics {
  const shared = createShared<GatheredAt>(now, ({ failures }) => failures.length === 0)
  return async (alert, question) => {
    const at = now()
    const { range, granularity } = spanOf(question, at)
    const key = JSON.stringify([alert.id, range, granularity, question.sources])
    const needs = neededFor(question, at, alert.type === 'leads' ? 'leads' : 'stats')
    const gathered = await shared(key, async () => ({
      at,
      ...(await withPatience(setTimer, patience, (signal) =>
        gather(source, alert.id, needs, { priority: 'command', signal }),
      )),
    }))
    return answerOf(alert, question, gathered)
  }
}

/** An alert is a leads alert where its type says so, and where the service refuses statistics for that reason. */
function answerOf(alert: Alert, question: Question, gathered: GatheredAt): StatisticsAnswer {
  const { at, results, limits, failures } = gathered
  const [failure] = failures
  const summary = summarise({ alert, question, now: at, results, limits })
  if (failures.some(({ isLeadsAlert }) => isLeadsAlert)) return { kind: 'leads', summary }
  if (failure !== undefined && failures.length === results.length) return { kind: 'failed', failure }
  return { kind: alert.type === 'leads' ? 'leads' : 'stats', summary }
}
