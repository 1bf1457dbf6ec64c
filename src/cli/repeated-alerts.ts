import { type ProblemText, warningTexts } from '../messages/problem-texts.ts'
import type { Subscription } from '../model/subscription.ts'
import { findRepeatedAlerts } from '../rules/repeated-alerts.ts'

/**
 * Warns about subscriptions that post the same alert to the same channel. `placeOf` returns equal texts for the same place. `lines` returns the
 * line of each subscription in the configuration file, and is called only if there is a warning.
 */
export function repeatedAlertWarnings(
  subscriptions: Subscription[],
  placeOf: (subscription: Subscription) => string,
  lines: () => number[],
): ProblemText[] {
  const found = findRepeatedAlerts(subscriptions, placeOf)
  if (found.length === 0) return []
  const written = lines()
  const lineOf = new Map(subscriptions.map((one, index) => [one, written[index]]))
  const named = (one: Subscription) => `${one.name} (line ${lineOf.get(one)})`
  return found.map(({ repeated, earlier }) =>
    warningTexts.repeatedAlert(named(repeated), named(earlier), repeated.alert, repeated.channel),
  )
}
