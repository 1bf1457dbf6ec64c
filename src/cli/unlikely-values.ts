import { matchByName } from '@overheard/base/name'
import { sourceOfMentions } from '@overheard/listen/source-names'
import type { Configuration } from '../config/configuration.ts'
import { features } from '../features.ts'
import type { Feature } from '../kernel/feature.ts'
import { unlikelyValues } from '../kernel/written-filter.ts'
import { type ProblemText, warningTexts } from '../messages/problems/problem-texts.ts'
import { entryOf, type Filter, type Subscription } from '../model/subscription.ts'

type FilterInFile = ReturnType<Feature['filters']>[number]

/**
 * Warns about alerts that `listen` does not have, and about values of filters that may never match, also in the keys of features. `lines`
 * returns the line of each subscription in the configuration file, and is called only if there is a warning.
 */
export function unlikelyValueWarnings(
  configuration: Pick<Configuration, 'subscriptions' | 'written' | 'listen'>,
  lines: () => number[],
): ProblemText[] {
  const entries = onePerEntry(configuration.subscriptions)
  return [...alertWarnings(entries, configuration, lines), ...filterWarnings(entries, configuration, lines)]
}

/** A host whose disk goes away keeps what is in the database, and not the mentions of the own mention service. */
export const diskWarnings = (
  { listen }: Pick<Configuration, 'listen'>,
  databaseUrl: string | undefined,
): ProblemText[] => (listen === undefined || !databaseUrl?.trim() ? [] : [warningTexts.mentionsStayOnDisk()])

function alertWarnings(
  entries: Subscription[],
  { listen }: Pick<Configuration, 'listen'>,
  lines: () => number[],
): ProblemText[] {
  if (listen === undefined) return []
  const names = listen.alerts.map(({ name }) => name)
  const isId = (alert: string) => /^\d+$/.test(alert)
  const labelsOf = (name: string) => ({ names: [name] })
  return entries.flatMap(({ name, alert }, entry) => {
    if (isId(alert) || matchByName(alert, names, labelsOf).length > 0) return []
    return [warningTexts.notListenedFor(`${entryOf(name)} (line ${lines()[entry]})`, alert, names)]
  })
}

function filterWarnings(
  entries: Subscription[],
  { written }: Pick<Configuration, 'written'>,
  lines: () => number[],
): ProblemText[] {
  const ofEntries = entries.flatMap((subscription, entry) =>
    filtersOf(subscription).map(([path, filter]) => ({ path, filter, entry })),
  )
  const filters: (FilterInFile & { entry?: number })[] = [
    ...ofEntries,
    ...features.flatMap((feature) => feature.filters(written)),
  ]
  const found = filters.flatMap(({ filter, ...place }) =>
    unlikelyValues(filter, sourceOfMentions).map((unlikely) => ({ ...unlikely, ...place })),
  )
  if (found.length === 0) return []
  const lineOf = lines()
  return found.map(({ entry = -1, path, key, value, meant }) => {
    const subscription = entries[entry]
    const place = subscription && `${entryOf(subscription.name)} (line ${lineOf[entry]}), `
    return warningTexts.unlikelyValue(`${place ?? ''}${path}.${key}`, key, value, meant)
  })
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
