import type { AlertBook } from '../alerts.ts'
import type { Channels } from '../deliver/channels.ts'
import type { Alert } from '../model/alert.ts'
import type { Subscription } from '../model/subscription.ts'

/** A channel as Slack names it in a command; the name of a private one is withheld. */
export type Place = { channel: string; channelName: string }

type ChannelAlertsDeps = {
  subscriptions: () => Subscription[]
  channels: Pick<Channels, 'find'>
  alerts: Pick<AlertBook, 'find'>
}

/** The alerts of the subscriptions of a channel, each once. Rejects as the mention service does. */
export async function channelAlerts(deps: ChannelAlertsDeps, place: Place): Promise<Alert[]> {
  const here = await Promise.all(
    deps
      .subscriptions()
      .map(async ({ alert, channel }) => ((await isHere(deps, channel, place)) ? alert : [])),
  )
  const found = await Promise.all(here.flat().map((written) => deps.alerts.find(written)))
  const alerts = found.flatMap((one) => (one.kind === 'found' ? one.alert : []))
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()]
}

async function isHere(
  { channels }: ChannelAlertsDeps,
  written: string,
  { channel, channelName }: Place,
): Promise<boolean> {
  if (written === channel || written.toLowerCase() === `#${channelName.toLowerCase()}`) return true
  if (!written.startsWith('#')) return false
  const found = await channels.find(written)
  return found.kind === 'found' && found.id === channel
}
