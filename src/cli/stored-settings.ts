import { createRuntime } from '@overheard/base/runtime'
import { findInstallation } from '../installations/index.ts'
import type { Collections } from '../model/collection.ts'
import { type MadeSettings, readMadeSettings } from '../model/made-settings.ts'
import { storePlaceOf } from '../store/of-commands.ts'
import { readRecords } from '../store/read-records.ts'

/**
 * `isWithoutFile`: the store was only used without a configuration file. `needsFile`: it was used with one, so the bot does not start without
 * one. A new store is neither.
 */
type StoredSettings = { made: MadeSettings; isWithoutFile: boolean; needsFile: boolean }

/** Returns what people set without a configuration file; nothing if the store is not there yet, or cannot be read. */
export async function storedSettings(given: Record<string, string | undefined>): Promise<StoredSettings> {
  const found = await readRecords(storePlaceOf(given), createRuntime(), settingsIn)
  return found.kind === 'read' ? found.value : { made: {}, isWithoutFile: false, needsFile: false }
}

async function settingsIn(store: Collections): Promise<StoredSettings> {
  const installation = await findInstallation(store)
  const isWithoutFile = installation?.isWithoutFile === true
  const needsFile = installation !== undefined && !isWithoutFile
  return { made: await readMadeSettings(store), isWithoutFile, needsFile }
}
