import { checkSources } from '../../../service/engine.ts'
import type { ListenSettings } from '../../../service/settings.ts'
import { sources } from '../../../service/sources.ts'
import { type Variables, withVariables } from '../../../service/variables.ts'
import { SettingsError } from '../../config/settings.ts'
import { type ProblemText, warningTexts } from '../../messages/problem-texts.ts'
import { withoutIncomplete } from './without-incomplete.ts'

/**
 * Throws SettingsError if a source refuses its own settings, which the configuration does not know. A source whose variables are missing is
 * a warning, because the file may be checked where its secrets are not known.
 */
export function checkListen(file: string, listen: ListenSettings, variables: Variables): ProblemText[] {
  const { complete, missing } = withoutIncomplete(listen, variables)
  try {
    checkSources({ ...complete, sources: withVariables(complete.sources, variables) }, sources)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SourceSettingsError')) throw error
    throw new SettingsError(`${file} has an error:\n  listen.sources.${error.message}`)
  }
  return missing.map(({ source, place, variable }) => warningTexts.sourceVariable(source, place, variable))
}
