import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import { type Database, NewerDatabaseError } from './database.ts'

/** The key of the advisory lock for schema changes. Any unused number would do. */
const lockKey = 71_930_281

/** A step or a copy of a large table takes longer than other statements. In ms. */
const longestStepMs = 600_000

const versionSchema = z.tuple([z.object({ version: z.number() })])

/**
 * Updates the schema `overheard`. Any number of processes may start at the same moment: each step takes a lock first, and does nothing if
 * another process has done it. The data of an older version is copied first, to a schema of its own. Throws NewerDatabaseError, before
 * anything is written, if a newer version has written the database. Returns the schema with the copy, if this call made one.
 */
export async function applyMigrations(database: Database, steps = tables): Promise<string | undefined> {
  const before = await versionOf(database)
  if (before > steps.length) throw newer(before, steps.length)
  await inOneTransaction(
    database,
    `create schema if not exists overheard;
     create table if not exists overheard.migrations (version int primary key, at timestamptz not null default now());`,
  )
  const copied = before > 0 && before < steps.length ? await copyTables(database, before) : undefined
  const missing = steps.map((sql, index) => step(index + 1, sql)).slice(before)
  // In an empty database no process sees a version in between, which it would take for older data.
  for (const sql of before === 0 ? [missing.join('\n')] : missing)
    await inOneTransaction(database, sql, lockVersion)
  return copied
}

/** Returns the version of the tables in a database; 0 if there are none. */
export async function versionOf(database: Pick<Database, 'query'>): Promise<number> {
  const { rows } = await database.query(`select to_regclass('overheard.migrations') is not null as found`)
  if (!foundSchema.parse(rows)[0].found) return 0
  const found = await database.query('select coalesce(max(version), 0) as version from overheard.migrations')
  return versionSchema.parse(found.rows)[0].version
}

/** As `versionOf`, but rejects with NewerDatabaseError if this program does not know the version. */
export async function knownVersionOf(database: Pick<Database, 'query'>): Promise<number> {
  const version = await versionOf(database)
  if (version > tables.length) throw newer(version, tables.length)
  return version
}

const foundSchema = z.tuple([z.object({ found: z.boolean() })])

export const newer = (version: number, known: number) =>
  new NewerDatabaseError(
    `a newer version of Overheard has written its data, which has version ${version}; this program knows up to ${known}`,
  )

/** The copy and the steps take this lock before all others, so that they cannot wait for each other. */
const lockVersion = 'lock table overheard.migrations in exclusive mode;'

const copyName = (version: number) => `overheard_version_${version}`

/**
 * Copies all rows as of one moment, also while bots of the older version write. The lock comes before the first snapshot of the transaction,
 * so the copy sees what another process has done that held it. A copy that is already there may be of an earlier update that somebody undid.
 */
async function copyTables(database: Database, version: number): Promise<string | undefined> {
  const name = copyName(version)
  const { rows } = await database.query(
    `set transaction isolation level repeatable read;
     ${lockVersion}
     do $copy$ declare one text; begin
       if (select max(version) from overheard.migrations) = ${version} then
         execute 'drop schema if exists ${name} cascade';
         execute 'create schema ${name}';
         execute 'create table ${name}.copied as select clock_timestamp() as at';
         for one in select tablename from pg_tables where schemaname = 'overheard' loop
           execute format('create table ${name}.%I as table overheard.%I', one, one);
         end loop;
       end if;
     end $copy$;
     select max(version) = ${version} as found from overheard.migrations;`,
    undefined,
    longestStepMs,
  )
  return foundSchema.parse(rows)[0].found ? name : undefined
}

/** The version of the data that this program writes. */
export const newestDatabaseVersion = () => tables.length

/** SQL: creates the tables of a version in a database that has none. */
export const tablesOfVersion = (version: number) =>
  [
    'create schema overheard',
    'create table overheard.migrations (version int primary key, at timestamptz not null default now())',
    ...tables.slice(0, version),
    `insert into overheard.migrations (version) select generate_series(1, ${version})`,
  ].join(';\n')

/** The schema to which a restore at this time (UTC, ms) moves the data of before. */
export const schemaBeforeRestore = (at: Time) =>
  `overheard_before_restore_${new Date(at).toISOString().replace(/\D/g, '')}`

/** The names of schemas with copies. */
export const copySchema = /^overheard_(version|before_restore)_\d+$/

/** SQL: the schemas with copies. */
const copies = `select n.nspname as name from pg_namespace n
  where n.nspname ~ '${copySchema.source}' and to_regclass(quote_ident(n.nspname) || '.copied') is not null`

const namesSchema = z.array(z.object({ name: z.string() }))

/** Returns the schemas with the copies that were made before updates and restores. */
export async function copiesOf(database: Pick<Database, 'query'>): Promise<string[]> {
  return namesSchema.parse((await database.query(copies)).rows).map(({ name }) => name)
}

/** Removes the copies that were made before a time (UTC, ms). */
export async function pruneCopies(database: Pick<Database, 'query'>, before: number): Promise<void> {
  for (const name of await copiesOf(database))
    await database.query(`do $prune$ begin
      if (select extract(epoch from at) from ${name}.copied) * 1000 < '${before}'::float8 then
        execute 'drop schema ${name} cascade';
      end if;
    end $prune$;`)
}

async function inOneTransaction(database: Database, sql: string, first = ''): Promise<void> {
  await database.query(
    `${first} select pg_advisory_xact_lock(${lockKey}); ${learnOfSchemas} ${sql}`,
    undefined,
    longestStepMs,
  )
}

/**
 * A connection looks up schemas in a cache, and learns what others have created only when it next locks a table. Without this, "if not exists"
 * tries to create a schema that another process created while this one waited.
 */
const learnOfSchemas = 'lock table pg_catalog.pg_namespace in access share mode;'

function step(version: number, sql: string): string {
  return `do $migration$ begin
    if not exists (select 1 from overheard.migrations where version = ${version}) then
      execute $step$${sql}$step$;
      insert into overheard.migrations (version) values (${version});
    end if;
  end $migration$;`
}

/**
 * These steps create the schema. Never change a released step; add another one. Records are stored as `json`, because `jsonb` refuses a NUL
 * character, which the text of a mention may contain. Times are in ms, UTC.
 */
export const tables = [
  `
  create table overheard.checkpoints (
    subscription text not null,
    alert text not null,
    checkpoint json not null,
    primary key (subscription, alert)
  ) with (fillfactor = 50);

  -- No version is used twice, even if a record is removed and created again.
  create sequence overheard.versions;
  create table overheard.records (
    collection text not null,
    key text not null,
    value json not null,
    version bigint not null default nextval('overheard.versions'),
    primary key (collection, key)
  );

  -- Records of messages: cards and the actions of people on them. \`day\`: the UTC day of \`ts\`.
  create table overheard.messages (
    collection text not null,
    channel text not null,
    ts text not null,
    day date not null,
    value json not null,
    version bigint not null default nextval('overheard.versions'),
    primary key (collection, channel, ts)
  );
  create index messages_by_day on overheard.messages (collection, channel, day);
  create index messages_by_version on overheard.messages (collection, version);

  create table overheard.decisions (
    number bigint generated always as identity,
    at float8 not null,
    subscription text not null,
    alert text not null,
    mention text not null,
    entry json not null
  );
  create index decisions_by_time on overheard.decisions (at, number);
  create index decisions_by_mention on overheard.decisions (mention, alert);
  -- When each subscription last decided something other than "waiting".
  create table overheard.latest_decisions (subscription text primary key, at float8 not null);

  create table overheard.rate_limits (
    key text primary key,
    taken float8[] not null,
    next_free float8 not null,
    paused_until float8 not null,
    read_at float8 not null
  ) with (fillfactor = 50);

  create function overheard.now_ms() returns float8 language sql volatile as
    $$ select extract(epoch from clock_timestamp())::float8 * 1000 $$;
  `,
  `
  -- Takes a unit of a rate limit. Returns the ms until it is free; takes it only if they are at most patience. The rules are those of
  -- packages/base/src/rate-limiter.ts.
  create function overheard.take_unit(
    of_key text, units float8, window_ms float8, burst float8, patience float8, reserve float8, longest_pause float8, at float8
  ) returns float8 language plpgsql as $$
  declare
    row overheard.rate_limits;
    kept float8[];
    time float8;
    back float8;
    place float8;
    free float8;
  begin
    -- A crash of the server may lose the last half second. The limits allow for that, and waiting for the disk would be slow.
    perform set_config('synchronous_commit', 'off', true);
    insert into overheard.rate_limits values (of_key, '{}', 0, 0, 0) on conflict do nothing;
    select * into row from overheard.rate_limits where key = of_key for update;
    -- Read the clock under the lock, so that the times of units ascend.
    time := coalesce(at, overheard.now_ms());
    back := greatest(0, row.read_at - time);
    kept := array(select t - back from unnest(row.taken) t where t - back > time - window_ms order by t);
    row.paused_until := least(row.paused_until - back, time + longest_pause);
    row.next_free := row.next_free - back;
    place := greatest(row.next_free, time - (burst - 1) * (window_ms / units), row.paused_until);
    -- greatest() ignores nulls, so if no unit blocks, the result is now.
    free := greatest(
      time, place, kept[cardinality(kept)],
      kept[cardinality(kept) - greatest(1, units - reserve)::int + 1] + window_ms
    );
    if free - time <= patience then
      kept := kept || free;
      row.next_free := place + window_ms / units;
    end if;
    update overheard.rate_limits set taken = kept, next_free = row.next_free, paused_until = row.paused_until, read_at = time where key = of_key;
    return free - time;
  end $$;
  `,
  `
  -- The processes that share the database. \`since\`: connected without a break since this time. \`seen_at\`: the last sign of life.
  create table overheard.processes (
    id text primary key,
    since float8 not null,
    seen_at float8 not null,
    leaving boolean not null,
    alerts float8 not null,
    weight float8 not null,
    lag float8 not null
  ) with (fillfactor = 50);

  -- \`fence\` grows each time a process takes the shard. Only the process with the newest fence may write checkpoints of the shard.
  -- \`given_at\`: when the last owner gave it back. \`progress\`: how far its subscriptions are, as of \`written_at\`.
  create table overheard.shards (
    shard int primary key,
    fence bigint not null default 0,
    taken_fence bigint not null default 0,
    owner text,
    given_at float8,
    progress json not null default '[]',
    written_at float8
  ) with (fillfactor = 50);
  insert into overheard.shards (shard) select generate_series(0, 63);
  `,
  `
  -- \`writer\`: the transaction that last wrote the row. A trigger sets it, so that no statement can forget it.
  alter table overheard.messages add column writer xid8 not null default '0';
  create function overheard.note_writer() returns trigger language plpgsql as $$
  begin
    new.writer := pg_current_xact_id();
    return new;
  end $$;
  create trigger note_writer before insert or update on overheard.messages
    for each row execute function overheard.note_writer();
  create index messages_by_writer on overheard.messages (collection, writer);
  drop index overheard.messages_by_version;
  `,
  `
  -- The lease of the leader for an account of the mention service. \`fence\` grows with each leader; a write of a leader needs the newest one.
  -- \`taken_fence\`: the fence when the owner took the lease. It has an advisory lock for that. \`requests\`: those that the leader sent
  -- within the last minute, [{ requests, agoMs }].
  create table overheard.leases (
    account text primary key,
    fence bigint not null default 0,
    taken_fence bigint not null default 0,
    owner text,
    last_owner text,
    renewed_at float8 not null default 0,
    requests json not null default '[]',
    -- Because of this key, a new fence waits for the writes under the old one, which lock the row FOR KEY SHARE. A renewal does not wait.
    unique (account, fence)
  ) with (fillfactor = 20);

  -- Processes of version 0.2 own shards. Without their rows, nothing that such a process writes as an owner takes effect, and none can be taken.
  -- It ends its work within eight seconds, because its jobs are gone. So nobody leads for nine seconds.
  lock table overheard.processes in access exclusive mode;
  insert into overheard.leases (account, owner, renewed_at)
    select 'default', case when works then 'version 0.2' end, case when works then overheard.now_ms() + 9000 else 0 end
    from (select exists (select from overheard.processes where seen_at > overheard.now_ms() - 10000) as works) as old;
  truncate overheard.shards;
  truncate overheard.processes;
  drop schema if exists overheard_jobs cascade;
  create function overheard.refuse_old_version() returns trigger language plpgsql as $$
  begin
    raise exception 'A newer version of Overheard uses this database. Update this process.';
  end $$;
  create trigger refuse_old_version before insert or update or delete on overheard.processes
    for each statement execute function overheard.refuse_old_version();

  -- Each process hears at once what another one changed. The collections with the counts of alerts change too often for that.
  create function overheard.announce_change() returns trigger language plpgsql as $$
  declare
    changed text := coalesce(new.collection, old.collection);
  begin
    if changed not in ('volume', 'plan-days') then
      perform pg_notify('overheard', tg_table_name || ' ' || changed || '|' || substr(current_setting('application_name'), 11));
    end if;
    return null;
  end $$;
  create trigger announce_change after insert or update or delete on overheard.records
    for each row execute function overheard.announce_change();
  create trigger announce_change after insert or update or delete on overheard.messages
    for each row execute function overheard.announce_change();
  `,
]
