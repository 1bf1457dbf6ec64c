import { TimedOutError } from '@overheard/base/timeout'
import type { FoundAlert } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { problemTexts, serviceProblem } from '../../messages/problems/problem-texts.ts'
import { errorMessage } from '../../model/log.ts'
import type { NewProblem, Problem } from '../../model/problem.ts'
import type { Subscription } from '../../model/subscription.ts'
import {
  channelProblemKey,
  historyProblemKey,
  waitProblemKey,
  workspaceProblemKey,
} from '../post/slack-problems.ts'

export const serviceProblemKey = 'service'

export const alertProblemKey = (id: Id) => `alert ${id}`

/** The quotes distinguish this key from the key of an alert id, because the name of an alert may be a number. */
export const alertNameProblemKey = (written: string) => `alert '${written}'`

export const storeProblemKey = (subscription: string) => `state ${subscription}`

/** Returns the keys of the problems that may stop a subscription. `ids` are those of its alert and its channel, if they are known. */
export function problemKeysOf(
  { alert, channel }: Pick<Subscription, 'alert' | 'channel'>,
  ids: { alert: Id | undefined; channel: string | undefined },
): string[] {
  const channels = [channel, ...(ids.channel === undefined ? [] : [ids.channel])]
  return [
    alertNameProblemKey(alert),
    ...(ids.alert === undefined ? [] : [alertProblemKey(ids.alert)]),
    ...channels.map(channelProblemKey),
    ...channels.map(waitProblemKey),
    ...channels.map(historyProblemKey),
    workspaceProblemKey,
    serviceProblemKey,
  ]
}

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
  if (error instanceof TimedOutError) return { subscription, ...problemTexts.longPoll() }
  return { subscription, code: 'state_unusable', ...problemTexts.storeUnusable(errorMessage(error)) }
}
