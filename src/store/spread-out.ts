import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../model/log.ts'
import { inGroups } from './in-groups.ts'
import { jsonFilesIn, partsFolder } from './json-files.ts'
import { openRecordFile, type RecordFile, writeRecordFile } from './shelf.ts'
import { flushFolder } from './write-durably.ts'

/**
 * Makes the folder of a kind that is kept in parts, and takes over what an earlier version kept of it in one file. Nothing else may be done
 * with the kind before: dying in between means doing the same again.
 */
export async function spreadOut(
  folder: string,
  name: string,
  shelfOf: (key: string) => Promise<RecordFile>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const isNew = (await mkdir(join(folder, partsFolder(name)), { recursive: true })) !== undefined
  if (isNew) await flushFolder(folder)
  if (!(await jsonFilesIn(folder)).includes(`${name}.json`)) return
  const path = join(folder, `${name}.json`)
  const old = await openRecordFile(path, log)
  const touched = new Set<RecordFile>()
  for (const [key, value] of Object.entries(old.low.data)) {
    const shelf = await shelfOf(key)
    shelf.low.data[key] = value
    touched.add(shelf)
  }
  await inGroups([...touched], writeRecordFile)
  // Of the two files one goes before the other: both generations are emptied, so that neither brings back what has changed since.
  old.low.data = {}
  await old.low.write()
  await old.low.write()
  await Promise.all([rm(path, { force: true }), rm(`${path}.bak`, { force: true })])
}
