import type { SettingsSeen } from '../settings/settings-seen.ts'
import { FolderTakenError } from '../store/folder-lock.ts'
import { FolderUnusableError, openFolder } from '../store/open-store.ts'
import { type Check, type Finding, fault, fine } from './finding.ts'

/** Whether the place of the bookmarks can be used. `inDatabase` looks at the database where there is to be one. */
export function stateChecks(
  { environment }: SettingsSeen,
  inDatabase: (url: string) => Promise<Finding[]>,
): Check[] {
  const { DATABASE_URL: url, DATA_DIR: folder } = environment
  const run = async () => (url === undefined ? [await inFolder(folder)] : inDatabase(url))
  return [{ area: 'State', run }]
}

/** Opens the folder as the bot does, and gives it back. */
async function inFolder(folder: string): Promise<Finding> {
  const silent = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }
  try {
    const store = await openFolder(folder, silent)
    await store.close()
    return fine(`The folder ${folder} can be written.`)
  } catch (error) {
    if (error instanceof FolderTakenError) return fine(`The folder ${folder} is in use: the bot is running.`)
    if (!(error instanceof FolderUnusableError)) throw error
    return fault(error.message, 'Let DATA_DIR name a folder that the bot may write, on a disk that stays.')
  }
}
