import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import type { StandingTrouble } from '../troubles.ts'
import { channelKey, historyKey, workspaceKey } from '../turn/slack-troubles.ts'
import { alertKey, serviceKey, writtenKey } from '../watching/watching-troubles.ts'
import { databaseKey } from './database-trouble.ts'

/** What a subscription hangs on, as far as it is known: the ids of its alert and its channel. */
type Ground = { alert: Id | undefined; channel: string | undefined }

/**
 * Of the troubles that stand, the one that stops a subscription: its own goes before those of its alert and its channel, and these before what stops
 * everything. A trouble names the subscription that met it first, and may concern others, too: its key tells which.
 */
export function troubleOf(
  { name, alert, channel }: Subscription,
  ground: Ground,
  standing: StandingTrouble[],
): StandingTrouble | undefined {
  const channels = [channel, ...(ground.channel === undefined ? [] : [ground.channel])]
  const keys = [
    writtenKey(alert),
    ...(ground.alert === undefined ? [] : [alertKey(ground.alert)]),
    ...channels.map(channelKey),
    ...channels.map(historyKey),
    workspaceKey,
    serviceKey,
    databaseKey,
  ]
  const own = standing.find((trouble) => trouble.subscription === name)
  return own ?? keys.flatMap((key) => standing.find((trouble) => trouble.key === key) ?? []).at(0)
}
