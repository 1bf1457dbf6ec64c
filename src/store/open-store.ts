import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../model/log.ts'
import type { SetTimer } from '../model/timer.ts'
import { type Bookmarks, bookmarkFiles } from './bookmark-files.ts'
import { FolderPathError, lockFolder } from './folder-lock.ts'
import { makeFolder } from './make-folder.ts'
import { recordFiles } from './record-files.ts'
import type { Records } from './records.ts'
import { type VerdictLog, verdictFiles } from './verdict-log.ts'

/** Everything that is remembered. */
export type Store = {
  /** How far subscriptions got, for everybody to read. */
  bookmarks: Pick<Bookmarks, 'bookmark'>
  /** Takes over the turn of an alert (its id): the bookmarks it resolves with are kept only as long as nobody else takes it over. */
  takeTurn(alert: string): Promise<Bookmarks>
  verdicts: VerdictLog
  records: Records
  /** Writes what is noted and gives the place back. */
  close(): Promise<void>
}

/** What a store needs. */
export type StoreDeps = {
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
}

/** The folder cannot be written, or not be locked: a matter of settings. */
export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}

/**
 * Opens the store in a folder, for this process alone. Throws FolderTakenError where another process has it, FolderUnusableError
 * where it cannot be written, or its path is too long.
 */
export async function openFolder(folder: string, { now, setTimer, log }: StoreDeps): Promise<Store> {
  const bookmarks = join(folder, 'bookmarks')
  await tryOut(folder, bookmarks)
  const unlock = await lockFolder(folder).catch((error) => {
    throw error instanceof FolderPathError ? new FolderUnusableError(`DATA_DIR: ${error.message}`) : error
  })
  const verdicts = verdictFiles(folder, now, setTimer, log)
  const ours = bookmarkFiles(bookmarks)
  return {
    bookmarks: ours,
    takeTurn: async () => ours,
    verdicts,
    records: recordFiles(folder, log),
    async close() {
      await verdicts.close()
      await unlock()
    },
  }
}

async function tryOut(folder: string, bookmarks: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    await makeFolder(bookmarks)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new FolderUnusableError(`DATA_DIR: the folder ${folder} cannot be written`, { cause: error })
  }
}
