import { TimedOutError } from '../../async/timeout.ts'
import { MentionServiceError } from '../../model/mention-service-error.ts'
import type { MissingReason } from './request-plan.ts'

export type StatsFailure = {
  reason: MissingReason
  retry: 'now' | 'later' | 'useless'
  isLeadsAlert: boolean
}

export class TooManyMentionsError extends Error {
  override readonly name = 'TooManyMentionsError'
}

export function classifyFailure(error: unknown): StatsFailure {
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
