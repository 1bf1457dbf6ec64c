import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store, StoreDeps } from '../store.ts'
import { checkpointFiles } from './checkpoint-files.ts'
import { collectionFiles } from './collection-files.ts'
import { decisionFiles } from './decision-files.ts'
import { fileMode } from './disk.ts'
import { type FolderLostError, lockFolder } from './folder-lock.ts'
import { LockUnusableError } from './kernel-lock.ts'
import { makeFolder } from './make-folder.ts'
import { messageFiles } from './message-files.ts'

type FolderDeps = StoreDeps & {
  /** Called once if this process loses the folder, for example because another process took it over. */
  onFolderLost?: (error: FolderLostError) => void
  onDamagedFile?: (reason: string) => void
}

export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}

/**
 * Opens the store in a folder for this process alone. Throws FolderTakenError if another process has the folder, and FolderUnusableError if
 * the folder cannot be written or locked.
 */
export async function openFolder(folder: string, deps: FolderDeps): Promise<Store> {
  await tryFolder(folder)
  const tell = (what: string) => deps.log.warn({}, what)
  const lock = await lockFolder(folder, { ...deps, warn: tell }).catch((error) => {
    if (!(error instanceof LockUnusableError)) throw error
    throw new FolderUnusableError(`DATA_DIR: ${error.message}`, { cause: error.cause })
  })
  const { ownsFolder } = lock
  const decisions = decisionFiles(folder, deps)
  const checkpoints = checkpointFiles(join(folder, checkpointsFolder), ownsFolder)
  return {
    checkpoints,
    ownedCheckpoints: () => checkpoints,
    decisions,
    collection: collectionFiles(folder, {
      ownsFolder,
      onDamagedFile(reason) {
        tell(reason)
        deps.onDamagedFile?.(reason)
      },
    }),
    messages: messageFiles(folder, { ownsFolder }),
    async close() {
      await decisions.close()
      await lock.release()
    },
  }
}

export const checkpointsFolder = 'checkpoints'

export async function tryFolder(folder: string): Promise<void> {
  // The name has no process id, because the process id is the same in every container.
  const probe = join(folder, `.probe-${randomUUID()}`)
  try {
    await makeFolder(join(folder, checkpointsFolder))
    await writeFile(probe, '', { mode: fileMode })
    await rm(probe)
  } catch (error) {
    throw new FolderUnusableError(`DATA_DIR: the folder ${folder} cannot be written`, { cause: error })
  }
}
