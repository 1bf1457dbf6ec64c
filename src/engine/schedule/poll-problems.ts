import { TimedOutError } from '../../async/timeout.ts'
import type { FoundAlert } from '../../mention-api/alert-directory.ts'
import { problemTexts, serviceProblem } from '../../messages/problem-texts.ts'
import type { Id } from '../../model/id.ts'
import { errorMessage } from '../../model/log.ts'
import { MentionServiceError } from '../../model/mention-service-error.ts'
import type { NewProblem, Problem } from '../../model/problem.ts'
import type { Subscription } from '../../model/subscription.ts'

export const serviceProblemKey = 'service'

export const alertProblemKey = (id: Id) => `alert ${id}`

/** The quotes distinguish this key from the key of an alert id, because the name of an alert may be a number. */
export const alertNameProblemKey = (written: string) => `alert '${written}'`

export const storeProblemKey = (subscription: string) => `state ${subscription}`

export function alertNotFound(
  { name, channel, alert }: Pick<Subscription, 'name' | 'channel' | 'alert'>,
  found: Exclude<FoundAlert, { kind: 'found' }>,
): NewProblem & { ownerNote: string } {
  const text =
    found.kind === 'ambiguous'
      ? problemTexts.ambiguousAlert(alert, found.alerts)
      : problemTexts.noSuchAlert(alert, found.names)
  return { subscription: name, channel, ...text }
}

export function problemOfError(subscription: string, error: unknown): Problem {
  if (error instanceof MentionServiceError)
    return { subscription, code: error.kind, ...serviceProblem(error), detail: error.message }
  if (error instanceof TimedOutError) return { subscription, ...problemTexts.longPoll }
  return { subscription, code: 'state_unusable', ...problemTexts.storeUnusable(errorMessage(error)) }
}
