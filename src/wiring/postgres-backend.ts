import { createCleanup } from '../cli/cleanup.ts'
import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import { createSharedProblems } from '../health/shared-problems.ts'
import { databaseProblem, databaseProblemKey } from '../health/subscription-problems.ts'
import { maxPauseMs, requestsPerMinute } from '../mention-api/request-budget.ts'
import type { ProblemBoard } from '../model/problem.ts'
import { createCronTicker } from '../scheduler/cron-ticker.ts'
import { type Boss, startBoss } from '../scheduler/pg-boss.ts'
import type { IsKnown, RunDue } from '../scheduler/poll-queue.ts'
import { createSharedPollQueue, createSharedScheduler } from '../scheduler/shared-queue.ts'
import { postsAtOnce, postsEvery } from '../slack/channel-rate.ts'
import { connectionProblemKey } from '../slack/connection.ts'
import { problemRecords } from '../store/collections.ts'
import { connectDatabase, connectWithRetry, type Database } from '../store/postgres/database.ts'
import { dueRows } from '../store/postgres/due-rows.ts'
import { openDatabaseStore } from '../store/postgres/open-database.ts'
import { channelRateRows, sharedAllowance } from '../store/postgres/rate-limits.ts'
import type { Backend, Schedule } from './backend.ts'

/** What concerns one process only. */
const isOwn = (key: string) => key === databaseProblemKey || key === connectionProblemKey

/** The turns of alerts, and what runs on a schedule of its own. */
const queues = { turns: 'turns', runs: 'runs' }

/** The ground of a cluster: everything in PostgreSQL. Throws DatabaseRefusedError or DatabaseAwayError where that cannot be used. */
export function openPostgresBackend(
  url: string,
  token: string,
  runtime: Runtime,
  log: Log,
): Promise<Backend> {
  const tell = (what: string) => log.warn(what)
  return connectWithRetry(() => tryToOpen(url, token, runtime, log), { ...runtime, tell })
}

async function tryToOpen(url: string, token: string, runtime: Runtime, log: Log): Promise<Backend> {
  const undo = createCleanup()
  try {
    const database = connectDatabase(url)
    undo.add(() => database.close())
    const store = await openDatabaseStore(database, { ...runtime, log })
    undo.add(() => store.close())
    const boss = await startBoss(database.query, (err) => log.warn({ err }, 'the job engine stumbled'))
    undo.add(() => boss.stop())
    const jobs = { turns: await boss.jobs(queues.turns), runs: await boss.jobs(queues.runs) }
    return {
      store,
      allowance: sharedAllowance(database, { token, most: requestsPerMinute, longestPause: maxPauseMs }),
      channelRate: channelRateRows(database, { interval: postsEvery, burst: postsAtOnce }),
      troubles(tell) {
        const records = problemRecords(store.records)
        const { now, setTimer } = runtime
        const problems = createSharedProblems({ records, tell, isOwn, now, setTimer })
        undo.add(() => problems.stop())
        return problems
      },
      schedule: (troubles) => scheduleOf({ database, jobs, troubles }, runtime, log),
      close: undo.all,
    }
  } catch (error) {
    await undo.all()
    throw error
  }
}

type QueueJobs = Record<keyof typeof queues, Awaited<ReturnType<Boss['jobs']>>>

type Queues = { database: Database; jobs: QueueJobs; troubles: Pick<ProblemBoard, 'raise' | 'clear'> }

function scheduleOf(
  { database, jobs, troubles: problems }: Queues,
  { now, setTimer }: Runtime,
  log: Log,
): Schedule {
  const problem = {
    raise: (error: unknown) => problems.raise(databaseProblemKey, databaseProblem(error)),
    clear: () => void problems.clear(databaseProblemKey),
  }
  const listOf = (queue: keyof typeof queues) => (run: RunDue, knows: IsKnown) =>
    createSharedPollQueue(
      { rows: dueRows(database, queues[queue]), jobs: jobs[queue], now, setTimer, trouble: problem },
      run,
      knows,
    )
  const ticks = createCronTicker(log)
  return {
    engine: createSharedScheduler(ticks, listOf('runs')),
    ticks,
    createDueList: listOf('turns'),
  }
}
