import { randomBytes, randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Announcements } from '../../model/announcements.ts'
import { placeOf } from '../../model/damage.ts'
import { createDamageLog } from '../damage.ts'
import { collectionRows } from '../sql/collections.ts'
import { decisionRows } from '../sql/decisions.ts'
import { messageRows } from '../sql/messages.ts'
import { type ChangesOfOthers, createReadCache } from '../sql/read-cache.ts'
import { asideRows } from '../sql/set-aside.ts'
import { type Database, DatabaseUnusableError } from '../sqlite/database.ts'
import { recordDatabase } from '../sqlite/records.ts'
import { lostFilesIn, openRecords, readRecordsOf, recordsFile } from '../sqlite/records-file.ts'
import type { Store, StoreDeps } from '../store.ts'
import { codeOf, disk } from './disk.ts'
import { FolderLostError, lockFolder } from './folder-lock.ts'
import {
  dataIn,
  hasRecordFiles,
  pruneCopies,
  type Upgraded,
  upgradeFolder,
  whyUnusableVersion,
} from './folder-version.ts'
import { filesAside } from './json-file.ts'
import { LockUnusableError } from './kernel-lock.ts'
import { lowdbCheckpoints } from './lowdb-checkpoints.ts'
import { giveToUser, makeFolder } from './make-folder.ts'
import { whyMoved } from './moved-folder.ts'

type FolderStore = Store & { onChange: Announcements['on'] }

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
 * written it, if its data was moved to a database, or if its file with records is damaged.
 */
export async function openFolder(folder: string, deps: FolderDeps): Promise<FolderStore> {
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
    const database = openDatabaseIn(folder)
    const store = storeOf(folder, deps, database, lock.ownsFolder, watch(database))
    return { ...store, close: () => store.close().finally(lock.release) }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Only a person at the terminal changes the records of a bot that runs, for example to repair one. */
function watch({ changesOfOthers }: Database): ChangesOfOthers {
  let [known, forget] = [changesOfOthers(), (): void => undefined]
  return {
    isCurrent() {
      const present = changesOfOthers()
      if (present !== known) forget()
      known = present
      return true
    },
    onAnnouncement: (heard) => {
      forget = () => heard(undefined)
    },
  }
}

function openDatabaseIn(folder: string): Database {
  try {
    return openRecords(folder)
  } catch (error) {
    if (error instanceof DatabaseUnusableError)
      throw new FolderUnusableError(`DATA_DIR: ${error.message}`, { cause: error })
    if (isFull(error))
      throw new FolderFullError(`The folder ${folder} (DATA_DIR) cannot be written`, { cause: error })
    throw error
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

/** For commands that look up something, and write neither records nor lines of the log. */
export const readingOnly: StoreDeps = {
  now: Date.now,
  setTimer: () => () => undefined,
  log: { warn: () => undefined },
}

/**
 * Opens the store in a folder without its lock, also beside a bot. Nothing may be written to it. Throws DatabaseUnusableError if its records are
 * damaged as a whole, and Node's error if they cannot be read.
 */
export function readableFolder(folder: string, deps: StoreDeps): Store {
  const { database, damaged } = readRecordsOf(folder, hasRecordFiles(folder))
  const { damage, ...store } = storeOf(folder, deps, database, () => false)
  for (const one of damaged) damage.found(placeOf(one), placeOf(one), one)
  return { ...store, damage }
}

function storeOf(
  folder: string,
  deps: StoreDeps,
  database: Database,
  ownsFolder: () => boolean,
  others?: ChangesOfOthers,
): FolderStore {
  const damage = createDamageLog(deps.log)
  const checkpoints = lowdbCheckpoints(join(folder, checkpointsFolder), { damage, ownsFolder })
  const mustHold = () => {
    if (!ownsFolder()) throw new FolderLostError(`The folder ${folder} belongs to another process now.`)
  }
  const rows = recordDatabase(database, { path: join(folder, recordsFile), mustHold })
  const cache = createReadCache(others, deps.now)
  const options = { now: deps.now, damage, cache, lost: lostFilesIn(folder, damage) }
  const records = { collection: collectionRows(rows, options), messages: messageRows(rows, options) }
  const decisions = decisionRows(rows, { ...deps, damage })
  const aside = asideRows(rows)
  return {
    ...records,
    onChange: cache.on,
    checkpoints,
    leading: { ...records, checkpoints: () => checkpoints },
    decisions,
    damage,
    setAside: {
      list: async () => [...filesAside(folder, disk, dataIn(folder)), ...(await aside.list())],
      async prune(before) {
        if (!ownsFolder()) return
        for (const path of filesAside(folder, disk, dataIn(folder)))
          if ((disk.look(path)?.changedAt ?? before) < before) disk.remove(path)
        await aside.prune(before)
        await pruneCopies(folder, before)
      },
    },
    async close() {
      await decisions.close()
      database.close()
    },
  }
}

export const checkpointsFolder = 'checkpoints'

/** Throws FolderFullError or FolderUnusableError if the bot cannot write to the folder. Creates the folder if it is missing. */
export async function tryFolder(folder: string): Promise<void> {
  try {
    await makeFolder(join(folder, checkpointsFolder))
    giveToUser(join(folder, checkpointsFolder))
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
