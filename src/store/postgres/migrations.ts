import { z } from 'zod'
import type { Database } from './database.ts'
import { tables } from './tables.ts'

/** The key of the advisory lock under which the schema is changed; any number that nobody else uses. */
const lockKey = 71_930_281

const versions = z.array(z.object({ version: z.number() }))

/**
 * Brings the schema `overheard` up to date, and makes the one of the job engine, which fails where several processes make it at the
 * same moment. Any number of processes may start at the same moment: each step is one batch that takes
 * a lock first, and does nothing where another process has done it.
 */
export async function migrate(database: Database): Promise<void> {
  await inOneTransaction(
    database,
    `create schema if not exists overheard;
     create schema if not exists overheard_jobs;
     create table if not exists overheard.migrations (version int primary key, at timestamptz not null default now());`,
  )
  const { rows } = await database.query('select version from overheard.migrations')
  const done = new Set(versions.parse(rows).map(({ version }) => version))
  for (const [index, sql] of tables.entries()) {
    if (!done.has(index + 1)) await inOneTransaction(database, step(index + 1, sql))
  }
}

/** Several statements in one text are one transaction, and the lock ends with it: nothing is left behind where a step fails. */
async function inOneTransaction(database: Database, sql: string): Promise<void> {
  await database.query(`select pg_advisory_xact_lock(${lockKey}); ${sql}`)
}

function step(version: number, sql: string): string {
  return `do $migration$ begin
    if not exists (select 1 from overheard.migrations where version = ${version}) then
      execute $step$${sql}$step$;
      insert into overheard.migrations (version) values (${version});
    end if;
  end $migration$;`
}
