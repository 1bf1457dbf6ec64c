import { fileFault } from '../settings/file-fault.ts'
import type { SettingsSeen } from '../settings/settings-seen.ts'
import { damagedFilesIn } from '../store/damaged-files.ts'
import { FolderTakenError } from '../store/folder-lock.ts'
import { FolderUnusableError, openFolder } from '../store/open-store.ts'
import { type Check, type Finding, fault, fine, warning } from './finding.ts'

/** Whether the place of the bookmarks can be used. `inDatabase` looks at the database where there is to be one. */
export function stateChecks(
  { environment }: SettingsSeen,
  inDatabase: (url: string) => Promise<Finding[]>,
): Check[] {
  const { DATABASE_URL: url, DATA_DIR: folder } = environment
  const run = async () => (url === undefined ? inFolder(folder) : inDatabase(url))
  return [{ area: 'State', run }]
}

async function inFolder(folder: string): Promise<Finding[]> {
  const use = await tryFolder(folder)
  return use.level === 'fine' ? [use, ...(await lookAtFiles(folder))] : [use]
}

/** Opens the folder as the bot does, and gives it back. */
async function tryFolder(folder: string): Promise<Finding> {
  const silent = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }
  try {
    const store = await openFolder(folder, silent)
    await store.close()
    return fine(`The folder ${folder} can be written.`)
  } catch (error) {
    if (error instanceof FolderTakenError) return fine(`The folder ${folder} is in use: the bot is running.`)
    if (!(error instanceof FolderUnusableError)) throw error
    const why = fileFault(error.cause)
    return fault(
      why === undefined ? error.message : `${error.message}: ${why}.`,
      'Let DATA_DIR name a folder that the bot may write, on a disk that stays.',
    )
  }
}

/** A damaged bookmark costs a look at its channel; a damaged file of facts stops what needs them. */
async function lookAtFiles(folder: string): Promise<Finding[]> {
  const { bookmarks, facts } = await damagedFilesIn(folder)
  const byChannel = 'Nothing has to be done: the newest receipt in its channel takes its place.'
  return [
    ...bookmarks.map((reason) =>
      warning(`A bookmark is damaged, and so is its backup: ${reason}.`, byChannel),
    ),
    ...facts.map((reason) =>
      fault(
        `A file of the state is damaged, and so is its backup: ${reason}.`,
        'Restore it from a copy, or move it and its .bak away to begin without what it held.',
      ),
    ),
  ]
}
