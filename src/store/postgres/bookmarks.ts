import { z } from 'zod'
import type { Id } from '../../model/id.ts'
import type { Bookmarks } from '../bookmark-files.ts'
import { bookmarkShape } from '../bookmark-shape.ts'
import type { Database } from './database.ts'

const fences = z.tuple([z.object({ fence: z.string() })])

/** How far a subscription got, for everybody to read. */
export function readBookmarks(database: Database): Pick<Bookmarks, 'bookmark'> {
  return {
    async bookmark({ subscription, alert }) {
      const { rows } = await database.query(
        'select bookmark from overheard.bookmarks where subscription = $1 and alert = $2',
        [subscription, alert],
      )
      const [row] = z.array(z.object({ bookmark: z.unknown() })).parse(rows)
      if (row === undefined) return { kind: 'none' }
      const checked = bookmarkShape.safeParse(row.bookmark)
      if (checked.success) return { kind: 'kept', bookmark: checked.data, restored: false }
      return { kind: 'damaged', reason: 'the bookmark in the database does not have the expected shape' }
    },
  }
}

/**
 * Takes over the turn of an alert: from now on whoever had it before writes no bookmark of that alert any more. The bookmarks it
 * returns are written in one statement each, and only as long as nobody else has taken the turn over.
 */
export async function takeTurn(database: Database, alert: Id): Promise<Bookmarks> {
  const { rows } = await database.query(
    `insert into overheard.turns as t (alert, fence) values ($1, 1)
     on conflict (alert) do update set fence = t.fence + 1 returning fence`,
    [alert],
  )
  const [{ fence }] = fences.parse(rows)
  return {
    ...readBookmarks(database),
    async keep({ subscription, alert: of }, bookmark) {
      const { rowCount } = await database.query(keepUnderFence, [
        subscription,
        of,
        fence,
        JSON.stringify(bookmark),
      ])
      return rowCount === 1 ? 'kept' : 'fenced'
    },
  }
}

/**
 * The share lock makes a take-over wait for a write that has begun, and a write see a take-over that was first: without it a new
 * owner could read a bookmark that lacks the old owner's last intent.
 */
const keepUnderFence = `
  with held as (select 1 from overheard.turns where alert = $2 and fence = $3 for share)
  insert into overheard.bookmarks (subscription, alert, bookmark) select $1, $2, $4::json from held
  on conflict (subscription, alert) do update set bookmark = excluded.bookmark`
