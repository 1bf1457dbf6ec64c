/** The backend of the load test: checkpoints in memory, or PostgreSQL as in production. */

import { randomUUID } from 'node:crypto'
import type { SetTimer } from '@overheard/base/clock'
import { createRateLimiter, type RateLimiter } from '@overheard/base/rate-limiter'
import { requestLimit } from '@overheard/mention-client/request-budget'
import { requestShares } from '@overheard/mention-client/request-limit'
import { createPollQueue, type PollQueue, type RunDue } from '../src/engine/schedule/poll-queue.ts'
import type { Checkpoint, CheckpointKey, CheckpointStore } from '../src/model/checkpoint.ts'
import { alwaysLead, createLeadership, type Leadership } from '../src/scheduler/leadership.ts'
import { connectDatabase } from '../src/store/postgres/database.ts'
import { createLease } from '../src/store/postgres/leases.ts'
import { openDatabaseStore } from '../src/store/postgres/open-database.ts'
import { openSession } from '../src/store/postgres/session.ts'
import { syncedCheckpoint } from './load-subscriptions.ts'
import { quiet } from './our-side.ts'

export type LoadBackend = {
  limiter: RateLimiter
  checkpoints: () => CheckpointStore
  createQueue: (run: RunDue) => PollQueue
  leadership: Leadership
}

type Time = { now: () => number; setTimer: SetTimer }

export function memoryBackend({ now, setTimer }: Time): LoadBackend {
  const checkpoints = inMemory(syncedCheckpoint(now()))
  return {
    limiter: createRateLimiter(requestLimit(requestShares()), now),
    checkpoints: () => checkpoints,
    createQueue: (run) => createPollQueue({ now, steady: now, setTimer, leads: () => true }, run),
    leadership: alwaysLead(),
  }
}

/** The lease uses the database's clock, so the load cannot run faster than real time. */
export async function postgresBackend(url: string, { now, setTimer }: Time): Promise<LoadBackend> {
  const database = connectDatabase(url)
  const self = randomUUID()
  const session = openSession(url, { self, now, steady: now })
  const lease = createLease(session, {
    self,
    limitKey: 'none',
    requests: () => [],
    learn: () => undefined,
  })
  const store = await openDatabaseStore(
    database,
    { now, setTimer, log: quiet },
    { session, fence: lease.fence },
  )
  const leadership = createLeadership({ lease, now, steady: now, setTimer, problem: logProblem })
  return {
    limiter: createRateLimiter(requestLimit(requestShares()), now),
    checkpoints: store.leading.checkpoints,
    createQueue: (run) => createPollQueue({ now, steady: now, setTimer, leads: leadership.leads }, run),
    leadership,
  }
}

/** Prints problems of the database and continues, as the bot does. */
const logProblem = {
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
