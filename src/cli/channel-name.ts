import { type KnownChannels, knownChannels } from '../store/collections.ts'
import { recordFiles } from '../store/file/record-files.ts'
import { connectDatabase } from '../store/postgres/database.ts'
import { recordRows } from '../store/postgres/records.ts'

/**
 * Returns a lookup of the channel id that a name had last, read from the bot's store. A bot may be running meanwhile: the lookup only
 * reads. It rejects if the store cannot be read.
 */
export function lookUpChannelName({
  DATABASE_URL,
  DATA_DIR,
}: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}): KnownChannels['find'] {
  if (DATABASE_URL === undefined)
    return (name) => knownChannels(recordFiles(DATA_DIR, { warn: () => undefined })).find(name)
  return async (name) => {
    const database = connectDatabase(DATABASE_URL)
    return knownChannels(recordRows(database))
      .find(name)
      .finally(() => database.close())
  }
}
