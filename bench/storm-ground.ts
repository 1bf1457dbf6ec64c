/** What a storm stands on: one process with its bookmarks in memory, or PostgreSQL with everything in it, as `src/app/ground.ts` has it. */
import {
  type Allowance,
  createAllowance,
  longestPauseMs,
  requestsInAMinute,
} from '../src/mentions/allowance.ts'
import type { Bookmark, BookmarkKey } from '../src/model/bookmark.ts'
import type { SetTimer } from '../src/model/timer.ts'
import { startBoss } from '../src/schedule/boss-jobs.ts'
import { createClusterList } from '../src/schedule/cluster-list.ts'
import { createDueList, type DueList, type RunDue } from '../src/schedule/due-list.ts'
import { allowanceRow } from '../src/store/postgres/allowance.ts'
import { connectDatabase } from '../src/store/postgres/database.ts'
import { dueRows } from '../src/store/postgres/due-rows.ts'
import { openDatabaseStore } from '../src/store/postgres/open-database-store.ts'
import type { Bookmarks } from '../src/turn/ports.ts'
import { quiet } from './our-side.ts'
import { lookedBefore } from './storm-subscriptions.ts'

export type StormGround = {
  allowance: Allowance
  takeTurn: (alert: string) => Promise<Bookmarks>
  createDueList: (run: RunDue) => DueList
}

type Time = { now: () => number; setTimer: SetTimer }

export function groundInMemory({ now, setTimer }: Time): StormGround {
  const bookmarks = inMemory(lookedBefore(now()))
  return {
    allowance: createAllowance(now, requestsInAMinute),
    takeTurn: async () => bookmarks,
    createDueList: (run) => createDueList({ now, setTimer }, run),
  }
}

/** By the database's clock: a storm on it cannot be faster than that. */
export async function groundInDatabase(url: string, { now, setTimer }: Time): Promise<StormGround> {
  const database = connectDatabase(url)
  const store = await openDatabaseStore(database, { now, setTimer, log: quiet })
  const jobs = await (await startBoss(database.query, toldTrouble.raise)).jobs('turns')
  return {
    allowance: allowanceRow(database, {
      token: 'token',
      most: requestsInAMinute,
      longestPause: longestPauseMs,
    }),
    takeTurn: store.takeTurn,
    createDueList: (run) =>
      createClusterList({ rows: dueRows(database, 'turns'), jobs, now, setTimer, trouble: toldTrouble }, run),
  }
}

/** What goes wrong with the database is told, and goes on as in the bot. */
export const toldTrouble = {
  raise: (error: unknown) => void process.stderr.write(`${error}\n`),
  clear: () => undefined,
}

function inMemory(fresh: Bookmark): Bookmarks {
  const kept = new Map<string, Bookmark>()
  return {
    bookmark: async ({ subscription }: BookmarkKey) => ({
      kind: 'kept',
      bookmark: kept.get(subscription) ?? fresh,
      restored: false,
    }),
    async keep({ subscription }, bookmark) {
      kept.set(subscription, bookmark)
      return 'kept'
    },
  }
}
