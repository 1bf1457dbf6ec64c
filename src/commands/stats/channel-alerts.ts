import type { AlertDirectory } from '../../alerts.ts'
import { type ChannelRef, findSubscriptionsOfChannel } from '../../channel-subscriptions.ts'
import type { Channels } from '../../deliver/channels.ts'
import type { Alert } from '../../model/alert.ts'
import type { Subscription } from '../../model/subscription.ts'

type ChannelAlertsDeps = {
  subscriptions: () => Subscription[]
  channels: Pick<Channels, 'find'>
  alerts: Pick<AlertDirectory, 'find'>
}

/** The alerts of the subscriptions of a channel, each once. Rejects as the mention service does. */
export async function loadChannelAlerts(deps: ChannelAlertsDeps, place: ChannelRef): Promise<Alert[]> {
  const here = await findSubscriptionsOfChannel(deps.channels, deps.subscriptions(), place)
  const found = await Promise.all(here.map(({ alert }) => deps.alerts.find(alert)))
  const alerts = found.flatMap((one) => (one.kind === 'found' ? one.alert : []))
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()]
}
