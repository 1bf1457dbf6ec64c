import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { CheckpointStore } from '../../src/model/checkpoint.ts'
import { checkpointRows } from '../../src/store/postgres/checkpoints.ts'
import { connectDatabase, type Database } from '../../src/store/postgres/database.ts'
import { raiseFence } from '../../src/store/postgres/leases.ts'
import { applyMigrations } from '../../src/store/postgres/migrations.ts'
import { dropDatabase, type PostgresServer, startPostgres } from './postgres.ts'

/** Databases with our tables, with any number of processes on each. */

/** A process on the database. It raises the fence when it first uses `checkpoints`. */
type Opened = { database: Database; checkpoints: CheckpointStore }

export function useDatabases() {
  let server: PostgresServer | undefined
  /** Databases whose tests are over. Later tests use them, because making a database takes longer than most tests. */
  const free: string[] = []
  const made: string[] = []
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    for (const url of made) await dropDatabase(url)
    await server?.stop()
  })
  async function create(): Promise<string> {
    if (server === undefined) throw new Error('the server runs only within tests')
    const url = await server.database()
    made.push(url)
    return url
  }
  async function createWithTables(): Promise<string> {
    const url = await create()
    await onConnection(url, async (database) => {
      await applyMigrations(database)
      await database.query(keepFirstRows)
    })
    return url
  }
  return {
    /** The address of a database without tables. */
    empty: create,
    /** A database with our tables. `alters`: the test alters more than rows, so no other test gets the database. */
    async fresh({ alters = false } = {}) {
      const url = (alters ? undefined : free.pop()) ?? (await createWithTables())
      if (!alters)
        onTestFinished(async () => {
          await onConnection(url, (database) => database.query(restoreFirstRows))
          free.push(url)
        })
      return { url, open: async (): Promise<Opened> => openOn(connect(url)) }
    },
  }
}

/** Remembers the rows that the migrations insert. */
const keepFirstRows = `
  create schema first_rows;
  do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = 'overheard' loop
      execute format('create table first_rows.%I as table overheard.%I', one, one);
    end loop;
  end $$;`

/** Makes the tables as they were after the migrations. Triggers must not run, because one refuses each write of version 0.2. */
const restoreFirstRows = `
  do $$ declare one text; begin
    perform set_config('session_replication_role', 'replica', true);
    for one in select tablename from pg_tables where schemaname = 'overheard' loop
      execute format('delete from overheard.%I', one);
      execute format('insert into overheard.%I overriding system value table first_rows.%I', one, one);
    end loop;
    for one in select sequencename from pg_sequences where schemaname = 'overheard' loop
      execute format('alter sequence overheard.%I restart', one);
    end loop;
  end $$;`

async function onConnection(url: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = connectDatabase(url)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

function connect(url: string): Database {
  const database = connectDatabase(url)
  onTestFinished(() => database.close())
  return database
}

function openOn(database: Database): Opened {
  const { writtenUnder } = checkpointRows(database)
  let leading: Promise<CheckpointStore> | undefined
  const checkpoints = () => {
    leading ??= raiseFence(database).then(writtenUnder)
    return leading
  }
  return {
    database,
    checkpoints: {
      load: async (key) => (await checkpoints()).load(key),
      save: async (key, checkpoint) => (await checkpoints()).save(key, checkpoint),
    },
  }
}
