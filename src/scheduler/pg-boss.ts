import { type Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Job, Jobs } from './shared-queue.ts'

export type Boss = {
  jobs(queue: string): Promise<Jobs>
  stop(): Promise<void>
}

/** A worker that sends no heartbeat for this time loses its job. pg-boss allows no shorter time. */
const heartbeatTimeoutSeconds = 10
/** pg-boss looks for lost jobs this often, so another process takes over within 15 s. */
const superviseEverySeconds = 2
/** If a job takes longer than this, another process gets it. Polls and digests end sooner. */
const maxRunSeconds = 15 * 60
const jobsPerStatement = 25
/** If a job was lost this many times, it fails, and the queue creates a new job. */
const maxRetries = 1000

/** Starts pg-boss in a schema of its own, over the bot's database connections. pg-boss reports its errors to `warn` and continues. */
export async function startBoss(
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
  warn: (error: Error) => void,
): Promise<Boss> {
  const db: Db = { executeSql }
  const boss = new PgBoss({
    db,
    schema: 'overheard_jobs',
    schedule: false,
    superviseIntervalSeconds: superviseEverySeconds,
    monitorIntervalSeconds: superviseEverySeconds,
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
 * The policy `exclusive` allows at most one waiting or active job per key. With the policies that also allow a waiting successor, one
 * active key makes a whole batch fail. So the job for polls that become due during a run is created after the run.
 */
const queueOptions = {
  policy: 'exclusive',
  heartbeatSeconds: heartbeatTimeoutSeconds,
  expireInSeconds: maxRunSeconds,
  retryLimit: maxRetries,
  retryDelay: 0,
  deleteAfterSeconds: 60,
}

const response = z.object({ settled: z.array(z.string()) })

function jobsOf(boss: PgBoss, queue: string): Jobs {
  const stillOurs = (jobs: Job[], answer: unknown) => {
    const settled = new Set(response.parse(answer).settled)
    return jobs.filter(({ id }) => settled.has(id))
  }
  return {
    async createJobs(keys) {
      // pg-boss hands out jobs in the order of insertion; the jobs of one statement come in any order.
      for (let first = 0; first < keys.length; first += jobsPerStatement) {
        const some = keys.slice(first, first + jobsPerStatement)
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
    heartbeat: async (of) => stillOurs(of, await boss.touch(queue, of.map(attemptOf))),
    // The jobs are deleted, not completed, because nobody reads completed jobs and the table must stay small.
    complete: async (of) => stillOurs(of, await boss.deleteJob(queue, of.map(attemptOf))),
  }
}

const attemptOf = ({ id, attempt }: Job) => ({ id, retryCount: attempt })
