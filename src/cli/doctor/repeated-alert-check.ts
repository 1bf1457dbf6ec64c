import type { PartialSettings } from '../../config/settings.ts'
import { findAlertIn } from '../../mention-api/alert-directory.ts'
import { type Check, fine, warning } from '../../model/finding.ts'
import type { WrittenAlert } from '../../model/id.ts'
import { nameKey } from '../../model/name.ts'
import type { Channels } from '../../slack/channels.ts'
import { repeatedAlertWarnings } from '../repeated-alerts.ts'
import type { AskAlerts } from './mention-service-checks.ts'

type RepeatedAlertDeps = {
  askAlerts: AskAlerts
  /** Undefined if Slack cannot be asked. */
  channels: Pick<Channels, 'find'> | undefined
  /** The line of each subscription in the configuration file. */
  lines: () => number[]
}

/** Compares the alerts and channels that are meant, by name or id. If the other side does not answer, compares what is written. */
export function repeatedAlertChecks(
  { file, configuration }: PartialSettings,
  { askAlerts, channels, lines }: RepeatedAlertDeps,
): Check[] {
  const { subscriptions = [] } = configuration ?? {}
  if (subscriptions.length < 2) return []
  const run = async () => {
    const answer = await askAlerts()
    const alerts = answer?.kind === 'listed' ? answer.alerts : []
    const channelIds = new Map<string, string>()
    for (const written of new Set(subscriptions.map(({ channel }) => channel))) {
      const found = await channels?.find(written)
      if (found?.kind === 'found') channelIds.set(written, found.id)
      // If Slack does not answer, each further question would take as long.
      else if (found?.kind !== 'missing') break
    }
    const placeOf = ({ alert, channel }: { alert: WrittenAlert; channel: string }) =>
      [findAlertIn(alert, alerts)?.id ?? nameKey(alert), channelIds.get(channel) ?? nameKey(channel)].join(
        '\n',
      )
    const found = repeatedAlertWarnings(subscriptions, placeOf, lines)
    if (found.length === 0) return [fine('No channel gets the mentions of an alert twice.')]
    return found.map(({ what, whatToDo }) => warning(`${file}: ${what}`, whatToDo))
  }
  return [{ area: 'Repeated alerts', run }]
}
