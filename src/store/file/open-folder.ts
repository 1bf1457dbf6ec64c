import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SetTimer } from '../../async/clock.ts'
import type { Log } from '../../model/log.ts'
import { type DecisionLog, decisionLogFiles } from '../decision-log.ts'
import type { RecordStore } from '../records.ts'
import { type CheckpointStore, checkpointFiles } from './checkpoint-files.ts'
import { type FolderLostError, lockFolder } from './folder-lock.ts'
import { LockUnusableError } from './kernel-lock.ts'
import { recordFiles } from './record-files.ts'

/** Everything that is remembered. */
export type Store = {
  /** How far subscriptions got, for everybody to read. */
  checkpoints: Pick<CheckpointStore, 'load'>
  /** Takes over the turn of an alert (its id): the bookmarks it resolves with are kept only as long as nobody else takes it over. */
  takeOver(alert: string): Promise<CheckpointStore>
  decisions: DecisionLog
  records: RecordStore
  /** Writes what is noted and gives the place back. */
  close(): Promise<void>
}

/** What a store needs. */
export type StoreDeps = {
  now: () => number
  setTimer: SetTimer
  log: Pick<Log, 'warn'>
  /** Is called once if another process takes the folder over: nothing is kept from then on. */
  lost?: (error: FolderLostError) => void
}

/** The folder cannot be written, or not be locked: a matter of settings. */
export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}

/**
 * Opens the store in a folder, for this process alone. Throws FolderTakenError if another process has it, FolderUnusableError
 * if it cannot be written or locked.
 */
export async function openFolder(folder: string, deps: StoreDeps): Promise<Store> {
  const { now, setTimer, log } = deps
  await tryFolder(folder)
  const notify = (what: string) => log.warn({}, what)
  const lock = await lockFolder(folder, { ...deps, tell: notify }).catch((error) => {
    if (!(error instanceof LockUnusableError)) throw error
    throw new FolderUnusableError(`DATA_DIR: ${error.message}`, { cause: error.cause })
  })
  const decisions = decisionLogFiles(folder, now, setTimer, log)
  const ours = checkpointFiles(join(folder, bookmarksFolder), lock.holds)
  return {
    checkpoints: ours,
    takeOver: async () => ours,
    decisions,
    records: recordFiles(folder, log, lock.holds),
    async close() {
      await decisions.close()
      await lock.release()
    },
  }
}

const bookmarksFolder = 'bookmarks'

/** Makes a folder for a store, and writes a file there for a moment. Throws FolderUnusableError if that is not possible. */
export async function tryFolder(folder: string): Promise<void> {
  // Not the pid: it is the same in every container.
  const probe = join(folder, `.probe-${randomUUID()}`)
  try {
    await makeFolder(join(folder, bookmarksFolder))
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new FolderUnusableError(`DATA_DIR: the folder ${folder} cannot be written`, { cause: error })
  }
}

/**
 * Makes a folder and those above it; one that is there already is fine. Node's own way of it never ends where the system says of
 * every try that something is missing, such as below /proc. Throws Node's error where it cannot be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isThere(folder)) return
  await makeFolder(dirname(folder))
  if (!(await isThere(folder))) await mkdir(folder)
}

/** Whether something is there after one try to make the folder; not where those above it are missing. */
async function isThere(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
    return code === 'EEXIST'
  }
}
