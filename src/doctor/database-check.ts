import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { connectDatabase, type Database } from '../store/postgres/database.ts'
import {
  connectWithRetry,
  DatabaseAwayError,
  DatabaseRefusedError,
  lacksEncryption,
} from '../store/postgres/patience.ts'
import { tables } from '../store/postgres/tables.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

/** A database that is away is asked again for this long, in ms: somebody waits at the terminal. */
const databaseTimeoutMs = 2000

/** What the database says of us and of our tables. `done`: how many steps of their making it has behind it. */
type DatabaseState = {
  user: string
  database: string
  mayCreate: boolean
  takesWrites: boolean
  done: number
}

/** Whether the database answers, lets us work, and has the tables of this version. Nothing is changed. */
export async function checkDatabase(url: string, connect = connectDatabase): Promise<Finding[]> {
  const database = connect(url)
  try {
    const clock = { now: Date.now, sleep: (ms: number) => wait(ms) }
    const seen = await connectWithRetry(() => readDatabaseState(database), clock, databaseTimeoutMs)
    return [fine('The database answers.'), checkRights(seen) ?? checkTables(seen)]
  } catch (error) {
    if (error instanceof DatabaseRefusedError || error instanceof DatabaseAwayError)
      return [fault(error.message, adviseOnDatabase(error.cause))]
    throw error
  } finally {
    await database.close()
  }
}

const stateSchema = z.tuple([
  z.object({
    user: z.string(),
    database: z.string(),
    mayCreate: z.boolean(),
    takesWrites: z.boolean(),
    hasTables: z.boolean(),
  }),
])
const countSchema = z.tuple([z.object({ done: z.number() })])

async function readDatabaseState(database: Database): Promise<DatabaseState> {
  const [{ hasTables, ...present }] = stateSchema.parse(
    (
      await database.query(`select current_user as "user", current_database() as database,
        has_database_privilege(current_database(), 'create') as "mayCreate",
        current_setting('transaction_read_only') = 'off' as "takesWrites",
        to_regclass('overheard.migrations') is not null as "hasTables"`)
    ).rows,
  )
  if (!hasTables) return { ...present, done: 0 }
  const { rows } = await database.query('select count(*)::int as done from overheard.migrations')
  return { ...present, done: countSchema.parse(rows)[0].done }
}

/** The bot looks for its schemas with `create schema if not exists`, for which PostgreSQL wants this right even where they are there. */
function checkRights({ user, database, mayCreate, takesWrites }: DatabaseState): Finding | undefined {
  if (!takesWrites)
    return fault('It takes no writes: a standby, perhaps.', 'Let DATABASE_URL lead to the primary server.')
  if (mayCreate) return undefined
  return fault(
    `The user ${user} may not create anything in the database ${database}.`,
    `As its owner: GRANT CREATE ON DATABASE "${database}" TO "${user}";`,
  )
}

function checkTables({ done }: DatabaseState): Finding {
  if (done === tables.length) return fine('Its tables are up to date.')
  if (done < tables.length) return fine('Its tables are made or brought up to date at the next start.')
  return warning('Its tables are those of a newer version.', 'Run the newer version of Overheard on it.')
}

/** By the beginning of the code: PostgreSQL's own (its documentation, appendix A), or one of the operating system. */
const databaseAdvice: readonly [code: string, whatToDo: string][] = [
  ['28', 'Correct user and password in DATABASE_URL.'],
  ['3D', 'Create it (createdb), or correct the name at the end of DATABASE_URL.'],
  ['42', 'Let the user of DATABASE_URL be the owner of the schemas overheard and overheard_jobs.'],
  ['ENOTFOUND', 'Correct the host in DATABASE_URL.'],
]

function adviseOnDatabase(cause: unknown): string {
  if (lacksEncryption(cause)) return 'Take sslmode out of DATABASE_URL.'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const found = databaseAdvice.find(([beginning]) => code.startsWith(beginning))
  return found?.[1] ?? 'Start PostgreSQL, or correct host and port in DATABASE_URL.'
}
