import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import type { OpenProblem } from '../troubles.ts'
import { channelProblemKey, historyProblemKey, workspaceProblemKey } from '../turn/slack-troubles.ts'
import { alertNameProblemKey, alertProblemKey, serviceProblemKey } from '../watching/watching-troubles.ts'
import { databaseProblemKey } from './database-trouble.ts'

/** What a subscription hangs on, as far as it is known: the ids of its alert and its channel. */
type KnownIds = { alert: Id | undefined; channel: string | undefined }

/**
 * Of the troubles that stand, the one that stops a subscription: its own goes before those of its alert and its channel, and these before what stops
 * everything. A trouble names the subscription that met it first, and may concern others, too: its key tells which.
 */
export function problemOfSubscription(
  { name, alert, channel }: Subscription,
  ground: KnownIds,
  standing: OpenProblem[],
): OpenProblem | undefined {
  const channels = [channel, ...(ground.channel === undefined ? [] : [ground.channel])]
  const keys = [
    alertNameProblemKey(alert),
    ...(ground.alert === undefined ? [] : [alertProblemKey(ground.alert)]),
    ...channels.map(channelProblemKey),
    ...channels.map(historyProblemKey),
    workspaceProblemKey,
    serviceProblemKey,
    databaseProblemKey,
  ]
  const own = standing.find((problem) => problem.subscription === name)
  return own ?? keys.flatMap((key) => standing.find((trouble) => trouble.key === key) ?? []).at(0)
}
