import { checkSources } from '../../../service/engine.ts'
import type { ListenSettings } from '../../../service/settings.ts'
import { sources } from '../../../service/sources.ts'
import { SettingsError } from '../../config/settings.ts'

/** Throws SettingsError if a source refuses its own settings, which the configuration does not know. */
export function checkListen(file: string, listen: ListenSettings): void {
  try {
    checkSources(listen, sources)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SourceSettingsError')) throw error
    throw new SettingsError(`${file} has an error:\n  listen.sources.${error.message}`)
  }
}
