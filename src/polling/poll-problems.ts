import type { FoundAlert } from '../mention-api/alert-directory.ts'
import type { Id } from '../model/id.ts'
import { errorMessage } from '../model/log.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import type { Problem } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'

/** The problem key of the mention service as a whole. */
export const serviceProblemKey = 'mention service'

/** The problem key of one alert. */
export const alertProblemKey = (id: Id) => `alert ${id}`

/**
 * The problem key of an alert name that no alert or several alerts have. It differs from the key of an alert id, which may be written, too.
 */
export const alertNameProblemKey = (written: string) => `alert '${written}'`

/** The problem key of a store that fails for one subscription. */
export const storeProblemKey = (subscription: string) => `state ${subscription}`

/** An error lists at most this many alert names: enough to find the right one, and readable in a message. */
const mostNames = 30

/** The problem of a subscription whose alert does not exist or has an ambiguous name. */
export function alertNotFound(
  { name, channel, alert }: Pick<Subscription, 'name' | 'channel' | 'alert'>,
  found: Exclude<FoundAlert, { kind: 'found' }>,
): Problem {
  const subject = { subscription: name, channel }
  if (found.kind === 'ambiguous') {
    const ids = found.alerts.map(({ id, projectName }) => `${id} (${projectName})`).join(', ')
    return {
      ...subject,
      what: `Several alerts are called '${alert}'.`,
      whatToDo: `Write the id instead: ${ids}.`,
    }
  }
  const names = found.names.slice(0, mostNames).map((known) => `'${known}'`)
  const there = names.length === 0 ? 'There are no alerts at all' : `There are: ${names.join(', ')}`
  return {
    ...subject,
    what: `There is no alert '${alert}'.`,
    whatToDo: `Correct the name in the configuration. ${there}.`,
  }
}

export function problemOfError(subscription: string, error: unknown): Problem {
  if (error instanceof MentionServiceError) {
    return { subscription, code: error.kind, what: error.message, whatToDo: serviceAdvice(error) }
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    const what = 'A poll took longer than two minutes and was ended.'
    return { subscription, what, whatToDo: 'Nothing: the next poll goes on.' }
  }
  const what = `The store cannot be read or written: ${errorMessage(error)}.`
  return {
    subscription,
    code: 'state_unusable',
    what,
    whatToDo:
      'Make room on the disk and check the rights of DATA_DIR, or check PostgreSQL if DATABASE_URL is set; Overheard retries by itself.',
  }
}

export function serviceAdvice({ kind, retry }: MentionServiceError): string {
  if (kind === 'alert_not_found')
    return 'Restore the alert in the mention service, or take the subscription out.'
  if (kind === 'unauthorized') return 'Replace MENTIONS_API_TOKEN.'
  if (kind === 'no_such_method') return 'Check MENTIONS_API_URL: it is written without /v1.0.'
  if (retry === 'later') return 'Nothing: Overheard retries by itself.'
  return 'Check the mention service and MENTIONS_API_URL; the next poll tries again.'
}
