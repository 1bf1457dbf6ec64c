import { faultsOfValues } from '../config/configuration.ts'
import { completeSettings, needsFileError, type Settings } from '../config/settings.ts'
import { findInstallation } from '../installations/index.ts'
import { writtenKeysOf } from '../kernel/feature.ts'
import { type Collections, openCollection } from '../model/collection.ts'
import { readMadeSettings, type SettingsFromSlack, settingKind } from '../model/made-settings.ts'

/**
 * Adds to the settings of the file what people set without one. Throws a SettingsError if the result cannot be used, or if there is no file
 * although the store was used with one.
 */
export async function withStoredSettings(store: Collections, read: Settings): Promise<Settings> {
  if (!read.hasFile && (await findInstallation(store))?.isWithoutFile === undefined) throw needsFileError()
  return completeSettings(read, await readMadeSettings(store))
}

/** What people set without a file, for those who show and change it. */
export function openSettingsFromSlack(
  store: Collections,
  { configuration, variables, fileKeys }: Pick<Settings, 'configuration' | 'variables' | 'fileKeys'>,
): SettingsFromSlack {
  const present = writtenKeysOf(configuration.written)
  return {
    of: (key) => ({ value: present[key], isInFile: fileKeys.includes(key) }),
    faults(changed) {
      const next = Object.entries({ ...present, ...changed }).filter(([, value]) => value !== null)
      return faultsOfValues(Object.fromEntries(next), variables)
    },
    stored: openCollection(store, settingKind),
  }
}
