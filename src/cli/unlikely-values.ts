import { unlikelyValues } from '../kernel/written-filter.ts'
import { type ProblemText, warningTexts } from '../messages/problem-texts.ts'
import { entryOf, type Filter, type Subscription } from '../model/subscription.ts'

/**
 * Warns about values of filters that may never match. `lines` returns the line of each subscription in the configuration file, and is called
 * only if there is a warning.
 */
export function unlikelyValueWarnings(subscriptions: Subscription[], lines: () => number[]): ProblemText[] {
  const found = onePerEntry(subscriptions).flatMap((subscription, index) =>
    filtersOf(subscription).flatMap(([path, filter]) =>
      unlikelyValues(filter).map((unlikely) => ({
        ...unlikely,
        path,
        index,
        name: entryOf(subscription.name),
      })),
    ),
  )
  if (found.length === 0) return []
  const written = lines()
  return found.map(({ name, index, path, key, value, meant }) =>
    warningTexts.unlikelyValue(`${name} (line ${written[index]}), ${path}.${key}`, key, value, meant),
  )
}

/** The lines are those of entries, and an entry with several channels is a subscription to each of them. */
const onePerEntry = (subscriptions: Subscription[]): Subscription[] => [
  ...new Map(subscriptions.map((one) => [entryOf(one.name), one])).values(),
]

const filtersOf = ({ only, except, quiet, notify }: Subscription): [string, Filter][] => [
  ['only', only],
  ['except', except],
  ['quiet.urgent', quiet?.urgent ?? {}],
  ['notify.when', notify?.when ?? {}],
]
