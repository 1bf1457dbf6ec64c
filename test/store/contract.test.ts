/** One contract, three places: files on the disk, files in memory, rows in PostgreSQL. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { checkpointFiles } from '../../src/store/file/checkpoint-files.ts'
import { collectionFiles } from '../../src/store/file/collection-files.ts'
import { messageFiles } from '../../src/store/file/message-files.ts'
import { collectionRows, messageRows } from '../../src/store/postgres/collections.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { checkpointsContract } from './checkpoints.contract.ts'
import { collectionsContract } from './collections.contract.ts'
import { messagesContract } from './messages.contract.ts'

const databases = useDatabases()

/** Linux keeps these files in memory. Elsewhere the disk is used. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : undefined

function memoryFolder(): string {
  if (inMemory === undefined) return emptyFolder()
  const folder = mkdtempSync(join(inMemory, 'overheard-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

for (const [where, makeFolder] of [
  ['files on a RAM disk', memoryFolder],
  ['files on the disk', emptyFolder],
] as const) {
  checkpointsContract(where, async () => {
    const folder = makeFolder()
    return { checkpoints: checkpointFiles(folder), again: async () => checkpointFiles(folder) }
  })
  collectionsContract(where, async () => {
    const folder = makeFolder()
    return { open: collectionFiles(folder), again: async () => collectionFiles(folder) }
  })
  messagesContract(where, async () => {
    const folder = makeFolder()
    return { open: messageFiles(folder), again: async () => messageFiles(folder) }
  })
}

checkpointsContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  const { checkpoints } = await open()
  return { checkpoints, again: async () => (await open()).checkpoints }
})
collectionsContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  return {
    open: collectionRows((await open()).database),
    again: async () => collectionRows((await open()).database),
  }
})
messagesContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  return {
    open: messageRows((await open()).database),
    again: async () => messageRows((await open()).database),
  }
})
