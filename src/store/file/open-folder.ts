import { randomBytes, randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createDamageLog } from '../damage.ts'
import type { Store, StoreDeps } from '../store.ts'
import { collectionFiles } from './collection-files.ts'
import { decisionFiles } from './decision-files.ts'
import { codeOf, disk } from './disk.ts'
import { type FolderLostError, lockFolder } from './folder-lock.ts'
import { pruneCopies, type Upgraded, upgradeFolder, whyUnusableVersion } from './folder-version.ts'
import { filesAside } from './json-file.ts'
import { LockUnusableError } from './kernel-lock.ts'
import { lowdbCheckpoints } from './lowdb-checkpoints.ts'
import { makeFolder } from './make-folder.ts'
import { messageFiles } from './message-files.ts'
import { whyMoved } from './moved-folder.ts'

type FolderDeps = StoreDeps & {
  /** Called once if this process loses the folder, for example because another process took it over. */
  onFolderLost?: (error: FolderLostError) => void
  /** Called with a sentence after older data was upgraded. */
  onUpgraded?: (what: string) => void
}

export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}

/** This error is not about the settings: the folder can be used as soon as there is room. */
export class FolderFullError extends Error {
  override readonly name = 'FolderFullError'
}

/**
 * Opens the store in a folder for this process alone, and brings older data to this version. Throws FolderTakenError if another process has
 * the folder, FolderFullError if its disk is full, and FolderUnusableError if the folder cannot be written or locked, if a newer version has
 * written it, or if its data was moved to a database.
 */
export async function openFolder(folder: string, deps: FolderDeps): Promise<Store> {
  // A path that is no folder, or that this user may not read, has its own error, which the try gives.
  if (isReadable(folder)) mustBeUsable(folder)
  await tryFolder(folder)
  const tell = (what: string) => deps.log.warn({}, what)
  const lock = await lockFolder(folder, { ...deps, warn: tell }).catch((error) => {
    if (!(error instanceof LockUnusableError)) throw error
    throw new FolderUnusableError(`DATA_DIR: ${error.message}`, { cause: error.cause })
  })
  try {
    await prepareFolder(folder, deps.onUpgraded)
  } catch (error) {
    await lock.release()
    throw error
  }
  const store = readableFolder(folder, deps, lock.ownsFolder)
  return {
    ...store,
    async close() {
      await store.decisions.close()
      await lock.release()
    },
  }
}

function isReadable(folder: string): boolean {
  try {
    disk.list(folder)
    return true
  } catch {
    return false
  }
}

/** Throws FolderUnusableError if no bot of this version may work with the folder. Writes nothing. */
function mustBeUsable(folder: string): void {
  const why = whyUnusableVersion(folder) ?? whyMoved(folder)
  if (why !== undefined) throw new FolderUnusableError(`DATA_DIR: ${why.what} ${why.whatToDo}`)
}

/**
 * Upgrades older data. The caller must hold the lock of the folder. Throws FolderUnusableError if no bot of this version may work with the
 * folder, and FolderFullError if there is no room for the copy.
 */
async function prepareFolder(folder: string, onUpgraded: FolderDeps['onUpgraded']): Promise<void> {
  // Another process may have changed this while this one waited for the lock.
  mustBeUsable(folder)
  const upgraded = await upgradeFolder(folder).catch((error: unknown) => {
    if (!isFull(error)) throw error
    throw new FolderFullError(
      `The data in the folder ${folder} (DATA_DIR) cannot be upgraded, because it is copied first`,
      { cause: error },
    )
  })
  if (upgraded !== undefined) onUpgraded?.(upgradeSentence(folder, upgraded))
}

const upgradeSentence = (folder: string, { from, to, copy }: Upgraded) =>
  `Upgraded the data in the folder ${folder} from version ${from} to version ${to}. The data of before is in ${copy}.`

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')

/** Opens the store in a folder without its lock. Nothing may be written to it, unless the caller has the lock. */
export function readableFolder(
  folder: string,
  deps: StoreDeps,
  ownsFolder: () => boolean = () => false,
): Omit<Store, 'close'> {
  const damage = createDamageLog(deps.log)
  const checkpoints = lowdbCheckpoints(join(folder, checkpointsFolder), { damage, ownsFolder })
  const records = {
    collection: collectionFiles(folder, { damage, ownsFolder }),
    messages: messageFiles(folder, { damage, ownsFolder }),
  }
  return {
    ...records,
    checkpoints,
    leading: { ...records, checkpoints: () => checkpoints },
    decisions: decisionFiles(folder, { ...deps, damage }),
    damage,
    setAside: {
      list: async () => filesAside(folder, disk),
      async prune(before) {
        for (const path of filesAside(folder, disk))
          if ((disk.look(path)?.changedAt ?? before) < before && ownsFolder()) disk.remove(path)
        if (ownsFolder()) await pruneCopies(folder, before)
      },
    },
  }
}

export const checkpointsFolder = 'checkpoints'

/** Throws FolderFullError or FolderUnusableError if the bot cannot write to the folder. Creates the folder if it is missing. */
export async function tryFolder(folder: string): Promise<void> {
  try {
    await makeFolder(join(folder, checkpointsFolder))
    // The name has no process id, because the process id is the same in every container.
    await probeFolder(folder, `.probe-${randomUUID()}`)
  } catch (error) {
    if (isFull(error))
      throw new FolderFullError(`The folder ${folder} (DATA_DIR) cannot be written`, { cause: error })
    throw new FolderUnusableError(`DATA_DIR: the folder ${folder} cannot be written`, { cause: error })
  }
}

/** The bytes that must fit on the disk. Checkpoints are smaller, except for those with thousands of ids. */
const probeBytes = 65_536

/** Writes some bytes to a new file and waits for the disk, because on a full disk empty files can still be created. */
export async function probeFolder(folder: string, name = '.probe'): Promise<void> {
  const path = join(folder, name)
  try {
    await disk.write(path, randomBytes(probeBytes))
  } finally {
    disk.remove(path)
  }
}

/** Returns the bytes that the user of this process may still write to the disk of the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
