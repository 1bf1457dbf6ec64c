import type { SetTimer } from '../async/clock.ts'
import { MentionServiceError, type MentionServiceErrorKind } from '../model/mention-service-error.ts'

/** Why something is not known: half a sentence for readers, and whether asking again helps. */
export type StatsFailure = { reason: string; retry: 'now' | 'later' | 'useless'; isLeadsAlert: boolean }

/** More mentions than may be read stand before what is looked for. */
export class TooManyMentionsError extends Error {
  override readonly name = 'TooManyMentionsError'
}

/** The patience of whoever asked was over before the service answered. */
class TimedOutError extends Error {
  override readonly name = 'PatienceOverError'
}

/** The words of this reader, not of a log: what happened, short enough to stand in brackets. */
const failureReasons: Record<MentionServiceErrorKind, string> = {
  rate_limited: 'too many requests at the moment',
  busy: 'the mention service is busy',
  unauthorized: 'the mention service refuses the access token',
  alert_not_found: 'the mention service does not know this alert any more',
  no_such_method: 'this mention service does not have them',
  bad_parameter: 'the mention service refuses this question',
  leads_alert: 'leads alerts have no statistics',
  unexpected: 'the mention service failed',
  unreachable: 'the mention service cannot be reached',
  timeout: 'the mention service took too long',
  malformed: 'the answer of the mention service cannot be read',
}

/** What an error of the mention service means to whoever asked. */
export function describeFailure(error: unknown): StatsFailure {
  if (error instanceof TimedOutError)
    return { reason: failureReasons.timeout, retry: 'now', isLeadsAlert: false }
  if (error instanceof TooManyMentionsError)
    return { reason: 'there are too many mentions to look through', retry: 'useless', isLeadsAlert: false }
  if (!(error instanceof MentionServiceError))
    return { reason: 'something went wrong here', retry: 'later', isLeadsAlert: false }
  const { kind, retry } = error
  return {
    reason: failureReasons[kind],
    retry: retry === 'later' ? 'later' : 'useless',
    isLeadsAlert: kind === 'leads_alert',
  }
}

/** Does something whose signal is aborted after `ms`, with PatienceOverError as the reason. */
export async function withTimeout<T>(
  setTimer: SetTimer,
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = new AbortController()
  const cancel = setTimer(() => patience.abort(new TimedOutError(`not within ${ms} ms`)), ms)
  try {
    return await act(patience.signal)
  } finally {
    cancel()
  }
}

/** What `promise` becomes; rejects with the signal's reason when that is aborted first. For what takes no signal itself. */
export function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
