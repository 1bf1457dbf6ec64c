import { type Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Job, Jobs } from './shared-queue.ts'

/** pg-boss at work on a database. */
export type Boss = {
  /** The jobs of a queue, which is made where it does not exist. */
  jobs(queue: string): Promise<Jobs>
  stop(): Promise<void>
}

/**
 * A worker that says nothing for ten seconds (the least that pg-boss takes) has lost its job; looked for every two seconds, it is
 * taken over within 15 s.
 */
const silentForSeconds = 10
const lookEverySeconds = 2
/** No turn and no digest takes longer; a job that does is given to somebody else. */
const longestRunSeconds = 15 * 60
/** So many jobs are asked for in one statement. */
const askedAtOnce = 25
/** Deaths in a row that one job survives; after that it is asked for anew. */
const mostRetries = 1000

/** Starts pg-boss in its own schema, over connections that are ours. Its faults come as `warn`: it goes on by itself. */
export async function startBoss(
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
  warn: (error: Error) => void,
): Promise<Boss> {
  const db: Db = { executeSql }
  const boss = new PgBoss({
    db,
    schema: 'overheard_jobs',
    schedule: false,
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', warn)
  const stop = () => boss.stop({ graceful: false, close: false })
  await boss.start().catch(async (error) => {
    await stop()
    throw error
  })
  return {
    async jobs(queue) {
      const { policy, ...options } = queueOptions
      await boss.createQueue(queue, { policy, ...options })
      await boss.updateQueue(queue, options)
      return jobsOf(boss, queue)
    },
    stop,
  }
}

/**
 * `exclusive`: one job a key, be it waiting or at work. The policies that let a successor wait make a batch fail whose one key is at
 * work; what becomes due during a run is asked for after it instead.
 */
const queueOptions = {
  policy: 'exclusive',
  heartbeatSeconds: silentForSeconds,
  expireInSeconds: longestRunSeconds,
  retryLimit: mostRetries,
  retryDelay: 0,
  deleteAfterSeconds: 60,
}

/** What pg-boss answers (its types do not tell): the jobs that were still ours. */
const response = z.object({ settled: z.array(z.string()) })

function jobsOf(boss: PgBoss, queue: string): Jobs {
  const stillOurs = (jobs: Job[], answer: unknown) => {
    const settled = new Set(response.parse(answer).settled)
    return jobs.filter(({ id }) => settled.has(id))
  }
  return {
    async ask(keys) {
      // pg-boss hands out jobs by the time of their insertion: those of one statement come in any order.
      for (let first = 0; first < keys.length; first += askedAtOnce) {
        const some = keys.slice(first, first + askedAtOnce)
        await boss.insert(
          queue,
          some.map((key) => ({ singletonKey: key, data: { key } })),
        )
      }
    },
    async claim(most) {
      const jobs = await boss.fetch<{ key: string }>(queue, { batchSize: most })
      return jobs.map(({ id, retryCount, data }) => ({ key: data.key, id, attempt: retryCount }))
    },
    hold: async (of) => stillOurs(of, await boss.touch(queue, of.map(attemptOf))),
    // Deleted, not completed: nobody reads what is over, and the table stays small whatever the number of turns.
    drop: async (of) => stillOurs(of, await boss.deleteJob(queue, of.map(attemptOf))),
  }
}

const attemptOf = ({ id, attempt }: Job) => ({ id, retryCount: attempt })
