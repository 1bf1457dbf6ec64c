import { checkSources } from '@overheard/listen/engine'
import { describeQuery } from '@overheard/listen/query/describe-query'
import { inWords } from '@overheard/listen/query/in-words'
import { parseQuery } from '@overheard/listen/query/parse-query'
import type { ListenSettings } from '@overheard/listen/settings'
import { sources } from '@overheard/listen/sources'
import { type Variables, withVariables } from '@overheard/listen/variables'
import { SettingsError } from '../../config/settings.ts'
import { type ProblemText, warningTexts } from '../../messages/problems/problem-texts.ts'
import { withoutIncomplete } from './without-incomplete.ts'

/** `meanings`: a line for each alert, with what its query finds. */
export type CheckedListen = { warnings: ProblemText[]; meanings: string[] }

/**
 * Throws SettingsError if a source refuses its own settings, which the configuration does not know. A source whose variables are missing is
 * a warning, because the file may be checked where its secrets are not known.
 */
export function checkListen(file: string, listen: ListenSettings, variables: Variables): CheckedListen {
  const { complete, missing } = withoutIncomplete(listen, variables)
  try {
    checkSources({ ...complete, sources: withVariables(complete.sources, variables) }, sources)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SourceSettingsError')) throw error
    throw new SettingsError(`${file} has an error:\n  listen.sources.${error.message}`)
  }
  return {
    warnings: [
      ...missing.map(({ source, place, variable }) => warningTexts.sourceVariable(source, place, variable)),
      ...queryWarnings(listen.alerts),
    ],
    meanings: meaningsOf(listen.alerts),
  }
}

/** What will probably find nothing, or far too much, with the name of the alert. */
export const queryWarnings = (alerts: readonly { name: string; query: string }[]): ProblemText[] =>
  alerts.flatMap(({ name, query }) =>
    (describeQuery(query).warnings ?? []).map(({ what, whatToDo }) => ({
      what: `alert ${name}: ${what}`,
      whatToDo,
    })),
  )

const mostMeanings = 50

function meaningsOf(alerts: ListenSettings['alerts']): string[] {
  const lines = alerts
    .slice(0, mostMeanings)
    .map(({ name, query }) => `  ${name}: ${inWords(parseQuery(query))}`)
  const more = alerts.length - lines.length
  return more > 0 ? [...lines, `  … and ${more} more alerts`] : lines
}
