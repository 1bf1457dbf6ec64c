/** One contract, three places: files on the disk, files in memory, rows in PostgreSQL. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { checkpointFiles } from '../../src/store/file/checkpoint-files.ts'
import { recordFiles } from '../../src/store/file/record-files.ts'
import { recordRows } from '../../src/store/postgres/records.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { bookmarksContract } from './checkpoints.contract.ts'
import { recordsContract } from './records.contract.ts'

const databases = useDatabases()
const silent = { warn: () => undefined }

/** Linux keeps what lies here in memory; elsewhere the disk has to do. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : undefined

function memoryFolder(): string {
  if (inMemory === undefined) return emptyFolder()
  const folder = mkdtempSync(join(inMemory, 'overheard-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

for (const [where, makeFolder] of [
  ['files in memory', memoryFolder],
  ['files on the disk', emptyFolder],
] as const) {
  bookmarksContract(where, async () => {
    const folder = makeFolder()
    return { bookmarks: checkpointFiles(folder), again: async () => checkpointFiles(folder) }
  })
  recordsContract(where, async () => {
    const folder = makeFolder()
    return { records: recordFiles(folder, silent), again: async () => recordFiles(folder, silent) }
  })
}

bookmarksContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  const { takesAnyTurn } = await open()
  return { bookmarks: takesAnyTurn, again: async () => (await open()).takesAnyTurn }
})
recordsContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  return {
    records: recordRows((await open()).database),
    again: async () => recordRows((await open()).database),
  }
})
