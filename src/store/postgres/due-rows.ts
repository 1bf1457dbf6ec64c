import { z } from 'zod'
import type { DueMember, Progress, TakenMember } from '../../model/due.ts'
import type { Database } from './database.ts'

/**
 * SQL: is this row due? A cron slot is due at once: it is recorded only after its time has come by the clock of a process, and the clock of
 * the database may be behind. A delay is due when its time has passed.
 */
const isDue = dueBy('next_at', 'wish')

function dueBy(at: string, wish: string): string {
  return `(${at} is not null and (not ${wish} or ${at} <= overheard.now_ms()))`
}

/**
 * A job that neither began nor ended within this time, in ms, is created again. The process that recorded the due row may have died before
 * it created the job, and another process must take over within 15 s.
 */
const forgotten = 10_000

const keyRows = z.array(z.object({ key: z.string() }))
const memberRows = z.array(z.object({ key: z.string(), member: z.string(), behindMs: z.number() }))
const waitingRows = z.tuple([z.object({ keys: z.array(z.string()), lag: z.number().nullable() })])

export function dueRows(database: Database, queue: string) {
  const keysOf = async (text: string, ...values: unknown[]) => {
    const { rows } = await database.query(text, [queue, ...values])
    return keyRows.parse(rows).map(({ key }) => key)
  }
  const note = async (due: { key: string; member: string; when: number }[], areDelayed: boolean) =>
    due.length === 0
      ? []
      : await keysOf(
          noting,
          due.map(({ key }) => key),
          due.map(({ member }) => member),
          due.map(({ when }) => when),
          areDelayed,
        )
  return {
    async markDue(due: DueMember[], now: number): Promise<string[]> {
      const slots = due.flatMap((one) => ('slot' in one ? [{ ...one, when: one.slot }] : []))
      const delayed = due.flatMap((one) => ('slot' in one ? [] : [{ ...one, when: (one.at ?? now) - now }]))
      return [...(await note(slots, false)), ...(await note(delayed, true))]
    },
    async take(keys: string[]): Promise<TakenMember[]> {
      const { rows } = await database.query(taking, [queue, keys])
      return memberRows.parse(rows)
    },
    end: (keys: string[], caughtUp: string[]) => keysOf(ending, keys, caughtUp),
    async handOver(keys: string[], caughtUp: string[]): Promise<void> {
      await database.query(handingOver, [queue, keys, caughtUp])
    },
    async waiting(): Promise<{ keys: string[]; lag: number }> {
      const { rows } = await database.query(looking, [queue])
      const [{ keys, lag }] = waitingRows.parse(rows)
      return { keys, lag: Math.max(0, lag ?? 0) }
    },
    ...dueProgress(database, queue),
  }
}

const agreement = 600_000

/**
 * SQL: returns the time up to which a row's slots have run. A time too far in the future is ignored, because it was written before the
 * clock was set back.
 */
const seenTo = `case when d.last_at <= overheard.now_ms() + ${agreement} then d.last_at else 0 end`

/**
 * SQL: stores due rows. `$4` has times of slots, or delays in ms. Delays are relative, because the clocks of processes and database may
 * differ by minutes.
 */
const noting = `
  with noted as (
    insert into overheard.due as d (queue, key, member, next_at, wish, sent_at)
    select $1, key, member, at, $5::boolean, case when ${dueBy('at', '$5::boolean')} then overheard.now_ms() end
    from (select key, member, case when $5::boolean then overheard.now_ms() + greatest(0, time) else time end as at
      from unnest($2::text[], $3::text[], $4::float8[]) as t (key, member, time) order by key, member) as told
    on conflict (queue, key, member) do update
      set next_at = excluded.next_at, wish = excluded.wish, sent_at = excluded.sent_at
      where (excluded.wish or excluded.next_at > ${seenTo}) and (d.next_at is null or d.next_at > excluded.next_at)
    returning key, next_at, wish, last_at
  )
  select key from noted where ${isDue} group by key order by min(last_at), key`

/** SQL: every statement locks rows in this order, because otherwise deadlocks could occur. */
const inOrder = 'order by key, member for no key update'

const found = `
  with found as (select key, member from overheard.due
    where queue = $1 and key = any($2) and (taken or ${isDue}) ${inOrder})`

const taking = `${found}
  update overheard.due d set taken = true, next_at = null, sent_at = overheard.now_ms(),
    last_at = greatest(${seenTo}, case when not wish then next_at end, overheard.now_ms()),
    behind_since = coalesce(behind_since, least(next_at, overheard.now_ms()))
  from found where d.queue = $1 and d.key = found.key and d.member = found.member
  returning d.key, d.member, overheard.now_ms() - d.behind_since as "behindMs"`

const caughtUp = `
    behind_since = case when d.member = any($3) then null else behind_since end,
    caught_up_at = case when d.member = any($3) then overheard.now_ms() else caught_up_at end
  from found where d.queue = $1 and d.key = found.key and d.member = found.member`

const ending = `${found},
  ended as (
    update overheard.due d set taken = false, sent_at = case when ${isDue} then overheard.now_ms() end,
    ${caughtUp}
    returning d.key, d.next_at, d.wish
  )
  select distinct key from ended where ${isDue}`

/** SQL: ends a run and clears `sent_at`, so that the next process creates a job for rows that are taken or due. */
const handingOver = `${found}
  update overheard.due d set taken = d.taken and not (d.member = any($3)), sent_at = null, ${caughtUp}`

const looking = `
  with found as (select key, member from overheard.due
    where queue = $1 and (taken or next_at is not null) and (taken or ${isDue})
      and (sent_at is null or sent_at < overheard.now_ms() - ${forgotten}) ${inOrder} skip locked),
  asked as (
    update overheard.due d set sent_at = overheard.now_ms()
    from found where d.queue = $1 and d.key = found.key and d.member = found.member
    returning d.key
  )
  select array(select distinct key from asked) as keys,
    (select overheard.now_ms() - min(next_at) from overheard.due
      where queue = $1 and next_at is not null and ${isDue}) as lag`

const progressRows = z.array(
  z.object({ member: z.string(), behind: z.number().nullable(), caught_up_at: z.number().nullable() }),
)

function dueProgress(database: Database, queue: string) {
  return {
    async progress(): Promise<Progress[]> {
      const { rows } = await database.query(progress, [queue])
      return progressRows.parse(rows).map(({ member, behind, caught_up_at }) => ({
        member,
        ...(behind === null ? {} : { behindMs: Math.max(0, behind) }),
        ...(caught_up_at === null ? {} : { caughtUpAt: Math.round(caught_up_at) }),
      }))
    },
    async missed(members: string[]): Promise<void> {
      await database.query(missing, [queue, members])
    },
    async moved(members: { member: string; key: string }[]): Promise<void> {
      await database.query(removing, [
        queue,
        members.map(({ member }) => member),
        members.map(({ key }) => key),
      ])
    },
    async forget(members: string[]): Promise<void> {
      await database.query(forgetting, [queue, members])
    },
  }
}

const caughtUpByMember = 'select member, max(caught_up_at) as at from overheard.due where queue = $1'

/**
 * SQL: returns the progress of each subscription. A run for any alert covers the polls that the subscription missed for an earlier
 * alert.
 */
const progress = `
  with caught as (${caughtUpByMember} group by member)
  select d.member, c.at as caught_up_at, overheard.now_ms() - min(least(
      case when d.behind_since > coalesce(c.at, 0) or d.caught_up_at = c.at then d.behind_since end,
      case when ${isDue} then d.next_at end)) as behind
  from overheard.due d join caught c on c.member = d.member
  where d.queue = $1 group by d.member, c.at order by d.member`

const missing = `
  with caught as (${caughtUpByMember} and member = any($2) group by member)
  insert into overheard.due as d (queue, key, member, behind_since, caught_up_at)
  select $1, '', m.member, overheard.now_ms(), c.at
    from unnest($2::text[]) as m (member) left join caught c on c.member = m.member order by m.member
  on conflict (queue, key, member) do update
    set behind_since = excluded.behind_since, caught_up_at = excluded.caught_up_at
    where d.behind_since is null or d.behind_since <= excluded.caught_up_at`

const removing = `
  with found as (select d.key, d.member from overheard.due d
    join unnest($2::text[], $3::text[]) as m (member, key) on d.member = m.member and d.key <> m.key
    where d.queue = $1 and d.key <> '' order by d.key, d.member for update of d)
  delete from overheard.due d using found where d.queue = $1 and d.key = found.key and d.member = found.member`

const forgetting = `
  with found as (select key, member from overheard.due
    where queue = $1 and member = any($2) order by key, member for no key update)
  update overheard.due d set behind_since = null, caught_up_at = null
  from found where d.queue = $1 and d.key = found.key and d.member = found.member`
