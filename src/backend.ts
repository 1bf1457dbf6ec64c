import { createHash, randomUUID } from 'node:crypto'
import { createCleanup } from '@overheard/base/cleanup'
import { memoizeAsync } from '@overheard/base/memoize'
import { createRateLimiter, type RateLimiter } from '@overheard/base/rate-limiter'
import type { Runtime } from '@overheard/base/runtime'
import { requestKey, requestLimit } from '@overheard/mention-client/request-budget'
import type { RequestShares } from '@overheard/mention-client/request-limit'
import { postLimit } from '@overheard/post-once/post'
import type { Environment } from './config/environment.ts'
import { createLeaderProblems } from './health/leader-problems.ts'
import { createProblems, type ProblemListener } from './health/problems.ts'
import { databaseProblem, databaseProblemKey } from './health/subscription-problems.ts'
import type { Announcements } from './model/announcements.ts'
import type { Log } from './model/log.ts'
import type { ProblemBoard } from './model/problem.ts'
import { createLeaderRequests } from './scheduler/leader-requests.ts'
import { alwaysLead, createLeadership, type Leadership, type Lease } from './scheduler/leadership.ts'
import { announcedRate } from './slack/announced-rate.ts'
import type { FolderLostError } from './store/file/folder-lock.ts'
import { openFolder, probeFolder } from './store/file/open-folder.ts'
import type { Store } from './store/store.ts'

export type Backend = {
  store: Store
  requestLimiters: { polls: RateLimiter; commands: RateLimiter }
  channelRate: RateLimiter
  announcements: Announcements
  /** Returns how many processes of this installation run, with this one. */
  processes(): number
  /** `refresh` stores the problems that other processes must see, or reads those of the leader. It rejects if the store fails. */
  createProblemBoard(listener: ProblemListener): ProblemBoard & { refresh(): Promise<void> }
  createLeadership(problems: Pick<ProblemBoard, 'raise' | 'clear'>): Leadership
  ping(): Promise<unknown>
  close(): Promise<void>
}

type BackendDeps = {
  environment: Environment
  shares: RequestShares
  runtime: Runtime
  log: Log
  /** `onFolderLost` is called once if another process takes over the data folder. */
  onFolderLost: (error: FolderLostError) => void
  observeLease?: ((lease: Lease) => Lease) | undefined
}

/**
 * Opens the PostgreSQL database of DATABASE_URL, which several processes can share. Without DATABASE_URL, opens the data folder for this
 * process alone.
 */
export function openBackend(deps: BackendDeps): Promise<Backend> {
  const { DATABASE_URL, MENTIONS_API_TOKEN } = deps.environment
  return DATABASE_URL === undefined
    ? openFileBackend(deps)
    : openPostgresBackend(DATABASE_URL, MENTIONS_API_TOKEN, deps)
}

async function openFileBackend({
  environment,
  shares,
  runtime,
  log,
  onFolderLost,
}: BackendDeps): Promise<Backend> {
  const { now, steady, setTimer } = runtime
  const folder = environment.DATA_DIR
  const onUpgraded = (what: string) => log.info({}, what)
  const store = await openFolder(folder, { now, setTimer, log, onFolderLost, onUpgraded })
  const requests = createRateLimiter(requestLimit(shares), steady)
  return {
    store,
    requestLimiters: { polls: requests, commands: requests },
    channelRate: createRateLimiter(postLimit, steady),
    announcements: { announce: async () => undefined, on: store.onChange },
    processes: () => 1,
    createProblemBoard(listener) {
      const board = createProblems(now, listener)
      // Ends the problems whose time has passed.
      return { ...board, refresh: async () => void board.openProblems() }
    },
    createLeadership: alwaysLead,
    ping: memoizeAsync(() => probeFolder(folder), { ttlMs: probeEveryMs, now }),
    close: () => store.close(),
  }
}

/** The disk of the folder is tried at most this often, in ms, because each try writes 64 kB. A failed try is repeated at once. */
const probeEveryMs = 10_000

const fingerprintOf = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 32)

/** Throws DatabaseRefusedError or DatabaseAwayError. Loads the database modules itself, so a bot without a database does not load them. */
async function openPostgresBackend(
  url: string,
  token: string,
  { shares, runtime, log, observeLease = (lease) => lease }: BackendDeps,
): Promise<Backend> {
  const { connectDatabase, connectWithRetry, readerConnections } = await import(
    './store/postgres/database.ts'
  )
  const { openDatabaseStore } = await import('./store/postgres/open-database.ts')
  const { limitRow, sharedRateLimiter } = await import('./store/postgres/rate-limits.ts')
  const { createLease, leaseTopic } = await import('./store/postgres/leases.ts')
  const { announcement, announcing, applicationName, checkSession, openSession } = await import(
    './store/postgres/session.ts'
  )
  const { now, steady, setTimer } = runtime
  const self = randomUUID()

  async function open(): Promise<Backend> {
    const cleanup = createCleanup()
    try {
      const database = connectDatabase(url, undefined, applicationName(self))
      cleanup.add(() => database.close())
      const readers = connectDatabase(url, readerConnections, applicationName(self))
      cleanup.add(() => readers.close())
      const limits = `requests ${fingerprintOf(token)}`
      const requests = createLeaderRequests(requestLimit(shares), steady)
      const session = openSession(url, { self, now, steady, begin: (query) => lease.lockAgain(query) })
      cleanup.add(() => session.close())
      const lease = createLease(session, {
        self,
        limitKey: limitRow(limits, requestKey),
        requests: requests.inLastMinute,
        learn: requests.learn,
      })
      const store = await openDatabaseStore(
        database,
        { ...runtime, log },
        { readers, fence: lease.fence, session, onUpgraded: (what) => log.info({}, what) },
      )
      cleanup.add(() => store.close())
      await checkSession(session, database)
      const announcements: Announcements = {
        announce: async (topic) => void (await database.query(announcing, announcement(topic, self))),
        on: (heard) => session.onAnnouncement((one) => heard(one?.topic, one?.process === self)),
      }
      const stored = sharedRateLimiter(database, limits, requestLimit(shares), { withLeader: requestKey })
      let leads = () => false
      let leadersBoard: ReturnType<typeof createLeaderProblems> | undefined
      return {
        store,
        requestLimiters: requests.limiters(stored, () => leads()),
        channelRate: announcedRate(createRateLimiter(postLimit, steady), announcements, () => leads()),
        announcements,
        processes: lease.processes,
        createProblemBoard(listener) {
          leadersBoard = createLeaderProblems({ store, listener, now })
          return leadersBoard
        },
        createLeadership(problems) {
          const leadership = createLeadership({
            lease: observeLease({
              ...lease,
              async take() {
                const taken = await lease.take()
                if (taken !== undefined) requests.inherit(taken.requests)
                return taken
              },
            }),
            now,
            steady,
            setTimer,
            problem: {
              raise: (error: unknown) => problems.raise(databaseProblemKey, databaseProblem(error)),
              clear: () => void problems.clear(databaseProblemKey),
            },
          })
          leads = leadership.leads
          announcements.on((topic) => {
            if (topic === leaseTopic) leadership.soon()
          })
          if (leadersBoard !== undefined) leadership.attach(leadersBoard)
          leadership.attach({
            begin: ({ checkpoints }) => log.info({ checkpoints }, 'this process leads: it polls and posts'),
            async end() {
              log.info({}, 'this process stands by')
            },
          })
          return leadership
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
