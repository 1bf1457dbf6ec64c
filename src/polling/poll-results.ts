import { backoffMs } from '../async/backoff.ts'
import type { Id } from '../model/id.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { FencedError } from '../outbox/outbox.ts'
import { hasFinished, type RunResult } from './poll.ts'
import { alertProblemKey, problemOfError, storeProblemKey } from './poll-problems.ts'
import type { PollDeps } from './ports.ts'

/** The result of a run as a change of problems: `over` and `problem` are keys. A take-over by another process is no problem. */
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

/** The subscriptions that have read to the end, and true if the service answers for the alert. A deferred run may not have asked it. */
export function finishedOf(results: RunResult[]): { toTheEnd: string[]; answers: boolean } {
  const read = results.filter(hasFinished)
  const hasFailed = results.some(({ error }) => error instanceof MentionServiceError)
  return { toTheEnd: read.map(({ subscription }) => subscription), answers: read.length > 0 && !hasFailed }
}

type ResultHandlerDeps = Pick<PollDeps, 'log' | 'now' | 'stopping'> & {
  problems: Pick<PollDeps['problems'], 'raise' | 'clear'>
  retries: RetryBackoff
  /** Schedules the next poll of a subscription at this time (UTC, ms), before its schedule. */
  comeBack: (alert: Id, subscription: string, at: number) => void
}

/** Turns the results of polls into problems, log lines and retries. */
type ResultHandler = {
  /** Handles the results of a poll. Returns the subscriptions that have read to the end. */
  conclude(alert: Id, results: RunResult[]): string[]
  /** Reports why a subscription's run failed, or could not start. `problem`: its key. */
  failed(problem: string, subscription: string, error: unknown): void
}

/** A failure while the process stops is not reported. */
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

  /** The time of the next poll if it is before the schedule. A run that names no time is retried with a backoff. */
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
        'deferred a subscription; it is polled again at retryAt or on its schedule',
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

/** Retries of subscriptions that could not continue, because their schedules may be a day away. */
type RetryBackoff = {
  /** Counts a failure. Returns the ms until the retry, not sooner than the service asks for. */
  after(subscription: string, error?: unknown): number
  /** The subscription has read to the end, or is not polled any more. */
  over(subscription: string): void
}

/** The first delay in ms. It is doubled each time, so a lasting failure costs few requests. */
const pollBackoff = { firstMs: 60_000, maxMs: 30 * 60_000 }
/** The shortest delay in ms if the service names one. */
const soonestRetryMs = 5_000

export function createRetryBackoff(): RetryBackoff {
  const failures = new Map<string, number>()
  return {
    after(subscription, error) {
      const { kind, afterMs = 0 } = error instanceof MentionServiceError ? error : {}
      // The service names the time of its next free request, however often it is reached.
      if (kind === 'rate_limited') return Math.max(soonestRetryMs, afterMs)
      const inARow = (failures.get(subscription) ?? 0) + 1
      failures.set(subscription, inARow)
      return Math.max(afterMs, backoffMs(inARow, pollBackoff))
    },
    over: (subscription) => void failures.delete(subscription),
  }
}
