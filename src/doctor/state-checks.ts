import type { SetTimer } from '../model/timer.ts'
import { describeFileError } from '../settings/file-fault.ts'
import type { PartialSettings } from '../settings/settings-seen.ts'
import { damagedFilesIn } from '../store/damaged-files.ts'
import { lookAtLock } from '../store/folder-lock.ts'
import { LockUnusableError } from '../store/kernel-lock.ts'
import { FolderUnusableError, tryFolder } from '../store/open-store.ts'
import { who } from '../store/owner-record.ts'
import { type Check, type Finding, fault, fine, warning } from './finding.ts'

/** Whether the place of the bookmarks can be used. `inDatabase` looks at the database where there is to be one. */
export function stateChecks(
  { environment }: PartialSettings,
  inDatabase: (url: string) => Promise<Finding[]>,
  setTimer: SetTimer,
): Check[] {
  const { DATABASE_URL: url, DATA_DIR: folder } = environment
  const run = async () => (url === undefined ? checkFolder(folder, setTimer) : inDatabase(url))
  return [{ area: 'State', run }]
}

async function checkFolder(folder: string, setTimer: SetTimer): Promise<Finding[]> {
  try {
    await tryFolder(folder)
    return [...findingsOf(folder, await lookAtLock(folder, setTimer)), ...(await checkFiles(folder))]
  } catch (error) {
    if (!(error instanceof FolderUnusableError || error instanceof LockUnusableError)) throw error
    const why = describeFileError(error.cause)
    return [
      fault(
        why === undefined ? error.message : `${error.message}: ${why}.`,
        'Let DATA_DIR name a folder that the bot may write, on a disk that stays.',
      ),
    ]
  }
}

/** Whether a bot is at work. The doctor takes nothing: a bot that starts at this moment must get the folder. */
function findingsOf(folder: string, seen: Awaited<ReturnType<typeof lookAtLock>>): Finding[] {
  if (seen.kind === 'in-use')
    return [fine(`The folder ${folder} is in use: the bot is running (${who(seen.owner)}).`)]
  const writable = fine(`The folder ${folder} can be written.`)
  if (seen.kind === 'free') return [writable]
  return [
    writable,
    warning(
      `The bot that worked there last (${who(seen.owner)}) was killed, or hangs: it does not renew the file "owner".`,
      'If it still runs, end it. The next start takes the folder over.',
    ),
  ]
}

/** A damaged bookmark costs a look at its channel; a damaged file of facts stops what needs them. */
async function checkFiles(folder: string): Promise<Finding[]> {
  const { bookmarks: checkpoints, facts } = await damagedFilesIn(folder)
  const byChannel = 'Nothing has to be done: the newest receipt in its channel takes its place.'
  return [
    ...checkpoints.map((reason) =>
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
