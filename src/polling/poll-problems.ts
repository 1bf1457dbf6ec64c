import type { FoundAlert } from '../mention-api/alert-directory.ts'
import type { Id } from '../model/id.ts'
import { errorMessage } from '../model/log.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import type { Problem } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'

/** The key of the trouble that the mention service as a whole cannot be used. */
export const serviceProblemKey = 'mention service'

/** The key of the trouble that the mention service has with one alert. */
export const alertProblemKey = (id: Id) => `alert ${id}`

/** The key of the trouble that no alert, or more than one, is what was written: not that of an alert's id, which may be written. */
export const alertNameProblemKey = (written: string) => `alert '${written}'`

/** The key of the trouble that one subscription's own state makes. */
export const storeProblemKey = (subscription: string) => `state ${subscription}`

/** As many names of alerts are listed: enough to find the right one, and readable in a message. */
const mostNames = 30

/** The trouble of a subscription whose alert is not there (the ones there are, are listed), or not the only one of its name. */
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

/** The trouble an error of a turn makes. */
export function problemOfError(subscription: string, error: unknown): Problem {
  if (error instanceof MentionServiceError) {
    return { subscription, code: error.kind, what: error.message, whatToDo: serviceAdvice(error) }
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    const what = 'A turn took longer than two minutes and was given up.'
    return { subscription, what, whatToDo: 'Nothing: it goes on at the next look.' }
  }
  const what = `The state cannot be read or written: ${errorMessage(error)}.`
  return {
    subscription,
    code: 'state_unusable',
    what,
    whatToDo:
      'Make room on the disk and check the rights of DATA_DIR, or check PostgreSQL where DATABASE_URL is set; it goes on by itself.',
  }
}

/** What to do about an error of the mention service. */
export function serviceAdvice({ kind, retry }: MentionServiceError): string {
  if (kind === 'alert_not_found')
    return 'Restore the alert in the mention service, or take the subscription out.'
  if (kind === 'unauthorized') return 'Replace MENTIONS_API_TOKEN.'
  if (kind === 'no_such_method') return 'Check MENTIONS_API_URL: it is written without /v1.0.'
  if (retry === 'later') return 'Nothing: it is tried again by itself.'
  return 'Check the mention service and MENTIONS_API_URL; it is tried again at the next look.'
}
