import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { CheckpointStore } from '../../src/model/checkpoint.ts'
import { checkpointRows } from '../../src/store/postgres/checkpoints.ts'
import { connectDatabase, type Database } from '../../src/store/postgres/database.ts'
import { migrate } from '../../src/store/postgres/migrations.ts'
import { takeFence } from '../../src/store/postgres/shards.ts'
import { dropDatabase, type PostgresServer, startPostgres } from './postgres.ts'

/** Databases with our tables, each dropped after its test, with any number of processes on each. */

/** A process on the database. `checkpoints`: it takes the shard of any alert whose checkpoints it uses. */
type Opened = { database: Database; checkpoints: CheckpointStore }

export function useDatabases() {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())
  async function empty(): Promise<string> {
    if (server === undefined) throw new Error('the server runs only within tests')
    const url = await server.database()
    onTestFinished(() => dropDatabase(url))
    return url
  }
  return {
    /** The address of a database without tables. */
    empty,
    async fresh() {
      const url = await empty()
      await migrate(connect(url))
      return { url, open: async (): Promise<Opened> => openOn(connect(url)) }
    },
  }
}

function connect(url: string): Database {
  const database = connectDatabase(url)
  onTestFinished(() => database.close())
  return database
}

function openOn(database: Database): Opened {
  const { ownedUnder } = checkpointRows(database)
  const owned = new Map<string, Promise<CheckpointStore>>()
  const owner = (alert: string) => {
    const known = owned.get(alert) ?? takeFence(database, alert).then(ownedUnder)
    owned.set(alert, known)
    return known
  }
  return {
    database,
    checkpoints: {
      load: async (key) => (await owner(key.alert)).load(key),
      save: async (key, checkpoint) => (await owner(key.alert)).save(key, checkpoint),
    },
  }
}
