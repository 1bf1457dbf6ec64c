import type { Configuration } from '../../config/configuration.ts'
import type { PartialSettings } from '../../config/settings.ts'
import { createAlertDirectory } from '../../mention-api/alert-directory.ts'
import type { Alert } from '../../model/alert.ts'
import { alertNotFound, serviceAdvice } from '../../polling/poll-problems.ts'
import type { ListAlerts, ListAlertsResult } from '../setup/credential-steps.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from './findings.ts'

/** How long the service may take to list its alerts, in ms. */
const listTimeoutMs = 20_000

/** Whether the mention service answers and takes our token, and whether each alert that is named is there. One request in all. */
export function mentionServiceChecks(settings: PartialSettings, listAlerts: ListAlerts): Check[] {
  let asked: Promise<ListAlertsResult> | undefined
  const ask = () => {
    const { MENTIONS_API_URL: url, MENTIONS_API_TOKEN: token } = settings.environment
    asked ??= listAlerts(url, token, AbortSignal.timeout(listTimeoutMs))
    return asked
  }
  const canAsk = settings.usable('MENTIONS_API_URL') && settings.usable('MENTIONS_API_TOKEN')
  return [
    {
      area: 'Mention service',
      run: async () =>
        canAsk ? serviceFindings(await ask()) : [unknown('It cannot be asked without address and token.')],
    },
    {
      area: 'Alerts',
      run: async () => {
        if (settings.configuration === undefined)
          return [unknown('Which are meant is not known without the configuration.')]
        const answer = canAsk ? await ask() : undefined
        if (answer?.kind !== 'listed')
          return [unknown('Which there are is not known: the mention service does not tell.')]
        return alertFindings(settings.configuration, answer.alerts)
      },
    },
  ]
}

function serviceFindings(answer: ListAlertsResult): Finding[] {
  if (answer.kind === 'refused') return [fault(answer.error.message, serviceAdvice(answer.error))]
  const { length } = answer.alerts
  if (length === 0)
    return [warning('It answers, and has no alerts.', 'Make an alert in the mention service.')]
  return [fine(`It answers, takes the token, and has ${length === 1 ? 'one alert' : `${length} alerts`}.`)]
}

async function alertFindings({ subscriptions, digests }: Configuration, alerts: Alert[]): Promise<Finding[]> {
  const book = createAlertDirectory(
    async () => alerts,
    () => 0,
  )
  const wanted = [
    ...subscriptions.map(({ name, channel, alert }) => ({ name, channel, alert })),
    ...digests.flatMap(({ name, channel, alerts: named }) =>
      named.map((alert) => ({ name, channel, alert })),
    ),
  ]
  const found = await Promise.all(wanted.map(async (one) => ({ one, found: await book.find(one.alert) })))
  const missing = found.flatMap(({ one, found }) => {
    if (found.kind === 'found') return []
    const { what, whatToDo } = alertNotFound(one, found)
    return [fault(`${one.name}: ${what}`, whatToDo)]
  })
  const there = found.length - missing.length
  return there === 0 ? missing : [fine(`Found: ${there} of ${found.length} that are named.`), ...missing]
}
