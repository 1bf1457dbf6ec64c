import { knownChannels } from '../slack/channels.ts'
import { collectionFiles } from '../store/file/collection-files.ts'
import { collectionRows } from '../store/postgres/collections.ts'
import { connectDatabase } from '../store/postgres/database.ts'

/** The returned function rejects if the store cannot be read, or if the record of the name is damaged. */
export function lookUpChannelName({
  DATABASE_URL,
  DATA_DIR,
}: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}): (name: string) => Promise<string | undefined> {
  if (DATABASE_URL === undefined)
    return async (name) => knownChannels({ collection: collectionFiles(DATA_DIR) }).find(name)
  return async (name) => {
    const database = connectDatabase(DATABASE_URL)
    return knownChannels({ collection: collectionRows(database) })
      .find(name)
      .finally(() => database.close())
  }
}
