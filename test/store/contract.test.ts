/** One contract, two places: a folder with files and SQLite, and PostgreSQL. */
import { lowdbCheckpoints } from '../../src/store/file/lowdb-checkpoints.ts'
import { recordDatabase } from '../../src/store/postgres/records.ts'
import { collectionRows } from '../../src/store/sql/collections.ts'
import { messageRows } from '../../src/store/sql/messages.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { openRecordsIn } from '../tools/sqlite-records.ts'
import { checkpointsContract } from './checkpoints.contract.ts'
import { collectionsContract } from './collections.contract.ts'
import { messagesContract } from './messages.contract.ts'

const databases = useDatabases()

checkpointsContract('files on the disk', async () => {
  const folder = emptyFolder()
  return { checkpoints: lowdbCheckpoints(folder), again: async () => lowdbCheckpoints(folder) }
})
collectionsContract('SQLite', async () => {
  const { folder, collection } = openRecordsIn()
  return { open: collection, again: async () => openRecordsIn(folder).collection }
})
messagesContract('SQLite', async () => {
  const { folder, messages } = openRecordsIn()
  return { open: messages, again: async () => openRecordsIn(folder).messages }
})

checkpointsContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  const { checkpoints } = await open()
  return { checkpoints, again: async () => (await open()).checkpoints }
})
collectionsContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  return {
    open: collectionRows(recordDatabase((await open()).database)),
    again: async () => collectionRows(recordDatabase((await open()).database)),
  }
})
messagesContract('PostgreSQL', async () => {
  const { open } = await databases.fresh()
  return {
    open: messageRows(recordDatabase((await open()).database)),
    again: async () => messageRows(recordDatabase((await open()).database)),
  }
})
