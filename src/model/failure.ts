import { TimedOutError } from '@overheard/base/timeout'
import {
  MentionServiceError,
  type MentionServiceErrorKind,
} from '@overheard/mention-client/mention-service-error'

/** Why something is missing from an answer. */
export type MissingReason =
  | MentionServiceErrorKind
  | 'too-many-mentions'
  | 'no-such-alert'
  | 'several-alerts'
  | 'log-unreadable'
  | 'not-asked'
  | 'no-reach'
  | 'unknown'

export type Failure = {
  reason: MissingReason
  retry: 'now' | 'later' | 'useless'
  isLeadsAlert: boolean
}

export class TooManyMentionsError extends Error {
  override readonly name = 'TooManyMentionsError'
}

export function classifyFailure(error: unknown): Failure {
  if (error instanceof TimedOutError) return { reason: 'timeout', retry: 'now', isLeadsAlert: false }
  if (error instanceof TooManyMentionsError)
    return { reason: 'too-many-mentions', retry: 'useless', isLeadsAlert: false }
  if (!(error instanceof MentionServiceError))
    return { reason: 'unknown', retry: 'later', isLeadsAlert: false }
  const { kind, retry } = error
  return {
    reason: kind,
    retry: retry === 'later' ? 'later' : 'useless',
    isLeadsAlert: kind === 'leads_alert',
  }
}
