import type { Ms } from '@overheard/base/time'
import { msSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import type { Database } from './database.ts'
import { announcement, type Session } from './session.ts'

/** The lease is for one account of the mention service. Today there is one. */
export const onlyAccount = 'default'

/** How many requests were sent, and how many ms before the lease was taken. */
const sentRequests = z.array(z.object({ requests: z.number(), agoMs: msSchema }))
type SentRequests = z.infer<typeof sentRequests>

const shown = z.tuple([
  z.object({
    processes: z.coerce.number(),
    fence: z.coerce.bigint().nullable(),
    before: z.enum(['self', 'trusted', 'unsure']).nullable(),
    requests: sentRequests.nullable(),
  }),
])
const renewed = z.tuple([
  z.object({
    processes: z.coerce.number(),
    renewed: z.boolean(),
    mine: z.boolean(),
    requests: z.number(),
    paused: z.number(),
  }),
])

type LeaseTaken = { checkpoints: 'trusted' | 'unsure' | 'unchanged'; requests: SentRequests }

type LeaseDeps = {
  self: string
  account?: string
  /** The key of the rate limit that other processes share with the leader. */
  limitKey: string
  /** Returns the requests that this process sent within the last minute, for a process that takes over. */
  requests: () => SentRequests
  /** Learns what the other processes did within the last minute. `pausedForMs` is how long the service asked them to wait. */
  learn: (others: { requests: number; pausedForMs: Ms }) => void
}

/**
 * The lease of the leader. The leader has an advisory lock for its fence, which PostgreSQL releases when its connection ends, and renews the
 * lease, because a frozen process keeps its connection. All functions reject if the database fails.
 */
export function createLease(
  session: Session,
  { self, account = onlyAccount, limitKey, requests, learn }: LeaseDeps,
) {
  let fence: bigint | undefined
  let processes = 1
  return {
    /** The fence of this process, for its writes. Undefined if it does not have the lease, as far as it knows. */
    fence: () => fence,
    processes: () => processes,
    async take(): Promise<LeaseTaken | undefined> {
      const { rows } = await session.query(taking, [account, self])
      const [found] = shown.parse(rows)
      processes = found.processes
      if (found.fence === null) return undefined
      fence = found.fence
      const before = found.before ?? 'unsure'
      return { checkpoints: before === 'self' ? 'unchanged' : before, requests: found.requests ?? [] }
    },
    async renew(): Promise<'renewed' | 'raised' | 'lost'> {
      const { rows } = await session.query(renewing, [
        account,
        self,
        fence ?? -1n,
        JSON.stringify(requests()),
        limitKey,
      ])
      const [found] = renewed.parse(rows)
      processes = found.processes
      learn({ requests: found.requests, pausedForMs: found.paused })
      if (found.renewed) return 'renewed'
      fence = undefined
      return found.mine ? 'raised' : 'lost'
    },
    async release(): Promise<void> {
      const released = fence
      fence = undefined
      if (released === undefined) return
      await session.query(releasing, [
        account,
        self,
        released,
        JSON.stringify(requests()),
        ...announcement(leaseTopic, self),
      ])
    },
    /** Takes the locks of this process again on a new connection. */
    async lockAgain(query: Session['query']): Promise<void> {
      await query(`select pg_advisory_lock_shared(${presence}, 0)`)
      if (fence !== undefined) await query(`select ${lockOf('$1::text', '$2::bigint')}`, [account, fence])
    },
  }
}

/** Announces that the lease is free. */
export const leaseTopic = 'lease'

const raised = z.tuple([z.object({ fence: z.coerce.bigint() })])

/**
 * Raises the fence and returns it, so that nothing is written with an older one. The leader notices it, forgets what it has in memory, and goes
 * on. A command-line program does this before it changes checkpoints.
 */
export async function raiseFence(
  database: Pick<Database, 'query'>,
  account: string = onlyAccount,
): Promise<bigint> {
  const { rows } = await database.query(`${raisingFence} where account = $1 returning fence`, [account])
  return raised.parse(rows)[0].fence
}

/**
 * SQL: a higher fence. It is raised by a random number, because a standby server that replaces its primary may lack the last takeover. It must
 * not give the fence of that one to another process.
 */
export const higherFence = 'fence + 1 + floor(random() * 1000000000)::bigint'

/** SQL: raises the fences of all accounts. */
export const raisingFence = `update overheard.leases set fence = ${higherFence}`

/** SQL: the keys of advisory locks are two 32-bit numbers. */
const presence = "hashtext('overheard process')"
const leaderKey = (account: string) => `hashtext('overheard leader ' || ${account})`
const fenceKey = (fence: string) => `(${fence} % 2147483648)::int`
const lockOf = (account: string, fence: string) =>
  `pg_try_advisory_lock(${leaderKey(account)}, ${fenceKey(fence)})`
const heldLocks = (key: string) => `from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())
  and classid = (${key}::bigint & 4294967295)::oid`
const processes = `(select count(*) ${heldLocks(presence)} and objid = 0) as processes`

/** SQL: takes the lock that all running processes share, for this transaction. False if a process runs. */
export const lockOutProcesses = `select pg_try_advisory_xact_lock(${presence}, 0) as locked`

/** The others take over if the leader has not renewed the lease for this time, in ms, by the clock of the database. */
const staleAfterMs = 5000
/** A renewal in the future, in ms, was made before the clock of the database was set back. */
const maxAheadMs = 15_000

/**
 * SQL: the start of a last owner's name in the lease: when the server began on which it worked. A standby server that replaces its primary began
 * at another time, and may lack its last writes. Nobody can compare its clock with that of the primary. Earlier versions stored no server.
 */
const serverPrefix = "extract(epoch from pg_postmaster_start_time())::text || ' '"
const lastOwnerIsHere = `starts_with(last_owner, ${serverPrefix})`
/** SQL: since when this connection exists. Only the times of one server can be compared with it. */
const connectedSince = "current_setting('overheard.since')::float8"

/**
 * SQL: takes the lease if nobody has it, if its owner is this process, if the connection of its owner ended, or if it was not renewed. The
 * lock of the row waits for writes of the last leader that have begun, so the new leader reads what they wrote. From then on, writes with an
 * older fence change nothing.
 */
const taking = `
  with free as (
    select *, ${higherFence} as next, ${lastOwnerIsHere} as is_here from overheard.leases l where account = $1 and (
      owner is null or owner = $2
      or renewed_at not between overheard.now_ms() - ${staleAfterMs} and overheard.now_ms() + ${maxAheadMs}
      or (renewed_at <= overheard.now_ms() and not exists (
        select ${heldLocks(leaderKey('l.account'))} and objid = ${fenceKey('l.taken_fence')}::oid)))
    for update
  ), taken as (
    update overheard.leases l set fence = next, taken_fence = next, owner = $2, last_owner = ${serverPrefix} || $2, renewed_at = overheard.now_ms()
    from free where l.account = free.account
    returning l.fence, free.requests, overheard.now_ms() - free.renewed_at as ago, case
      when free.is_here and free.renewed_at >= ${connectedSince}
        then case when free.last_owner = ${serverPrefix} || $2 then 'self' else 'trusted' end
      else 'unsure' end as before
  )
  select ${processes}, taken.fence::text, before, (
      select json_agg(json_build_object('requests', one->'requests', 'agoMs', (one->>'agoMs')::float8 + ago))
      from json_array_elements(taken.requests) as one
    ) as requests,
    ${lockOf('$1::text', 'taken.fence')} as locked
  from (select) as one left join taken on true`

/**
 * SQL: forgets the last owner if its connection broke since its last renewal, or if it took the lease on another server. The server may have lost
 * its last writes then, and the next leader cannot know which subscriptions this one has checked since.
 */
const keepOwner = `last_owner = case when ${lastOwnerIsHere} and renewed_at >= ${connectedSince} then last_owner end`

/**
 * SQL: the requests of the other processes are those of the stored limit. The leader has a limit of its own in memory. If the clock of the
 * database was set back, the times of the limit move back with it, because otherwise the leader would wait for as long as it went back.
 */
const renewing = `
  with renewed as (
    update overheard.leases set renewed_at = overheard.now_ms(), requests = $4, ${keepOwner}
    where account = $1 and owner = $2 and fence = $3 returning 1
  ), set_back as (
    update overheard.rate_limits set taken = array(select t - (read_at - time) from unnest(taken) t order by t),
      next_free = next_free - (read_at - time), paused_until = paused_until - (read_at - time), read_at = time
    from (select overheard.now_ms() as time) as clock where key = $5 and read_at > time
  )
  select ${processes}, exists (select from renewed) as renewed,
    coalesce((select owner = $2 from overheard.leases where account = $1), false) as mine,
    coalesce((select count(*) from overheard.rate_limits, unnest(taken) t
      where key = $5 and t > greatest(overheard.now_ms(), read_at) - 60000), 0)::float8 as requests,
    coalesce((select greatest(0, paused_until - greatest(overheard.now_ms(), read_at)) from overheard.rate_limits where key = $5), 0)::float8 as paused`

const releasing = `
  with released as (
    update overheard.leases set owner = null, renewed_at = overheard.now_ms(), requests = $4, ${keepOwner}
    where account = $1 and owner = $2 and fence = $3 returning account, fence
  )
  select pg_advisory_unlock(${leaderKey('account')}, ${fenceKey('fence')}), pg_notify($5, $6) from released`

/**
 * SQL: a row if the fence is still that of the leader. The lock makes a takeover wait for a write that has begun; without it, a new leader
 * could read a checkpoint without the last pending post. Renewals of the lease do not wait for it.
 */
export const heldFence = (account: string, fence: string) =>
  `select 1 from overheard.leases where account = ${account} and fence = ${fence} for key share`
