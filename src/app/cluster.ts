import { postsAtOnce, postsEvery } from '../deliver/pace.ts'
import { maxPauseMs, requestsPerMinute } from '../mentions/allowance.ts'
import { type Boss, startBoss } from '../schedule/boss-jobs.ts'
import { createSharedScheduler } from '../schedule/cluster-engine.ts'
import { createSharedPollQueue } from '../schedule/cluster-list.ts'
import { createCronTicker } from '../schedule/cron-engine.ts'
import type { IsKnown, RunDue } from '../schedule/due-list.ts'
import { sharedAllowance } from '../store/postgres/allowance.ts'
import { connectDatabase, type Database } from '../store/postgres/database.ts'
import { dueRows } from '../store/postgres/due-rows.ts'
import { openDatabaseStore } from '../store/postgres/open-database-store.ts'
import { channelRateRows } from '../store/postgres/pace.ts'
import { connectWithRetry } from '../store/postgres/patience.ts'
import { problemRecords } from '../store/trouble-records.ts'
import { createSharedProblems } from '../troubles/shared-troubles.ts'
import type { ProblemBoard } from '../troubles.ts'
import { databaseProblem, databaseProblemKey } from './database-trouble.ts'
import type { Backend, Schedule } from './ground.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import { connectionProblemKey } from './slack-connection.ts'
import { createCleanup } from './undo.ts'

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
