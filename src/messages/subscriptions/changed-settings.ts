import { isDeepStrictEqual } from 'node:util'
import type { Subscription } from '../../model/subscription.ts'

type Settings = Omit<Subscription, 'name'>

/** What can be changed in the form, as it is called there. */
const formFields: [label: string, of: (settings: Settings) => unknown][] = [
  ['how often', ({ schedule, timezone }) => [schedule, timezone]],
  ['sentiment', ({ only }) => only?.sentiment],
  ['sources', ({ only }) => only?.source],
  ['least reach', ({ only }) => only?.reach],
  ['what is left out', ({ except }) => except],
  ['quiet hours', ({ quiet }) => quiet],
  ['cards', ({ style }) => style],
  ['repeated news', ({ dedupe }) => dedupe],
]

/** ": sources, quiet hours", to stand behind the name of a subscription; empty where nothing of the form was changed. */
export function changedSettings(before: Settings, after: Settings): string {
  const changed = formFields.filter(([, of]) => !isDeepStrictEqual(of(before), of(after)))
  return changed.length === 0 ? '' : `: ${changed.map(([label]) => label).join(', ')}`
}
