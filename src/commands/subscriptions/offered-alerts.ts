/** The alerts that a person can choose from, and what is written down of the one that was chosen. */
import type { AlertDirectory } from '../../alerts.ts'
import { cut, isolate } from '../../messages/text.ts'
import { type Alert, nameAmong } from '../../model/alert.ts'
import { resolveAlert } from '../resolve-alert.ts'

type AlertLookup = Pick<AlertDirectory, 'find'>

/** Slack's limit of a select's options. */
const maxOffered = 100

/** What the list of a form offers: the alerts that fit what was written, and all where one does, which comes first; undefined where none does. */
export function offeredAlerts(all: Alert[], asked: string | undefined) {
  const found = asked === undefined ? undefined : resolveAlert(asked, all)
  if (found?.kind === 'none') return undefined
  const first = found?.kind === 'one' ? [found.alert] : []
  const others = found?.kind === 'several' ? found.alerts : all.filter((alert) => !first.includes(alert))
  const offered = [...first, ...others]
  return {
    offered: offered.slice(0, maxOffered).map((alert) => ({ id: alert.id, name: nameAmong(alert, all) })),
    left: Math.max(0, offered.length - maxOffered),
    chosen: first[0] === undefined ? {} : { alert: first[0].id },
  }
}

/** Says that no alert is called so. A channel that Slack knows comes as a link: what still begins with # is none, or one of an alert's words. */
export function noSuchAlertText(asked: string): string {
  const shown = isolate(cut(asked, 100))
  const channel = /(?:^|\s)(#\S{1,80})$/.exec(asked)?.[1]
  if (channel === undefined) return `There is no alert "${shown}". /mentions subscribe lists them.`
  return `Slack knows no channel ${isolate(channel)} that you can see, and there is no alert "${shown}". Choose the channel from the list that Slack shows while you type.`
}

/** An alert's name where it alone is meant by it, which people can read; else its id, which is as good. Never rejects. */
export async function stableAlertName(alerts: AlertLookup, id: string): Promise<string> {
  const name = await uniqueNameOf(alerts, id).catch(() => undefined)
  return name ?? id
}

async function uniqueNameOf(alerts: AlertLookup, id: string): Promise<string | undefined> {
  const byId = await alerts.find(id)
  if (byId.kind !== 'found') return undefined
  const byName = await alerts.find(byId.alert.name)
  return byName.kind === 'found' && byName.alert.id === id ? byName.alert.name : undefined
}
