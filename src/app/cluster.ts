import { postsAtOnce, postsEvery } from '../deliver/pace.ts'
import { longestPauseMs, requestsInAMinute } from '../mentions/allowance.ts'
import { type Boss, startBoss } from '../schedule/boss-jobs.ts'
import { createClusterEngine } from '../schedule/cluster-engine.ts'
import { createClusterList } from '../schedule/cluster-list.ts'
import { createCronEngine } from '../schedule/cron-engine.ts'
import type { Knows, RunDue } from '../schedule/due-list.ts'
import { allowanceRow } from '../store/postgres/allowance.ts'
import { connectDatabase, type Database } from '../store/postgres/database.ts'
import { dueRows } from '../store/postgres/due-rows.ts'
import { openDatabaseStore } from '../store/postgres/open-database-store.ts'
import { paceRows } from '../store/postgres/pace.ts'
import { patiently } from '../store/postgres/patience.ts'
import { troubleRecords } from '../store/trouble-records.ts'
import { createSharedTroubles } from '../troubles/shared-troubles.ts'
import type { TroubleBoard } from '../troubles.ts'
import { databaseKey, databaseTrouble } from './database-trouble.ts'
import type { Ground, Schedule } from './ground.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import { connectionKey } from './slack-connection.ts'
import { createUndo } from './undo.ts'

/** What concerns one process only. */
const isOwn = (key: string) => key === databaseKey || key === connectionKey

/** The turns of alerts, and what runs on a schedule of its own. */
const queues = { turns: 'turns', runs: 'runs' }

/** The ground of a cluster: everything in PostgreSQL. Throws DatabaseRefusedError or DatabaseAwayError where that cannot be used. */
export function openCluster(url: string, token: string, runtime: Runtime, log: Log): Promise<Ground> {
  const tell = (what: string) => log.warn(what)
  return patiently(() => tryToOpen(url, token, runtime, log), { ...runtime, tell })
}

async function tryToOpen(url: string, token: string, runtime: Runtime, log: Log): Promise<Ground> {
  const undo = createUndo()
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
      allowance: allowanceRow(database, { token, most: requestsInAMinute, longestPause: longestPauseMs }),
      pace: paceRows(database, { interval: postsEvery, burst: postsAtOnce }),
      troubles(tell) {
        const records = troubleRecords(store.records)
        const { now, setTimer } = runtime
        const troubles = createSharedTroubles({ records, tell, isOwn, now, setTimer })
        undo.add(() => troubles.stop())
        return troubles
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

type Queues = { database: Database; jobs: QueueJobs; troubles: Pick<TroubleBoard, 'raise' | 'clear'> }

function scheduleOf({ database, jobs, troubles }: Queues, { now, setTimer }: Runtime, log: Log): Schedule {
  const trouble = {
    raise: (error: unknown) => troubles.raise(databaseKey, databaseTrouble(error)),
    clear: () => void troubles.clear(databaseKey),
  }
  const listOf = (queue: keyof typeof queues) => (run: RunDue, knows: Knows) =>
    createClusterList(
      { rows: dueRows(database, queues[queue]), jobs: jobs[queue], now, setTimer, trouble },
      run,
      knows,
    )
  const ticks = createCronEngine(log)
  return {
    engine: createClusterEngine(ticks, listOf('runs')),
    ticks,
    createDueList: listOf('turns'),
  }
}
