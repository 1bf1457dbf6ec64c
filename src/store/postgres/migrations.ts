import { z } from 'zod'
import type { Database } from './database.ts'

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

/**
 * The schema, step by step: what has once been released is never changed, only followed by a further step. Facts are kept as `json`,
 * not `jsonb`, which refuses a NUL character that a mention's text may contain. Times are UTC, ms since the epoch.
 */
export const tables = [
  `
  -- A number that grows with every take-over of an alert's turn: only who has the newest may write its bookmarks.
  create table overheard.turns (alert text primary key, fence bigint not null);

  create table overheard.bookmarks (
    subscription text not null,
    alert text not null,
    bookmark json not null,
    primary key (subscription, alert)
  ) with (fillfactor = 50);

  -- Versions never come twice, not even those of a fact that was removed and made again.
  create sequence overheard.versions;
  create table overheard.records (
    kind text not null,
    key text not null,
    value json not null,
    version bigint not null default nextval('overheard.versions'),
    primary key (kind, key)
  );
  create table overheard.verdicts (number bigint generated always as identity, at float8 not null, entry json not null);
  create index verdicts_by_time on overheard.verdicts (at, number);

  -- What is due: \`next_at\` from when on; \`last_at\` until when it has been seen to; \`taken\` a run of it has begun and not ended;
  -- \`sent_at\` when a job was last asked for.
  create table overheard.due (
    queue text not null,
    key text not null,
    member text not null,
    next_at float8,
    last_at float8 not null default 0,
    sent_at float8,
    taken boolean not null default false,
    primary key (queue, key, member)
  ) with (fillfactor = 70);
  create index due_waiting on overheard.due (queue) where next_at is not null or taken;

  create table overheard.allowances (token text primary key, taken float8[] not null, paused_until float8 not null) with (fillfactor = 50);
  create table overheard.paces (channel text primary key, next_free float8 not null, read_at float8 not null) with (fillfactor = 50);

  create function overheard.now_ms() returns float8 language sql volatile as
    $$ select extract(epoch from clock_timestamp())::float8 * 1000 $$;
  `,
  `
  -- One request of a token's allowance: 0, or in how many ms to ask again. As src/mentions/allowance.ts counts in one process.
  create function overheard.take_request(of_token text, most int, reserve int, longest_pause float8, at float8)
    returns float8 language plpgsql as $$
  declare
    row overheard.allowances;
    allowed int := greatest(1, most - reserve);
    kept float8[];
    blocking float8;
    time float8;
  begin
    -- A crash of the server may forget the last half second of it: the limit leaves room for that, a wait for the disk would not.
    perform set_config('synchronous_commit', 'off', true);
    insert into overheard.allowances values (of_token, '{}', 0) on conflict do nothing;
    select * into row from overheard.allowances where token = of_token for update;
    -- The clock is read under the lock, so that what is taken goes up in time.
    time := coalesce(at, overheard.now_ms());
    select coalesce(array_agg(least(t, time) order by t), '{}') into kept from unnest(row.taken) t where least(t, time) > time - 60000;
    row.paused_until := least(row.paused_until, time + longest_pause);
    blocking := kept[cardinality(kept) - allowed + 1];
    if row.paused_until > time or blocking is not null then
      update overheard.allowances set taken = kept, paused_until = row.paused_until
        where token = of_token and (cardinality(kept) < cardinality(taken) or paused_until <> row.paused_until or kept <> taken);
      return case when row.paused_until > time then row.paused_until - time else blocking + 60000 - time end;
    end if;
    update overheard.allowances set taken = kept || time, paused_until = row.paused_until where token = of_token;
    return 0;
  end $$;

  -- A place for a post to a channel: in how many ms; taken only up to patience. As src/deliver/pace.ts does in one process.
  create function overheard.take_place(of_channel text, patience float8, spacing float8, burst int, at float8)
    returns float8 language plpgsql as $$
  declare
    row overheard.paces;
    time float8;
    place float8;
  begin
    perform set_config('synchronous_commit', 'off', true);
    insert into overheard.paces values (of_channel, 0, 0) on conflict do nothing;
    select * into row from overheard.paces where channel = of_channel for update;
    time := coalesce(at, overheard.now_ms());
    -- A clock that goes back takes the places with it, or the channel would be shut for as long as it went back.
    place := greatest(row.next_free - greatest(0, row.read_at - time), time - (burst - 1) * spacing);
    update overheard.paces set read_at = time, next_free = case when place - time <= patience then place + spacing else place end
      where channel = of_channel;
    return greatest(0, place - time);
  end $$;
  `,
  `
  -- What has changed since a version; without it, each look at the facts of a kind would pass all of them.
  create index records_by_version on overheard.records (kind, version);
  `,
  `
  -- How far a member got: \`behind_since\` when it became due without having read to the end since; \`caught_up_at\` when it last had.
  -- What is due although nobody knows its key (its alert cannot be looked up) stands under the empty one.
  alter table overheard.due add column behind_since float8, add column caught_up_at float8;
  `,
  `
  -- Whether \`next_at\` is a wish to come back, and not a slot of a schedule.
  alter table overheard.due add column wish boolean not null default false;
  `,
]
