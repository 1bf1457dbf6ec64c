import { TimedOutError } from '../async/timeout.ts'
import { MentionServiceError, type MentionServiceErrorKind } from '../model/mention-service-error.ts'

/** Why a figure is missing. `reason`: half a sentence for people. `retry`: when a retry can help. */
export type StatsFailure = { reason: string; retry: 'now' | 'later' | 'useless'; isLeadsAlert: boolean }

/** Thrown if a search would read too many mentions. */
export class TooManyMentionsError extends Error {
  override readonly name = 'TooManyMentionsError'
}

/** The reasons in words for readers of statistics, short enough for brackets. */
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

/** Describes an error to the person who asked. An unknown error gets a neutral description. */
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
