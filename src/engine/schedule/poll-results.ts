import { backoffMs } from '@overheard/base/backoff'
import { maxPauseMs } from '@overheard/base/rate-limiter'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { waitWords } from '../../messages/reasons.ts'
import { FencedError } from '../../model/fenced-error.ts'
import type { PollDeps } from '../ports.ts'
import { hasFinished, type RunResult } from '../run/result.ts'
import { alertProblemKey, problemOfError, storeProblemKey } from './poll-problems.ts'

/** `over` is the key of the problem to clear, `problem` the key of the problem to raise. A take-over by another process is no problem. */
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

/** `serviceAnswered` is true if at least one subscription read to the end of the mentions and the service failed for none. */
export function finishedOf(results: RunResult[]): { readToEnd: string[]; serviceAnswered: boolean } {
  const readToEnd: string[] = []
  let hasFailed = false
  for (const result of results) {
    if (hasFinished(result)) readToEnd.push(result.subscription)
    if (result.error instanceof MentionServiceError) hasFailed = true
  }
  return { readToEnd, serviceAnswered: readToEnd.length > 0 && !hasFailed }
}

type ResultHandlerDeps = Pick<PollDeps, 'log' | 'now' | 'stopping'> & {
  problems: Pick<PollDeps['problems'], 'raise' | 'clear'>
  retries: RetryBackoff
  pollAgainAt: (alert: Id, subscription: string, at: Time) => void
}

type ResultHandler = {
  conclude(alert: Id, results: RunResult[]): string[]
  failed(problem: string, subscription: string, error: unknown): void
}

export function createResultHandler({
  problems,
  log,
  now,
  stopping,
  retries,
  pollAgainAt,
}: ResultHandlerDeps): ResultHandler {
  function failed(problem: string, subscription: string, error: unknown): void {
    if (stopping.aborted) return
    problems.raise(problem, problemOfError(subscription, error))
    log.error({ subscription, err: error }, 'a poll failed with an error; it is retried')
  }

  /**
   * Returns when the subscription must be polled again (ms since the epoch), or undefined if its schedule is soon enough. After a failure
   * or a deferral without a time of its own, the delay grows each time.
   */
  function retryAtOf(result: RunResult): number | undefined {
    const { subscription, error, retryAt } = result
    const isRead = hasFinished(result)
    if (isRead) retries.reset(subscription)
    if (isRead || retryAt !== undefined || error instanceof FencedError || stopping.aborted) return retryAt
    return now() + retries.delayAfterFailure(subscription, error)
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
        { subscription, deferred: waitWords(deferred), retryAt },
        'deferred a subscription; it is polled again at retryAt, or earlier if its schedule says so',
      )
    if (retryAt !== undefined) pollAgainAt(alert, subscription, retryAt)
  }

  return {
    failed,
    conclude(alert, results) {
      for (const result of results) concludeRun(alert, result)
      const { readToEnd, serviceAnswered } = finishedOf(results)
      if (serviceAnswered) problems.clear(alertProblemKey(alert))
      return readToEnd
    },
  }
}

/**
 * Computes delays for subscriptions that could not continue. They do not wait for their schedules, because the next scheduled poll may be a
 * day away.
 */
type RetryBackoff = {
  /** Counts a failure. Returns the ms until the retry, which is never sooner than the service asks for. */
  delayAfterFailure(subscription: string, error?: unknown): number
  reset(subscription: string): void
}

/** Each failure in a row doubles the delay, so a lasting failure costs few requests. */
const pollBackoff = { firstMs: 60_000, maxMs: maxPauseMs }
const minRetryAfterRateLimitMs = 5_000

export function createRetryBackoff(): RetryBackoff {
  const failures = new Map<string, number>()
  return {
    delayAfterFailure(subscription, error) {
      const { kind, afterMs = 0 } = error instanceof MentionServiceError ? error : {}
      // The service names the time of its next free request, so the delay need not grow.
      if (kind === 'rate_limited') return Math.max(minRetryAfterRateLimitMs, afterMs)
      const inARow = (failures.get(subscription) ?? 0) + 1
      failures.set(subscription, inARow)
      return Math.max(afterMs, backoffMs(inARow, pollBackoff))
    },
    reset: (subscription) => void failures.delete(subscription),
  }
}
