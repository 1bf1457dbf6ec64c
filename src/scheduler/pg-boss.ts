import { type Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { shardCount } from '../model/shard.ts'

export type ShardJob = { shard: number; id: string; attempt: number }

/** One long-lived job for each shard. A process owns a shard while it has the job and sends heartbeats for it. */
export type ShardJobs = {
  /** Creates the jobs that are missing. */
  create(shards: number[]): Promise<void>
  claim(most: number): Promise<ShardJob[]>
  /** Sends a heartbeat. Resolves with the jobs that this process still owns. A job without a heartbeat for ten seconds is lost. */
  heartbeat(jobs: ShardJob[]): Promise<ShardJob[]>
  /** Starts the time anew after which a job expires. */
  renew(jobs: ShardJob[]): Promise<void>
  /** Makes the jobs of dead processes free. pg-boss allows one such search a second for all processes. */
  recover(): Promise<void>
  giveBack(jobs: ShardJob[]): Promise<void>
  stop(): Promise<void>
}

const queue = 'shards'

/** A process that sends no heartbeat for this time loses its jobs. pg-boss allows no shorter time. */
const heartbeatTimeoutSeconds = 10
/** pg-boss allows at most 24 hours. The owner renews its jobs each hour. */
const expireInSeconds = 23 * 3600
const fourYears = 4 * 365 * 86_400

/**
 * The policy `exclusive` allows at most one waiting or active job per shard. Without a high retry limit and a long retention, pg-boss would
 * delete the job of a shard whose owners died often.
 */
const queueOptions = {
  policy: 'exclusive',
  heartbeatSeconds: heartbeatTimeoutSeconds,
  expireInSeconds,
  retryLimit: 1_000_000_000,
  retryDelay: 0,
  retentionSeconds: fourYears,
  deleteAfterSeconds: 60,
}

const response = z.object({ settled: z.array(z.string()) })

type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Starts pg-boss in a schema of its own, over the bot's database connections. pg-boss reports its errors to `warn` and continues. */
export async function startShardJobs(
  executeSql: ExecuteSql,
  warn: (error: Error) => void,
): Promise<ShardJobs> {
  const db: Db = { executeSql }
  // Without own supervision, because pg-boss would send several statements each second although no process has died.
  const boss = new PgBoss({
    db,
    schema: 'overheard_jobs',
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', warn)
  const stop = () => boss.stop({ graceful: false, close: false })
  await boss.start().catch(async (error) => {
    await stop()
    throw error
  })
  const { policy, ...options } = queueOptions
  await boss.createQueue(queue, { policy, ...options })
  await boss.updateQueue(queue, options)
  return {
    async create(shards) {
      await boss.insert(
        queue,
        shards.map((shard) => ({ singletonKey: String(shard), data: { shard } })),
      )
    },
    async claim(most) {
      const jobs = await boss.fetch<{ shard: number }>(queue, { batchSize: Math.min(most, shardCount) })
      return jobs.map(({ id, retryCount, data }) => ({ shard: data.shard, id, attempt: retryCount }))
    },
    async heartbeat(jobs) {
      const settled = new Set(response.parse(await boss.touch(queue, jobs.map(attemptOf))).settled)
      return jobs.filter(({ id }) => settled.has(id))
    },
    async renew(jobs) {
      await executeSql(renewing, [queue, jobs.map(({ id }) => id)])
    },
    recover: () => boss.supervise(queue),
    async giveBack(jobs) {
      await boss.deleteJob(queue, jobs.map(attemptOf))
    },
    stop,
  }
}

const attemptOf = ({ id, attempt }: ShardJob) => ({ id, retryCount: attempt })

/** SQL: pg-boss 12.35 has no function for this. Its own functions change only jobs that wait. */
const renewing = `
  update overheard_jobs.job set started_on = now() where name = $1 and id = any($2::uuid[]) and state = 'active'`
