import { closestNames } from '@overheard/base/name'
import type { Alert } from '@overheard/mention-client/alert'
import { createAlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Configuration } from '../../config/configuration.ts'
import type { PartialSettings } from '../../config/settings.ts'
import { alertNotFound } from '../../engine/index.ts'
import { serviceAdvice, warningTexts } from '../../messages/problems/problem-texts.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from '../../model/finding.ts'
import { alertsOfDigest } from '../../model/subscription.ts'
import { privateByChannelName } from '../../subscriptions/private-alerts.ts'
import type { ListAlerts, ListAlertsResult } from '../credential-checks.ts'

const listTimeoutMs = 20_000

/** Returns undefined if the settings do not allow to ask. */
export type AskAlerts = () => Promise<ListAlertsResult | undefined>

/** Asks the mention service for its alerts when the first check needs them. */
export function askAlertsOnce(settings: PartialSettings, listAlerts: ListAlerts): AskAlerts {
  let listed: Promise<ListAlertsResult> | undefined
  const canAsk = settings.usable('MENTIONS_API_URL') && settings.usable('MENTIONS_API_TOKEN')
  return async () => {
    if (settings.startsService) return { kind: 'listed', alerts: alertsOfListen(settings) }
    if (!canAsk) return undefined
    const { MENTIONS_API_URL: url, MENTIONS_API_TOKEN: token } = settings.environment
    listed ??= listAlerts(url, token, AbortSignal.timeout(listTimeoutMs))
    return listed
  }
}

/** The bot starts the mention service itself, so it does not run now. Alerts that were made in Slack are unknown here. */
const alertsOfListen = ({ configuration }: PartialSettings): Alert[] =>
  (configuration?.listen?.alerts ?? []).map(({ name }, place) => ({
    id: String(place + 1),
    name,
    type: 'mentions',
    projectName: 'Overheard',
  }))

export function mentionServiceChecks(
  { configuration, startsService }: PartialSettings,
  askAlerts: AskAlerts,
  /** Returns the line of each subscription in the configuration file. */
  lines: () => number[],
): Check[] {
  return [
    {
      area: 'Mention service',
      run: async () => {
        if (startsService) return [fine('The bot starts its own (`listen`).')]
        const answer = await askAlerts()
        return answer === undefined
          ? [unknown('Not checked: its address or token is missing.')]
          : serviceFindings(answer)
      },
    },
    {
      area: 'Alerts',
      run: async () => {
        if (configuration === undefined) return [unknown('Not checked: the configuration cannot be read.')]
        const answer = await askAlerts()
        if (answer?.kind !== 'listed')
          return [unknown('Not checked: the mention service does not list its alerts.')]
        return alertFindings(configuration, answer.alerts, lines)
      },
    },
  ]
}

function serviceFindings(answer: ListAlertsResult): Finding[] {
  if (answer.kind === 'refused') return [fault(answer.error.message, serviceAdvice(answer.error))]
  const { length } = answer.alerts
  if (length === 0)
    return [warning('It answers, but has no alerts.', 'Create an alert in the mention service.')]
  return [fine(`It answers, accepts the token and has ${length === 1 ? 'one alert' : `${length} alerts`}.`)]
}

async function alertFindings(
  configuration: Configuration,
  alerts: Alert[],
  lines: () => number[],
): Promise<Finding[]> {
  const { subscriptions, digests } = configuration
  const directory = createAlertDirectory(
    async () => alerts,
    () => 0,
  )
  const wanted = [
    ...subscriptions.map(({ name, channel, alert }) => ({ name, channel, alert })),
    ...digests.flatMap((digest) =>
      alertsOfDigest(digest).map((alert) => ({ name: digest.name, channel: digest.channel, alert })),
    ),
  ]
  const found = await Promise.all(
    wanted.map(async (one) => ({ one, found: await directory.find(one.alert) })),
  )
  const written = found.every((one) => one.found.kind === 'found') ? [] : lines()
  const missing = found.flatMap(({ one, found }, index) => {
    if (found.kind === 'found') return []
    const { what, ownerNote } = alertNotFound(one, found)
    const place = written[index] === undefined ? one.name : `${one.name} (line ${written[index]})`
    const [meant] = found.kind === 'missing' ? closestNames(one.alert, alerts, ({ name }) => [name]) : []
    const question = meant === undefined ? '' : ` Did you mean '${meant.name}'?`
    return [fault(`${place}: ${what}${question}`, `Correct the configuration. ${ownerNote}`)]
  })
  const byName = privateByChannelName(configuration, alerts).map(({ name, alert, channel }) => {
    const { what, whatToDo } = warningTexts.privateByChannelName(name, alert, channel)
    return warning(what, whatToDo)
  })
  const there = found.length - missing.length
  const counted = there === 0 ? [] : [fine(`Found ${there} of the ${found.length} that are named.`)]
  return [...counted, ...missing, ...byName]
}
