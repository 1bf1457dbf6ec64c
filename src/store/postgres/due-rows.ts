import { z } from 'zod'
import type { DueRows } from '../../schedule/cluster-ports.ts'
import type { Database } from './database.ts'
import { dueProgress } from './due-progress.ts'
import { dueBy, isDue } from './is-due.ts'

/**
 * A job that was asked for and neither ran nor ended within this time is asked for again, in ms: whoever noted what is due may have
 * died before it asked, and what it was at is to be taken over within 15 s.
 */
const forgotten = 10_000

const keyRows = z.array(z.object({ key: z.string() }))
const memberRows = z.array(z.object({ key: z.string(), member: z.string(), behindMs: z.number() }))
const waitingRows = z.tuple([z.object({ keys: z.array(z.string()), lag: z.number().nullable() })])

/** The due rows of one queue. */
export function dueRows(database: Database, queue: string): DueRows {
  const keysOf = async (text: string, ...values: unknown[]) => {
    const { rows } = await database.query(text, [queue, ...values])
    return keyRows.parse(rows).map(({ key }) => key)
  }
  const note = async (due: { key: string; member: string; when: number }[], areWishes: boolean) =>
    due.length === 0
      ? []
      : await keysOf(
          noting,
          due.map(({ key }) => key),
          due.map(({ member }) => member),
          due.map(({ when }) => when),
          areWishes,
        )
  return {
    async note(due, now) {
      const slots = due.flatMap((one) => ('slot' in one ? [{ ...one, when: one.slot }] : []))
      const wishes = due.flatMap((one) => ('slot' in one ? [] : [{ ...one, when: (one.at ?? now) - now }]))
      return [...(await note(slots, false)), ...(await note(wishes, true))]
    },
    async take(keys) {
      const { rows } = await database.query(taking, [queue, keys])
      return memberRows.parse(rows)
    },
    end: (keys, caughtUp) => keysOf(ending, keys, caughtUp),
    async handOver(keys, caughtUp) {
      await database.query(handingOver, [queue, keys, caughtUp])
    },
    async waiting() {
      const { rows } = await database.query(looking, [queue])
      const [{ keys, lag }] = waitingRows.parse(rows)
      return { keys, lag: Math.max(0, lag ?? 0) }
    },
    ...dueProgress(database, queue),
  }
}

/** Clocks of machines, and of a machine and its database, agree to this, in ms. */
const agreement = 600_000

/**
 * Until when a row's slots have been seen to. A time further to come than clocks may differ is none: the clock was set back, and
 * nothing would be due until it is there again.
 */
const seenTo = `case when d.last_at <= overheard.now_ms() + ${agreement} then d.last_at else 0 end`

/** `$4`: the slots; or in how many ms what is wished is due, since the clock of who wishes and the database's may differ by minutes. */
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

/** Rows are locked in one order by all statements, so that they never wait for each other in a circle. */
const inOrder = 'order by key, member for no key update'

/** What is taken under keys, and what is due: at the end of a run too, as a job that was asked for meanwhile came to nothing. */
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

/** What stays taken or due, and no job was asked for, is what whoever looks next asks for. */
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
