import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { connectDatabase, type Database } from '../store/postgres/database.ts'
import { DatabaseUnusableError, patiently } from '../store/postgres/patience.ts'
import { tables } from '../store/postgres/tables.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const present = z.tuple([z.object({ migrations: z.string().nullable() })])
const counts = z.tuple([z.object({ done: z.number() })])

/** Whether the database answers, and whether its tables are those of this version. Nothing is changed. */
export async function lookAtDatabase(url: string): Promise<Finding[]> {
  const database = connectDatabase(url)
  try {
    const done = await patiently(() => doneIn(database), { now: Date.now, sleep: (ms) => wait(ms) })
    return [fine('The database answers.'), migrationsOf(done)]
  } catch (error) {
    if (!(error instanceof DatabaseUnusableError)) throw error
    return [
      fault(error.message, 'Start the database, or correct DATABASE_URL (address, user, password, name).'),
    ]
  } finally {
    await database.close()
  }
}

/** How many steps of our tables' making the database has behind it. */
async function doneIn(database: Database): Promise<number> {
  const [{ migrations }] = present.parse(
    (await database.query(`select to_regclass('overheard.migrations')::text as migrations`)).rows,
  )
  if (migrations === null) return 0
  return counts.parse(
    (await database.query('select count(*)::int as done from overheard.migrations')).rows,
  )[0].done
}

function migrationsOf(done: number): Finding {
  if (done === tables.length) return fine('Its tables are up to date.')
  if (done < tables.length) return fine('Its tables are made or brought up to date at the next start.')
  return warning('Its tables are those of a newer version.', 'Run the newer version of Overheard on it.')
}
