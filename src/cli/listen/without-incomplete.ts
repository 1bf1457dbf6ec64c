import type { ListenSettings } from '@overheard/listen/settings'
import { type MissingVariable, missingVariables, type Variables } from '@overheard/listen/variables'

/** The settings without the sources that name a variable which is missing, and those variables. */
export function withoutIncomplete(
  listen: ListenSettings,
  variables: Variables,
): { complete: ListenSettings; missing: MissingVariable[] } {
  const missing = missingVariables(listen.sources, variables)
  const isIncomplete = (name: string) => missing.some(({ source }) => source === name)
  const sources = Object.fromEntries(Object.entries(listen.sources).filter(([name]) => !isIncomplete(name)))
  return { complete: { ...listen, sources }, missing }
}
