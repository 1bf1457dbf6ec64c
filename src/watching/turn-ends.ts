import { MentionServiceError } from '../mentions/error.ts'
import type { Id } from '../model/id.ts'
import { TakenOverError } from '../turn/keep.ts'
import type { TurnDeps } from '../turn/ports.ts'
import { hasRead, type Part } from '../turn.ts'
import type { Retries } from './retries.ts'
import { alertKey, stateKey, troubleOf } from './watching-troubles.ts'

/** What the end of a subscription's part of a turn says of troubles: one (its key) is over, or stands, or there is none. */
type Ending =
  | { kind: 'fine'; over: string }
  | { kind: 'taken-over'; what: string }
  | { kind: 'failed'; trouble: string }

/** How one subscription's part of a turn ended. That another process takes a turn over is no trouble. */
export function endingOf(alert: Id, { subscription, error }: Part): Ending {
  if (error === undefined) return { kind: 'fine', over: stateKey(subscription) }
  if (error instanceof TakenOverError) return { kind: 'taken-over', what: error.message }
  const isOfService = error instanceof MentionServiceError
  return { kind: 'failed', trouble: isOfService ? alertKey(alert) : stateKey(subscription) }
}

/**
 * Who has read to the end in a turn, and whether that shows that the service answers for the alert: one that left early may not have
 * asked it.
 */
export function readingOf(parts: Part[]): { toTheEnd: string[]; answers: boolean } {
  const read = parts.filter(hasRead)
  const hasFailed = parts.some(({ error }) => error instanceof MentionServiceError)
  return { toTheEnd: read.map(({ subscription }) => subscription), answers: read.length > 0 && !hasFailed }
}

type TurnEndsDeps = Pick<TurnDeps, 'log' | 'now' | 'stopping'> & {
  troubles: Pick<TurnDeps['troubles'], 'raise' | 'clear'>
  retries: Retries
  /** A subscription is to go on at this time (UTC, ms), before its schedule says so. */
  comeBack: (alert: Id, subscription: string, at: number) => void
}

/** Tells how turns end: as troubles that begin and are over, and in the log. */
type TurnEnds = {
  /** Concludes a turn; returns the subscriptions that have read to the end in it. */
  conclude(alert: Id, parts: Part[]): string[]
  /** Tells why a subscription's turn failed, or could not begin. `trouble`: its key. */
  failed(trouble: string, subscription: string, error: unknown): void
}

/** Makes what concludes turns. Nothing that fails while the process stops is a trouble. */
export function createTurnEnds({ troubles, log, now, stopping, retries, comeBack }: TurnEndsDeps): TurnEnds {
  function failed(trouble: string, subscription: string, error: unknown): void {
    if (stopping.aborted) return
    troubles.raise(trouble, troubleOf(subscription, error))
    log.error({ subscription, err: error }, 'a turn failed')
  }

  /** When it wants to go on; and where it could not, and does not know when it can, after a while. */
  function againOf(part: Part): number | undefined {
    const { subscription, error, again } = part
    const isRead = hasRead(part)
    if (isRead) retries.over(subscription)
    if (isRead || again !== undefined || error instanceof TakenOverError || stopping.aborted) return again
    return now() + retries.after(subscription, error)
  }

  function concludePart(alert: Id, part: Part): void {
    const { subscription, error, left } = part
    const again = againOf(part)
    const ending = endingOf(alert, part)
    if (ending.kind === 'fine') troubles.clear(ending.over)
    else if (ending.kind === 'taken-over') log.warn({ subscription }, ending.what)
    else failed(ending.trouble, subscription, error)
    if (left !== undefined) log.info({ subscription, left, again }, 'a subscription left its turn early')
    if (again !== undefined) comeBack(alert, subscription, again)
  }

  return {
    failed,
    conclude(alert, parts) {
      for (const part of parts) concludePart(alert, part)
      const { toTheEnd, answers } = readingOf(parts)
      if (answers) troubles.clear(alertKey(alert))
      return toTheEnd
    },
  }
}
