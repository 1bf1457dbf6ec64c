import { existsSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Damage } from '../../model/damage.ts'
import type { DamageLog } from '../damage.ts'
import { disk } from '../file/disk.ts'
import { asideEnding } from '../file/json-file.ts'
import type { LostFiles } from '../sql/collections.ts'
import { type Database, openDatabase, openEmpty, openToRead } from './database.ts'
import { type OldFile, oldFilesIn, readRecords, recordFilesIn, statementsOf } from './old-files.ts'

/** All records of the folder. */
export const recordsFile = 'records.sqlite'

/** The log, the journal, and what processes share. */
const endings = ['', '-wal', '-journal', '-shm']

/** The first step of the upgrade: copies the records to a database. It is complete when it gets its name. */
export async function copyRecords(folder: string): Promise<void> {
  const path = join(folder, recordsFile)
  const unfinished = `${path}.new`
  // The folder may have been upgraded before, and somebody has brought the older data back.
  for (const ending of endings) for (const one of [path, unfinished]) disk.remove(`${one}${ending}`)
  const database = openDatabase(unfinished, false)
  try {
    database.all(statementsOfAll(folder, () => undefined))
  } finally {
    database.close()
  }
  disk.remove(`${unfinished}-journal`)
  await disk.syncFile(unfinished)
  disk.rename(unfinished, path)
  await disk.syncFolder(folder)
}

/**
 * The second step: removes the files of which each record is in the database. Others are set aside. A file with all records of a collection that
 * nobody can read stays in its place: what it forbade must not be allowed.
 */
export async function removeOldFiles(folder: string): Promise<void> {
  const whole = new Set(recordFilesIn(folder).map(({ path }) => path))
  const places = new Set<string>()
  for (const file of oldFilesIn(folder)) {
    const damaged: Damage[] = []
    for (const _ of statementsOf(file, (damage) => damaged.push(damage)));
    places.add(dirname(file.path))
    if (damaged.length === 0) disk.remove(file.path)
    else if (!whole.has(file.path)) await putAside(file.path)
    if (file.kind === 'decisions') disk.remove(file.path.replace(/jsonl$/, 'index'))
  }
  const empty = [...places, ...[...places].map(dirname)].filter((place) => place.startsWith(`${folder}/`))
  for (const place of empty) if (existsSync(place) && disk.list(place).length === 0) rmdirSync(place)
  await disk.syncFolder(folder)
}

/** True if the folder has records in files. A file of which nobody can read a record stays after the upgrade, so it does not count. */
export function hasOldRecords(folder: string): boolean {
  const unreadable = new Set(
    recordFilesIn(folder).flatMap((file) => (readRecords(file)?.records === undefined ? [file.path] : [])),
  )
  return oldFilesIn(folder).some(({ path }) => !unreadable.has(path))
}

function* statementsOfAll(folder: string, damaged: (damage: Damage) => void) {
  for (const file of oldFilesIn(folder)) yield* statementsOf(file, damaged)
}

/** Opens the records of the process that has the folder. A file that nobody could read before, and that a person has repaired, is read. */
export function openRecords(folder: string): Database {
  const database = openDatabase(join(folder, recordsFile))
  for (const file of recordFilesIn(folder)) {
    if (readRecords(file)?.records === undefined) continue
    database.all(statementsOf(file, () => undefined))
    disk.remove(file.path)
  }
  return database
}

/** Opens the records of a folder that another process may use. `isOlder`: they are in files, which are read into memory, and `damaged` are those that cannot be read. */
export function readRecordsOf(folder: string, isOlder: boolean): { database: Database; damaged: Damage[] } {
  const path = join(folder, recordsFile)
  const damaged: Damage[] = []
  if (!isOlder && disk.look(path) !== undefined) return { database: openToRead(path), damaged }
  const database = openEmpty()
  if (isOlder) database.all(statementsOfAll(folder, (damage) => damaged.push(damage)))
  return { database, damaged }
}

/** Finds the files with the records of a collection that nobody can read. */
export function lostFilesIn(folder: string, log: DamageLog): LostFiles {
  const lost = new Map(
    recordFilesIn(folder).flatMap((file): [string, { file: OldFile; damage: Damage }][] => {
      const damage = readRecords(file)?.damage
      return damage === undefined ? [] : [[file.collection, { file, damage }]]
    }),
  )
  for (const { file, damage } of lost.values()) log.replace(file.path, new Map([['file', damage]]))
  return {
    find: (collection) => lost.get(collection)?.damage,
    async setAside(collection) {
      const path = lost.get(collection)?.file.path
      lost.delete(collection)
      if (path === undefined) return
      await putAside(path)
      log.replace(path, new Map())
    },
  }
}

async function putAside(path: string): Promise<void> {
  let place = `${path}${asideEnding}`
  for (let count = 2; disk.look(place) !== undefined; count++) place = `${path}${asideEnding}-${count}`
  disk.rename(path, place)
  await disk.syncFolder(dirname(path))
}
