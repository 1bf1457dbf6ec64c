import { constants } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Time } from '@overheard/base/time'
import { oldCollections } from '../sqlite/old-files.ts'
import { copyRecords, hasOldRecords, recordsFile, removeOldFiles } from '../sqlite/records-file.ts'
import { codeOf, disk } from './disk.ts'
import { replaceFile } from './json-file.ts'

/** This file has the version of the data in a folder. Folders of 0.2 do not have it. */
export const versionFile = 'version'

/**
 * An upgrade from each version to the next one: the first from 1 to 2. A step can be killed anywhere and is then run again, so it must accept
 * data that it has changed before. Add a step if the version before would read the new data wrongly or lose something of it. Never change a
 * released step.
 */
export type FolderStep = (folder: string) => Promise<void>

/**
 * From 1 to 2: the folder gets the file with its version. To 3: the records are copied to a database. To 4: the files that had them are removed.
 * No version of Overheard leaves a folder with version 3.
 */
const ourSteps: readonly FolderStep[] = [async () => undefined, copyRecords, removeOldFiles]

/** Data of this version and of later ones has its records in a database. */
const firstWithDatabase = 3

/** The first version that leaves no records in files. Later steps accept data that they have changed before. */
const onlyInDatabase = 4

/** `1 to 4`: the copy of version 1 is complete, and the upgrade runs. `1 to 4 at 3`: the steps up to version 3 are done. */
const written = /^(\d{1,9})(?: to (\d{1,9})(?: at (\d{1,9}))?)?\s*$/

/**
 * `restoring out COPY`: a restore moves the data of before to COPY. `restoring in COPY`: all of it is there, and the restored data is put in its
 * place.
 */
const restoring = /^restoring (out|in) (\S+)\s*$/

/** Returns how far a restore was when it was killed. */
export function interruptedRestore(folder: string): { stage: 'out' | 'in'; copy: string } | undefined {
  const [, stage, copy] = restoring.exec(textOf(join(folder, versionFile)) ?? '') ?? []
  return (stage === 'out' || stage === 'in') && copy !== undefined ? { stage, copy } : undefined
}

export const markRestore = (folder: string, stage: 'out' | 'in', copy: string) =>
  putVersion(folder, `restoring ${stage} ${copy}`)

/** Returns why this program must not touch the data, and what to do; undefined if it may. Writes nothing. */
export function whyUnusableVersion(
  folder: string,
  steps = ourSteps,
): { what: string; whatToDo: string } | undefined {
  const path = join(folder, versionFile)
  const text = textOf(path)
  if (text === undefined) return undefined
  const [, from, to = from] = written.exec(text) ?? []
  const newest = steps.length + 1
  if (restoring.test(text))
    return {
      what: `A backup was being restored to the folder ${folder} when the command was killed.`,
      whatToDo: 'Restore the backup again.',
    }
  if (to === undefined)
    return {
      what: `The file ${path} must have the version of the data, and has something else.`,
      whatToDo: `Restore it from a copy. If no newer version of Overheard has used the folder, write ${newest} into it.`,
    }
  if (Number(to) <= newest) return undefined
  return {
    what: `A newer version of Overheard has written the folder ${folder}: its data has version ${to}, and this program knows up to ${newest}.`,
    whatToDo:
      'Run the newer version. To stay with this one, restore a copy from before the update (docs/run/upgrade.md, "Going back").',
  }
}

export type Upgraded = { from: number; to: number; copy: string }

/**
 * Brings the data of a folder to the version of this program. Before older data is changed, it is copied to a folder within this one, and
 * `Upgraded` is returned. The caller must hold the lock of the folder, and must have asked `whyUnusableVersion`. Throws Node's error if the
 * disk fails; then nothing is lost, and the next call goes on.
 */
export async function upgradeFolder(folder: string, steps = ourSteps): Promise<Upgraded | undefined> {
  const newest = steps.length + 1
  const text = textOf(join(folder, versionFile))
  const [, from, isCopied, done = from] = written.exec(text ?? String(versionWithoutFile(folder))) ?? []
  const version = Number(from)
  const isNewest = version === newest || (text === undefined && !hasData(folder))
  if (isNewest && text === undefined) await putVersion(folder, String(newest))
  if (isNewest) return undefined
  const copy = join(folder, `version-${version}${copyEnding}`)
  if (isCopied === undefined) {
    await makeCopy(folder, version, copy)
    await putVersion(folder, `${version} to ${newest}`)
  }
  for (let reached = Number(done); reached < newest; reached++) {
    await steps[reached - 1]?.(folder)
    await putVersion(folder, `${version} to ${newest} at ${reached + 1}`)
  }
  await putVersion(folder, String(newest))
  return { from: version, to: newest, copy }
}

const copyEnding = '.copy'

/** The folder to which a restore at this time (UTC, ms) moves the data of before. */
export const copyBeforeRestore = (at: Time) =>
  `before-restore-${new Date(at).toISOString().replace(/\D/g, '')}${copyEnding}`

const isCopy = (name: string) => /^(version-\d+|before-restore-\d+)\.copy$/.test(name)

/** Returns the copies that were made before updates and restores. */
export function copiesIn(folder: string): string[] {
  return disk
    .list(folder)
    .filter(isCopy)
    .map((name) => join(folder, name))
}

/** Removes the copies that were made before a time (UTC, ms). */
export async function pruneCopies(folder: string, before: number): Promise<void> {
  for (const copy of copiesIn(folder))
    if ((disk.look(copy)?.changedAt ?? before) < before) await removeFolder(copy)
}

/** The files and folders of the store. Others can be in the folder, too, such as backups, or the file of the mention service. */
const isData = (name: string) =>
  name === 'checkpoints' ||
  /^records\.sqlite(-wal|-shm|-journal)?$/.test(name) ||
  oldCollections.has(name.replace(/\.json(\.damaged(-\d+)?)?$/, ''))

/** Returns the names of the files and folders of the store in a folder. */
export const dataIn = (folder: string) => disk.list(folder).filter(isData)

/** Also the files that say who works on the folder and what became of it, and the copies. */
export const allIn = (folder: string) =>
  disk
    .list(folder)
    .filter((name) => isData(name) || isCopy(name) || /^(lock|owner|version|moved-to-database)$/.test(name))

export const isEmpty = (path: string) => disk.look(path)?.isFolder === true && disk.list(path).length === 0

/** Returns true if a store has written something to the folder. */
export const hasData = (folder: string) => dataIn(folder).some((name) => !isEmpty(join(folder, name)))

/**
 * The version of data without the file `version`. It is that of 0.2, unless the records are in a database: then the file was lost, for example
 * because only some files were copied to another machine. Taken for older data, the database would be replaced by an empty one. If the folder also
 * has records in files, somebody has brought the older data back. Copies have had the file only since a later version.
 */
function versionWithoutFile(folder: string): number {
  const ofCopy = /version-(\d+)\.copy$/.exec(folder)?.[1]
  if (ofCopy !== undefined) return Number(ofCopy)
  return disk.look(join(folder, recordsFile)) !== undefined && !hasOldRecords(folder) ? onlyInDatabase : 1
}

/** Returns the version of the data in a folder whose version is usable, or in a copy of before an update. */
export function folderVersion(folder: string): number {
  const text = textOf(join(folder, versionFile))
  if (text === undefined) return versionWithoutFile(folder)
  const [, from, to = from] = written.exec(text) ?? []
  return Number(to)
}

/** Returns true if the records in a folder whose version is usable are in files. */
export function hasRecordFiles(folder: string): boolean {
  const text = textOf(join(folder, versionFile))
  if (text === undefined) return folderVersion(folder) < firstWithDatabase
  const [, from, , done = from] = written.exec(text) ?? []
  return Number(done) < firstWithDatabase
}

/** The version of the data that this program writes. */
export const newestFolderVersion = ourSteps.length + 1

export const putVersion = (folder: string, text: string) =>
  replaceFile(join(folder, versionFile), `${text}\n`, disk)

/**
 * Resolves when the copy survives a power cut. An unfinished copy has another name, so nobody takes it for a copy. The copy has its version, because
 * people put it in the place of the folder.
 */
async function makeCopy(folder: string, version: number, copy: string): Promise<void> {
  const unfinished = `${copy}.new`
  await removeFolder(unfinished)
  try {
    disk.makeFolder(unfinished)
    const options = { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE }
    for (const name of dataIn(folder)) await cp(join(folder, name), join(unfinished, name), options)
    await disk.write(join(unfinished, versionFile), `${version}\n`)
    await syncAll(unfinished)
  } catch (error) {
    await removeFolder(unfinished)
    throw error
  }
  // The folder was already upgraded once, and somebody has brought the older data back.
  await removeFolder(copy)
  disk.rename(unfinished, copy)
  await disk.syncFolder(folder)
}

export async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await disk.syncFolder(path)
    else await disk.syncFile(path)
  }
  await disk.syncFolder(folder)
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true })

function textOf(path: string): string | undefined {
  try {
    return disk.read(path)?.toString('utf8')
  } catch (error) {
    if (codeOf(error) === 'EISDIR') return ''
    throw error
  }
}
