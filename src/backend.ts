import { createHash, randomUUID } from 'node:crypto'
import { createCleanup } from './async/cleanup.ts'
import { memoizeAsync } from './async/memoize.ts'
import { createRateLimiter, type RateLimiter } from './async/rate-limiter.ts'
import type { Runtime } from './async/runtime.ts'
import type { Environment } from './config/environment.ts'
import { createProblems, type ProblemListener } from './health/problems.ts'
import { createSharedProblems, problemRecords } from './health/shared-problems.ts'
import { databaseProblem, databaseProblemKey } from './health/subscription-problems.ts'
import { requestLimit } from './mention-api/request-budget.ts'
import type { Log } from './model/log.ts'
import type { ProblemBoard } from './model/problem.ts'
import { createCronTicker, createScheduler, type Scheduler, type Ticker } from './scheduler/cron-ticker.ts'
import { createPollQueue, type PollQueue, type RunDue } from './scheduler/poll-queue.ts'
import { createSharedShards, ownAllShards, type Shards } from './scheduler/shards.ts'
import { connectionProblemKey } from './slack/connection.ts'
import { postLimit } from './slack/post.ts'
import type { FolderLostError } from './store/file/folder-lock.ts'
import { openFolder, probeFolder } from './store/file/open-folder.ts'
import type { Store } from './store/store.ts'
import { unstoredProblemKey } from './webhooks/webhooks.ts'

export type Backend = {
  store: Store
  requestRateLimiter: RateLimiter
  channelRate: RateLimiter
  createProblemBoard(listener: ProblemListener): ProblemBoard
  createSchedules(problems: Pick<ProblemBoard, 'raise' | 'clear'>): Schedules
  ping(): Promise<unknown>
  close(): Promise<void>
}

type Schedules = {
  scheduler: Scheduler
  ticker: Ticker
  createPollQueue: (run: RunDue) => PollQueue
  shards: Shards
}

type BackendOptions = {
  environment: Environment
  runtime: Runtime
  log: Log
  /** `onFolderLost` is called once if another process takes over the data folder. */
  onFolderLost: (error: FolderLostError) => void
}

/**
 * Opens the PostgreSQL database of DATABASE_URL, which several processes can share. Without DATABASE_URL, opens the data folder for this
 * process alone.
 */
export function openBackend(options: BackendOptions): Promise<Backend> {
  const { DATABASE_URL, MENTIONS_API_TOKEN } = options.environment
  return DATABASE_URL === undefined
    ? openFileBackend(options)
    : openPostgresBackend(DATABASE_URL, MENTIONS_API_TOKEN, options)
}

async function openFileBackend({
  environment,
  runtime,
  log,
  onFolderLost,
}: BackendOptions): Promise<Backend> {
  const { now, setTimer } = runtime
  const folder = environment.DATA_DIR
  const store = await openFolder(folder, { now, setTimer, log, onFolderLost })
  return {
    store,
    requestRateLimiter: createRateLimiter(requestLimit, now),
    channelRate: createRateLimiter(postLimit, now),
    createProblemBoard: (listener) => createProblems(now, listener),
    createSchedules: () => schedulesOn(ownAllShards(), runtime, log),
    ping: memoizeAsync(() => probeFolder(folder), { ttlMs: probeEveryMs, now }),
    close: () => store.close(),
  }
}

/** The disk of the folder is tried at most this often, in ms, because each try writes 64 kB. A failed try is repeated at once. */
const probeEveryMs = 10_000

/** The same for one process and for many. Only the owner of the shards differs. */
function schedulesOn(shards: Shards, { now, setTimer }: Runtime, log: Log): Schedules {
  const createQueue = (run: RunDue) => createPollQueue({ now, setTimer }, run)
  const ticker = createCronTicker()
  const scheduler = createScheduler(ticker, createQueue, shards, log)
  return { scheduler, ticker, createPollQueue: createQueue, shards }
}

const problemsOfThisProcess = new Set([databaseProblemKey, connectionProblemKey, unstoredProblemKey])

const fingerprintOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 32)

/** Throws DatabaseRefusedError or DatabaseAwayError. Loads the database modules itself, so a bot without a database does not load them. */
async function openPostgresBackend(
  url: string,
  token: string,
  { runtime, log }: BackendOptions,
): Promise<Backend> {
  const { connectDatabase, connectWithRetry, readerConnections } = await import(
    './store/postgres/database.ts'
  )
  const { openDatabaseStore } = await import('./store/postgres/open-database.ts')
  const { sharedRateLimiter } = await import('./store/postgres/rate-limits.ts')
  const { shardRows } = await import('./store/postgres/shards.ts')
  const { startShardJobs } = await import('./scheduler/pg-boss.ts')
  const { now, setTimer } = runtime

  async function open(): Promise<Backend> {
    const cleanup = createCleanup()
    try {
      const database = connectDatabase(url)
      cleanup.add(() => database.close())
      const readers = connectDatabase(url, readerConnections)
      cleanup.add(() => readers.close())
      const store = await openDatabaseStore(database, { ...runtime, log }, readers)
      cleanup.add(() => store.close())
      const jobs = await startShardJobs(database.query, (err) =>
        log.warn(
          { err },
          'the job queue in PostgreSQL (pg-boss) reported an error; it tries again by itself',
        ),
      )
      cleanup.add(() => jobs.stop())
      return {
        store,
        requestRateLimiter: sharedRateLimiter(database, `requests ${fingerprintOf(token)}`, requestLimit),
        channelRate: sharedRateLimiter(database, 'posts', postLimit),
        createProblemBoard(listener) {
          const records = problemRecords(store)
          const board = createSharedProblems({
            records,
            listener,
            isOwn: (key) => problemsOfThisProcess.has(key),
            now,
            setTimer,
          })
          cleanup.add(() => board.stop())
          return board
        },
        createSchedules(problems) {
          const problem = {
            raise: (error: unknown) => problems.raise(databaseProblemKey, databaseProblem(error)),
            clear: () => void problems.clear(databaseProblemKey),
          }
          const shards = createSharedShards({
            self: randomUUID(),
            rows: shardRows(database, now, store.damage),
            jobs,
            breaks: database.breaks,
            now,
            setTimer,
            problem,
          })
          return schedulesOn(shards, runtime, log)
        },
        ping: () => database.query('select 1'),
        close: cleanup.all,
      }
    } catch (error) {
      await cleanup.all()
      throw error
    }
  }
  return connectWithRetry(open, { ...runtime, warn: (sentence) => log.warn({}, sentence) })
}
