import { z } from 'zod'
import type { Collections } from '../model/collection.ts'
import { collectionFiles } from '../store/file/collection-files.ts'
import { collectionRows } from '../store/postgres/collections.ts'
import { connectDatabase } from '../store/postgres/database.ts'

export function knownChannels({ collection }: Collections) {
  const { find, put } = collection('known-channels', z.string(), { rebuildable: true })
  return { find, keep: put }
}

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
