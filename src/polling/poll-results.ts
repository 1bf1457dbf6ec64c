import { backoffMs } from '../async/backoff.ts'
import type { Id } from '../model/id.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { FencedError } from '../outbox/outbox.ts'
import { hasFinished, type RunResult } from './poll.ts'
import { alertProblemKey, problemOfError, storeProblemKey } from './poll-problems.ts'
import type { PollDeps } from './ports.ts'

/** What a run says about problems: `over` and `problem` are keys. That another process takes over is no problem. */
type ResultKind =
  | { kind: 'fine'; over: string }
  | { kind: 'taken-over'; what: string }
  | { kind: 'failed'; problem: string }

export function resultOf(alert: Id, { subscription, error }: RunResult): ResultKind {
  if (error === undefined) return { kind: 'fine', over: storeProblemKey(subscription) }
  if (error instanceof FencedError) return { kind: 'taken-over', what: error.message }
  const isOfService = error instanceof MentionServiceError
  return { kind: 'failed', problem: isOfService ? alertProblemKey(alert) : storeProblemKey(subscription) }
}

/** Who has read to the end, and if that shows that the service answers for the alert: a run that deferred may not have asked it. */
export function finishedOf(results: RunResult[]): { toTheEnd: string[]; answers: boolean } {
  const read = results.filter(hasFinished)
  const hasFailed = results.some(({ error }) => error instanceof MentionServiceError)
  return { toTheEnd: read.map(({ subscription }) => subscription), answers: read.length > 0 && !hasFailed }
}

type ResultHandlerDeps = Pick<PollDeps, 'log' | 'now' | 'stopping'> & {
  problems: Pick<PollDeps['problems'], 'raise' | 'clear'>
  retries: RetryBackoff
  /** A subscription is to go on at this time (UTC, ms), before its schedule says so. */
  comeBack: (alert: Id, subscription: string, at: number) => void
}

/** Reports how polls end: as problems, in the log, and as retries. */
type ResultHandler = {
  /** Handles the results of a poll. Returns the subscriptions that have read to the end. */
  conclude(alert: Id, results: RunResult[]): string[]
  /** Reports why a subscription's run failed, or could not start. `problem`: its key. */
  failed(problem: string, subscription: string, error: unknown): void
}

/** A failure while the process stops is no problem. */
export function createResultHandler({
  problems,
  log,
  now,
  stopping,
  retries,
  comeBack,
}: ResultHandlerDeps): ResultHandler {
  function failed(problem: string, subscription: string, error: unknown): void {
    if (stopping.aborted) return
    problems.raise(problem, problemOfError(subscription, error))
    log.error({ subscription, err: error }, 'a poll failed with an error; it is retried')
  }

  /** When the subscription is polled again before its schedule. A run that does not know when it can go on backs off. */
  function retryAtOf(result: RunResult): number | undefined {
    const { subscription, error, retryAt } = result
    const isRead = hasFinished(result)
    if (isRead) retries.over(subscription)
    if (isRead || retryAt !== undefined || error instanceof FencedError || stopping.aborted) return retryAt
    return now() + retries.after(subscription, error)
  }

  function concludeRun(alert: Id, result: RunResult): void {
    const { subscription, error, deferred } = result
    const retryAt = retryAtOf(result)
    const ending = resultOf(alert, result)
    if (ending.kind === 'fine') problems.clear(ending.over)
    else if (ending.kind === 'taken-over') log.warn({ subscription }, ending.what)
    else failed(ending.problem, subscription, error)
    if (deferred !== undefined)
      log.info(
        { subscription, deferred, retryAt },
        'deferred a subscription; the reason and the time of the retry are given',
      )
    if (retryAt !== undefined) comeBack(alert, subscription, retryAt)
  }

  return {
    failed,
    conclude(alert, results) {
      for (const result of results) concludeRun(alert, result)
      const { toTheEnd, answers } = finishedOf(results)
      if (answers) problems.clear(alertProblemKey(alert))
      return toTheEnd
    },
  }
}

/** When subscriptions that could not go on are polled again: their schedules may be a day away. */
type RetryBackoff = {
  /** Counts a failure. Returns in how many ms to try again, not sooner than the service asks for. */
  after(subscription: string, error?: unknown): number
  /** The subscription has read to the end, or is not polled any more. */
  over(subscription: string): void
}

/** The first delay is doubled each time: a lasting failure costs a request now and then. In ms. */
const pollBackoff = { firstMs: 60_000, maxMs: 30 * 60_000 }
/** The shortest delay if the service names one, in ms. */
const soonestRetryMs = 5_000

export function createRetryBackoff(): RetryBackoff {
  const failures = new Map<string, number>()
  return {
    after(subscription, error) {
      const { kind, afterMs = 0 } = error instanceof MentionServiceError ? error : {}
      // The service says when there is room again, however often that happens.
      if (kind === 'rate_limited') return Math.max(soonestRetryMs, afterMs)
      const inARow = (failures.get(subscription) ?? 0) + 1
      failures.set(subscription, inARow)
      return Math.max(afterMs, backoffMs(inARow, pollBackoff))
    },
    over: (subscription) => void failures.delete(subscription),
  }
}
