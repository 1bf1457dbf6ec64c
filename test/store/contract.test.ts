/** One contract, two places: files on the disk, rows in PostgreSQL. */

import { collectionFiles } from '../../src/store/file/collection-files.ts'
import { lowdbCheckpoints } from '../../src/store/file/lowdb-checkpoints.ts'
import { messageFiles } from '../../src/store/file/message-files.ts'
import { collectionRows, messageRows } from '../../src/store/postgres/collections.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { checkpointsContract } from './checkpoints.contract.ts'
import { collectionsContract } from './collections.contract.ts'
import { messagesContract } from './messages.contract.ts'

const databases = useDatabases()

checkpointsContract('files on the disk', async () => {
  const folder = emptyFolder()
  return { checkpoints: lowdbCheckpoints(folder), again: async () => lowdbCheckpoints(folder) }
})
const collectionsOnDisk = async () => {
  const folder = emptyFolder()
  return { open: collectionFiles(folder), again: async () => collectionFiles(folder) }
}
collectionsContract('one file', collectionsOnDisk)
collectionsContract('a file for each record', collectionsOnDisk, { fileForEach: true })
messagesContract('files on the disk', async () => {
  const folder = emptyFolder()
  return { open: messageFiles(folder), again: async () => messageFiles(folder) }
})

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
