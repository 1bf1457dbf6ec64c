import { z } from 'zod'
import type { DueRows } from '../../schedule/cluster-ports.ts'
import type { Database } from './database.ts'
import { isDue } from './is-due.ts'

const progressRows = z.array(
  z.object({ member: z.string(), behind: z.number().nullable(), caught_up_at: z.number().nullable() }),
)

/** How far the members of one queue got: what their due rows tell of it. */
export function dueProgress(
  database: Database,
  queue: string,
): Pick<DueRows, 'howFar' | 'missed' | 'moved' | 'forget'> {
  return {
    async howFar() {
      const { rows } = await database.query(progress, [queue])
      return progressRows.parse(rows).map(({ member, behind, caught_up_at }) => ({
        member,
        ...(behind === null ? {} : { behindMs: Math.max(0, behind) }),
        ...(caught_up_at === null ? {} : { caughtUpAt: Math.round(caught_up_at) }),
      }))
    },
    async missed(members) {
      await database.query(missing, [queue, members])
    },
    async moved(members) {
      await database.query(removing, [
        queue,
        members.map(({ member }) => member),
        members.map(({ key }) => key),
      ])
    },
    async forget(members) {
      await database.query(forgetting, [queue, members])
    },
  }
}

const caughtUpByMember = 'select member, max(caught_up_at) as at from overheard.due where queue = $1'

/**
 * A member may have several keys one after the other: what it missed under one is made up for under any. Under the same key it is behind
 * also by what became due before its last run ended, of which its next one takes care.
 */
const progress = `
  with caught as (${caughtUpByMember} group by member)
  select d.member, c.at as caught_up_at, overheard.now_ms() - min(least(
      case when d.behind_since > coalesce(c.at, 0) or d.caught_up_at = c.at then d.behind_since end,
      case when ${isDue} then d.next_at end)) as behind
  from overheard.due d join caught c on c.member = d.member
  where d.queue = $1 group by d.member, c.at order by d.member`

/** Under the empty key, which nothing runs. Where it has caught up since it was missed before, it counts from now on. */
const missing = `
  with caught as (${caughtUpByMember} and member = any($2) group by member)
  insert into overheard.due as d (queue, key, member, behind_since, caught_up_at)
  select $1, '', m.member, overheard.now_ms(), c.at
    from unnest($2::text[]) as m (member) left join caught c on c.member = m.member order by m.member
  on conflict (queue, key, member) do update
    set behind_since = excluded.behind_since, caught_up_at = excluded.caught_up_at
    where d.behind_since is null or d.behind_since <= excluded.caught_up_at`

/** What was missed under no key stays: it is made up for by the next run under any. */
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
