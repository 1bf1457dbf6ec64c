import { backoffMs } from '../async/backoff.ts'
import type { Id } from '../model/id.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { FencedError } from '../outbox/outbox.ts'
import { hasFinished, type RunResult } from './poll.ts'
import { alertProblemKey, problemOfError, storeProblemKey } from './poll-problems.ts'
import type { PollDeps } from './ports.ts'

/** What the end of a subscription's part of a turn says of troubles: one (its key) is over, or stands, or there is none. */
type ResultKind =
  | { kind: 'fine'; over: string }
  | { kind: 'taken-over'; what: string }
  | { kind: 'failed'; trouble: string }

/** How one subscription's part of a turn ended. That another process takes a turn over is no trouble. */
export function resultOf(alert: Id, { subscription, error }: RunResult): ResultKind {
  if (error === undefined) return { kind: 'fine', over: storeProblemKey(subscription) }
  if (error instanceof FencedError) return { kind: 'taken-over', what: error.message }
  const isOfService = error instanceof MentionServiceError
  return { kind: 'failed', trouble: isOfService ? alertProblemKey(alert) : storeProblemKey(subscription) }
}

/**
 * Who has read to the end in a turn, and whether that shows that the service answers for the alert: one that left early may not have
 * asked it.
 */
export function finishedOf(parts: RunResult[]): { toTheEnd: string[]; answers: boolean } {
  const read = parts.filter(hasFinished)
  const hasFailed = parts.some(({ error }) => error instanceof MentionServiceError)
  return { toTheEnd: read.map(({ subscription }) => subscription), answers: read.length > 0 && !hasFailed }
}

type ResultHandlerDeps = Pick<PollDeps, 'log' | 'now' | 'stopping'> & {
  problems: Pick<PollDeps['problems'], 'raise' | 'clear'>
  retries: RetryBackoff
  /** A subscription is to go on at this time (UTC, ms), before its schedule says so. */
  comeBack: (alert: Id, subscription: string, at: number) => void
}

/** Tells how turns end: as troubles that begin and are over, and in the log. */
type ResultHandler = {
  /** Concludes a turn; returns the subscriptions that have read to the end in it. */
  conclude(alert: Id, parts: RunResult[]): string[]
  /** Tells why a subscription's turn failed, or could not begin. `trouble`: its key. */
  failed(problem: string, subscription: string, error: unknown): void
}

/** Makes what concludes turns. Nothing that fails while the process stops is a trouble. */
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
    log.error({ subscription, err: error }, 'a turn failed')
  }

  /** When it wants to go on; and where it could not, and does not know when it can, after a while. */
  function againOf(part: RunResult): number | undefined {
    const { subscription, error, retryAt: again } = part
    const isRead = hasFinished(part)
    if (isRead) retries.over(subscription)
    if (isRead || again !== undefined || error instanceof FencedError || stopping.aborted) return again
    return now() + retries.after(subscription, error)
  }

  function concludePart(alert: Id, part: RunResult): void {
    const { subscription, error, deferred: left } = part
    const again = againOf(part)
    const ending = resultOf(alert, part)
    if (ending.kind === 'fine') problems.clear(ending.over)
    else if (ending.kind === 'taken-over') log.warn({ subscription }, ending.what)
    else failed(ending.trouble, subscription, error)
    if (left !== undefined) log.info({ subscription, left, again }, 'a subscription left its turn early')
    if (again !== undefined) comeBack(alert, subscription, again)
  }

  return {
    failed,
    conclude(alert, parts) {
      for (const part of parts) concludePart(alert, part)
      const { toTheEnd, answers } = finishedOf(parts)
      if (answers) problems.clear(alertProblemKey(alert))
      return toTheEnd
    },
  }
}

/** When subscriptions that could not go on try again by themselves: their schedules may be a day away. */
type RetryBackoff = {
  /** Notes that one could not go on, and why; returns in how many ms it is to try again, not sooner than the service asks for. */
  after(subscription: string, error?: unknown): number
  /** It has read to the end, or is not watched any more. */
  over(subscription: string): void
}

/** So long after the first time, doubled each time up to the longest, in ms: what lasts costs a request now and then. */
const pollBackoff = { firstMs: 60_000, maxMs: 30 * 60_000 }
/** Where the service names a time that is shorter, in ms. */
const soonestRetryMs = 5_000

/** Keeps how often subscriptions could not go on in a row. */
export function createRetryBackoff(): RetryBackoff {
  const failures = new Map<string, number>()
  return {
    after(subscription, error) {
      const { kind, afterMs = 0 } = error instanceof MentionServiceError ? error : {}
      // Whoever is only one too many for the moment is told when to come, however often that happens.
      if (kind === 'rate_limited') return Math.max(soonestRetryMs, afterMs)
      const inARow = (failures.get(subscription) ?? 0) + 1
      failures.set(subscription, inARow)
      return Math.max(afterMs, backoffMs(inARow, pollBackoff))
    },
    over: (subscription) => void failures.delete(subscription),
  }
}
