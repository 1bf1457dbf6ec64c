import { knownChannels } from '../slack/channels.ts'
import { readableFolder, readingOnly } from '../store/file/open-folder.ts'
import { connectDatabase } from '../store/postgres/database.ts'
import { recordDatabase } from '../store/postgres/records.ts'
import { collectionRows } from '../store/sql/collections.ts'

/** The returned function rejects if the store cannot be read, or if the record of the name is damaged. */
export function lookUpChannelName({
  DATABASE_URL,
  DATA_DIR,
}: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}): (name: string) => Promise<string | undefined> {
  if (DATABASE_URL === undefined)
    return async (name) => {
      const store = readableFolder(DATA_DIR, readingOnly)
      return knownChannels(store).find(name).finally(store.close)
    }
  return async (name) => {
    const database = connectDatabase(DATABASE_URL)
    return knownChannels({ collection: collectionRows(recordDatabase(database)) })
      .find(name)
      .finally(() => database.close())
  }
}
