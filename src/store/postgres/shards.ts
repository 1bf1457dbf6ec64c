import { z } from 'zod'
import type { Progress } from '../../model/due.ts'
import { type ShardFence, shardOf } from '../../model/shard.ts'
import { checkShape, createDamageLog } from '../damage.ts'
import type { Database } from './database.ts'

const table = 'overheard.shards'

const others = z.array(
  z.object({
    id: z.string(),
    leaving: z.boolean(),
    alerts: z.number(),
    weight: z.number(),
    lag: z.number(),
    silentMs: z.number(),
  }),
)
const shards = z.array(
  z.object({ shard: z.number(), owner: z.string().nullable(), fence: z.coerce.bigint() }),
)
const seen = z.tuple([z.object({ others, shards })])

/** A subscription's progress as it is stored: key, member, and three times in ms relative to the time of the write, or null. */
const storedProgress = z.array(
  z.tuple([z.string(), z.string(), z.number().nullable(), z.number().nullable(), z.number().nullable()]),
)
type StoredProgress = z.infer<typeof storedProgress>

const takenRows = z.array(
  z.object({
    shard: z.number(),
    fence: z.coerce.bigint(),
    clean: z.boolean(),
    trusted: z.boolean(),
    progress: z.unknown(),
    age: z.number(),
  }),
)
const progressRows = z.array(z.object({ shard: z.number(), progress: z.unknown(), age: z.number() }))

/** Times are stored relative to the write, because the clocks of the processes and of the database may differ by minutes. */
function toStored(
  { key, member, behindMs, caughtUpAt, dueAt }: Progress,
  now: number,
): StoredProgress[number] {
  const since = caughtUpAt === undefined ? null : now - caughtUpAt
  return [key, member, behindMs ?? null, since, dueAt === undefined ? null : dueAt - now]
}

function fromStored(stored: StoredProgress, age: number, now: number): Progress[] {
  return stored.map(([key, member, behindMs, sinceCaughtUp, dueInMs]) => ({
    key,
    member,
    ...(behindMs === null ? {} : { behindMs: behindMs + age }),
    ...(sinceCaughtUp === null ? {} : { caughtUpAt: Math.round(now - age - sinceCaughtUp) }),
    ...(dueInMs === null ? {} : { dueAt: now - age + dueInMs }),
  }))
}

type Report = { leaving: boolean; alerts: number; weight: number; lag: number }
type Written = ShardFence & { progress: Progress[] }

/** Stores which process owns which shard, with a fence for each shard, and the progress of the shard's subscriptions. */
export function shardRows(database: Database, now: () => number, damage = createDamageLog()) {
  /** Damaged progress is none: the next owner of the shard polls all its subscriptions at once. */
  function progressOf({ shard, progress, age }: z.output<typeof progressRows>[number]): Progress[] {
    const { value, why } = checkShape(storedProgress, progress)
    if (why === undefined) damage.gone(table, String(shard))
    else
      damage.found(table, String(shard), {
        collection: 'shards',
        place: { kind: 'row', table, keys: { shard: String(shard) } },
        why,
      })
    return fromStored(value ?? [], age, now())
  }
  return {
    /**
     * Writes a sign of life of the process `self`, and reads the other processes and all shards, in one statement. With `isNew`, the process
     * counts as connected from now on.
     */
    async look(self: string, { leaving, alerts, weight, lag }: Report, isNew: boolean) {
      const { rows } = await database.query(looking, [self, leaving, alerts, weight, lag, isNew])
      const [found] = seen.parse(rows)
      return found
    },
    /**
     * Raises the fences of shards. From then on, writes of their earlier owners change nothing. `isClean`: the last owner gave the shard back.
     * `isTrusted`: this process has been connected since a time when the last owner still worked, so the database cannot be an older copy.
     * `ageMs` is the time since the progress was stored.
     */
    async take(numbers: number[], self: string) {
      const { rows } = await database.query(taking, [numbers, self])
      return takenRows.parse(rows).map((row) => ({
        shard: row.shard,
        fence: row.fence,
        isClean: row.clean,
        isTrusted: row.trusted,
        progress: progressOf(row),
        ageMs: row.age,
      }))
    },
    /** Stores progress. With `give`, the shards also become free for other processes. */
    async write(given: Written[], give: boolean): Promise<void> {
      await database.query(writing, [
        given.map(({ shard }) => shard),
        given.map(({ fence }) => fence),
        given.map(({ progress }) => JSON.stringify(progress.map((one) => toStored(one, now())))),
        give,
      ])
    },
    /** Makes shards free whose jobs are lost. */
    async drop(lost: ShardFence[]): Promise<void> {
      await database.query(dropping, [lost.map(({ shard }) => shard), lost.map(({ fence }) => fence)])
    },
    async progress() {
      const { rows } = await database.query(
        'select shard, progress, greatest(0, overheard.now_ms() - written_at) as age from overheard.shards where written_at is not null',
      )
      return progressRows.parse(rows).map((row) => ({ shard: row.shard, progress: progressOf(row) }))
    },
    async leave(self: string): Promise<void> {
      await database.query('delete from overheard.processes where id = $1', [self])
    },
  }
}

/** The command line takes an alert over without a job, so that a running bot cannot overwrite what it writes. */
export async function takeFence(database: Database, alert: string): Promise<ShardFence> {
  const shard = shardOf(alert)
  const { rows } = await database.query(
    'update overheard.shards set fence = fence + 1 where shard = $1 returning shard, fence',
    [shard],
  )
  const [{ fence }] = z.tuple([z.object({ fence: z.coerce.bigint() })]).parse(rows)
  return { shard, fence }
}

/** A row without a sign of life for this time, in ms, is removed. */
const forgottenAfterMs = 3_600_000

const looking = `
  with old as (delete from overheard.processes where seen_at < overheard.now_ms() - ${forgottenAfterMs} and id <> $1),
  me as (
    insert into overheard.processes as p (id, since, seen_at, leaving, alerts, weight, lag)
      values ($1, overheard.now_ms(), overheard.now_ms(), $2, $3, $4, $5)
    on conflict (id) do update set seen_at = excluded.seen_at, leaving = $2, alerts = $3, weight = $4, lag = $5,
      since = case when $6 then excluded.since else p.since end
  )
  select
    (select coalesce(json_agg(json_build_object('id', id, 'leaving', leaving, 'alerts', alerts, 'weight', weight,
      'lag', lag, 'silentMs', overheard.now_ms() - seen_at)), '[]') from overheard.processes where id <> $1) as others,
    (select json_agg(json_build_object('shard', shard, 'owner', owner, 'fence', fence::text) order by shard)
      from overheard.shards) as shards`

/** SQL: the lock waits for writes of the last owner that have begun, so the new owner reads what they wrote. */
const taking = `
  with before as (
    select s.*, coalesce(s.given_at, (select seen_at from overheard.processes where id = s.owner)) as worked_at
    from overheard.shards s where shard = any($1::int[]) order by shard for update
  )
  update overheard.shards s set fence = s.fence + 1, owner = $2, given_at = null
  from before b where s.shard = b.shard
  returning s.shard, s.fence, b.given_at is not null as clean, b.progress,
    greatest(0, overheard.now_ms() - coalesce(b.written_at, overheard.now_ms())) as age,
    coalesce(b.worked_at >= (select since from overheard.processes where id = $2), false) as trusted`

const writing = `
  update overheard.shards s set progress = g.progress, written_at = overheard.now_ms(),
    owner = case when $4 then null else s.owner end,
    given_at = case when $4 then overheard.now_ms() end
  from unnest($1::int[], $2::bigint[], $3::json[]) as g (shard, fence, progress)
  where s.shard = g.shard and s.fence = g.fence`

const dropping = `
  update overheard.shards s set owner = null from unnest($1::int[], $2::bigint[]) as g (shard, fence)
  where s.shard = g.shard and s.fence = g.fence`
