import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Time } from '@overheard/base/time'
import {
  BackupUnusableError,
  bytesOfPiece,
  type FolderLine,
  type Prepared,
  StoreNotEmptyError,
} from '../backup/backup-file.ts'
import { disk, fileMode } from './disk.ts'
import {
  allIn,
  copyBeforeRestore,
  dataIn,
  hasData,
  interruptedRestore,
  isEmpty,
  markRestore,
  putVersion,
  syncAll,
  versionFile,
} from './folder-version.ts'
import { giveAllToUser } from './make-folder.ts'

type Options = {
  /** The version of the data. */
  version: number
  /** Moves the data of before to a copy within the folder. */
  replace: boolean
  now: Time
}

/** The restored data before it is put in its place. No bot reads it, because its name has a dot. */
const preparedFolder = 'restoring.new'

/**
 * Unpacks the files of a store beside the data of a folder. Nothing is replaced before `commit`. The caller must hold the lock of the folder.
 * Throws StoreNotEmptyError, BackupUnusableError, or Node's error if the disk fails.
 */
export async function prepareRestore(
  folder: string,
  lines: AsyncIterable<FolderLine>,
  { version, replace, now }: Options,
): Promise<Prepared> {
  const interrupted = interruptedRestore(folder)
  if (hasData(folder) && !replace && interrupted === undefined)
    throw new StoreNotEmptyError(
      `The folder ${folder} has data. With --replace it is moved to a copy within the folder, and replaced.`,
    )
  const prepared = join(folder, preparedFolder)
  const abandon = () => rm(prepared, { recursive: true, force: true })
  const giveToBot = () => giveAllToUser(folder, [...allIn(folder), preparedFolder])
  await abandon()
  try {
    disk.makeFolder(prepared)
    await unpack(prepared, lines)
    await syncAll(prepared)
    await giveToBot()
  } catch (error) {
    await abandon()
    throw error
  }
  const copy = interrupted?.copy ?? copyBeforeRestore(now)
  const commit = async () => {
    if (interrupted?.stage !== 'in') await moveOut(folder, copy)
    else for (const name of dataIn(folder)) await rm(join(folder, name), { recursive: true })
    await markRestore(folder, 'in', copy)
    for (const name of dataIn(prepared)) disk.rename(join(prepared, name), join(folder, name))
    await disk.syncFolder(folder)
    await putVersion(
      folder,
      disk.read(join(prepared, versionFile))?.toString('utf8').trim() ?? String(version),
    )
    await abandon()
    await giveToBot()
    const path = join(folder, copy)
    return disk.look(path) === undefined ? undefined : path
  }
  return { commit, abandon }
}

async function unpack(folder: string, lines: AsyncIterable<FolderLine>): Promise<void> {
  for await (const line of lines) {
    if ('removed' in line) disk.remove(safePath(folder, line.removed))
    else {
      const path = safePath(folder, line.file)
      disk.makeFolder(dirname(path))
      if (line.at === 0) disk.remove(path)
      if ((disk.look(path)?.bytes ?? 0) !== line.at)
        throw new BackupUnusableError(
          `The backup is damaged: a piece of the file ${line.file} is missing. Nothing was restored.`,
        )
      appendFileSync(path, bytesOfPiece(line), { mode: fileMode })
    }
  }
}

/** Keeps the files of a backup within the folder, whatever their names say. */
function safePath(folder: string, file: string): string {
  const parts = file.split('/')
  const isSafe = parts.every((part) => /^[^\\\0]+$/.test(part) && !part.startsWith('.'))
  const isKnown = file === versionFile || !/^(lock|owner(-.*)?|moved-to-database)$/.test(parts[0] ?? '')
  if (isSafe && isKnown) return join(folder, file)
  throw new BackupUnusableError(
    `The backup has a file that no store has: ${JSON.stringify(file)}. Nothing was restored.`,
  )
}

/** Can be killed at any moment and is then run again. */
async function moveOut(folder: string, copy: string): Promise<void> {
  const [names, place] = [dataIn(folder), join(folder, copy)]
  const version = disk.read(join(folder, versionFile))
  if (names.every((name) => isEmpty(join(folder, name)))) {
    for (const name of names) await rm(join(folder, name), { recursive: true })
    return
  }
  disk.makeFolder(place)
  if (version !== undefined && interruptedRestore(folder) === undefined)
    await disk.write(join(place, versionFile), version)
  await disk.syncFolder(place)
  await markRestore(folder, 'out', copy)
  for (const name of names) disk.rename(join(folder, name), join(place, name))
  await disk.syncFolder(place)
  await disk.syncFolder(folder)
}
