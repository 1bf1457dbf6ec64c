/** The backend of the load test: checkpoints in memory, or PostgreSQL as in production. */

import { randomUUID } from 'node:crypto'
import type { SetTimer } from '../src/async/clock.ts'
import { createRateLimiter, type RateLimiter } from '../src/async/rate-limiter.ts'
import { requestLimit } from '../src/mention-api/request-budget.ts'
import type { Checkpoint, CheckpointKey, CheckpointStore } from '../src/model/checkpoint.ts'
import { checkpointsOfOwner } from '../src/polling/poll-scheduler.ts'
import { startShardJobs } from '../src/scheduler/pg-boss.ts'
import { createPollQueue, type PollQueue, type RunDue } from '../src/scheduler/poll-queue.ts'
import { createSharedShards, ownAllShards, type Shards } from '../src/scheduler/shards.ts'
import { connectDatabase } from '../src/store/postgres/database.ts'
import { openDatabaseStore } from '../src/store/postgres/open-database.ts'
import { sharedRateLimiter } from '../src/store/postgres/rate-limits.ts'
import { shardRows } from '../src/store/postgres/shards.ts'
import { syncedCheckpoint } from './load-subscriptions.ts'
import { quiet } from './our-side.ts'

export type LoadBackend = {
  limiter: RateLimiter
  takeOver: (alert: string) => Promise<CheckpointStore>
  createQueue: (run: RunDue) => PollQueue
  shards: Shards
}

type Time = { now: () => number; setTimer: SetTimer }

export function memoryBackend({ now, setTimer }: Time): LoadBackend {
  const checkpoints = inMemory(syncedCheckpoint(now()))
  return {
    limiter: createRateLimiter(requestLimit, now),
    takeOver: async () => checkpoints,
    createQueue: (run) => createPollQueue({ now, setTimer }, run),
    shards: ownAllShards(),
  }
}

/** It uses the database's clock, so the load cannot run faster than real time. */
export async function postgresBackend(url: string, { now, setTimer }: Time): Promise<LoadBackend> {
  const database = connectDatabase(url)
  const store = await openDatabaseStore(database, { now, setTimer, log: quiet })
  const shards = createSharedShards({
    self: randomUUID(),
    rows: shardRows(database, now),
    jobs: await startShardJobs(database.query, logProblem.raise),
    breaks: database.breaks,
    now,
    setTimer,
    problem: logProblem,
  })
  return {
    limiter: sharedRateLimiter(database, 'requests', requestLimit),
    takeOver: checkpointsOfOwner(shards, store.ownedCheckpoints),
    createQueue: (run) => createPollQueue({ now, setTimer }, run),
    shards,
  }
}

/** Prints problems of the database and continues, as the bot does. */
export const logProblem = {
  raise: (error: unknown) => void process.stderr.write(`${error}\n`),
  clear: () => undefined,
}

function inMemory(fresh: Checkpoint): CheckpointStore {
  const kept = new Map<string, Checkpoint>()
  return {
    load: async ({ subscription }: CheckpointKey) => ({
      kind: 'kept',
      checkpoint: kept.get(subscription) ?? fresh,
      restored: false,
    }),
    async save({ subscription }, checkpoint) {
      kept.set(subscription, checkpoint)
      return 'kept'
    },
  }
}
