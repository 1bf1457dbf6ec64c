/**
 * A process of the cluster bench: `node cluster-worker.ts polls|jobs DATABASE URL`. It gets a duration in ms and answers with the number
 * of empty polls or empty jobs that ended in it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createPollScheduler } from '../src/polling/poll-scheduler.ts'
import { decideFor } from '../src/rules/rules.ts'
import { startBoss } from '../src/scheduler/pg-boss.ts'
import type { PollQueue, RunDue } from '../src/scheduler/poll-queue.ts'
import { createSharedPollQueue } from '../src/scheduler/shared-queue.ts'
import { connectDatabase } from '../src/store/postgres/database.ts'
import { dueRows } from '../src/store/postgres/due-rows.ts'
import { migrate } from '../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../src/store/postgres/open-database.ts'
import { farAlerts } from './far-alerts.ts'
import { logProblem } from './load-backend.ts'
import { alertOf, createPollDeps, quiet, subscriptionTo } from './our-side.ts'

/** The number of jobs in pg-boss at once, as in our queue. Three times as many alerts are due again and again. */
const atOnce = 100
const alerts = 300

const [kind = '', address = '', url = ''] = process.argv.slice(2)
const database = connectDatabase(address)
await migrate(database)
const boss = await startBoss(database.query, logProblem.raise)

/** Runs empty jobs as fast as pg-boss allows, with the same policy and calls as the bot. */
async function emptyJobs(): Promise<(ms: number) => Promise<number>> {
  const jobs = await boss.jobs('empty')
  const keys = Array.from({ length: atOnce }, (_, index) => `${process.pid} ${index}`)
  return async (ms) => {
    const end = performance.now() + ms
    let done = 0
    while (performance.now() < end) {
      await jobs.createJobs(keys)
      const claimed = await jobs.claim(atOnce)
      if (claimed.length > 0) done += (await jobs.complete(claimed)).length
    }
    return done
  }
}

/** Runs real polls of alerts without new mentions, each due again as soon as it ends, without a request budget. */
async function emptyPolls(): Promise<(ms: number) => Promise<number>> {
  const { deps, pollOnce } = await createPollDeps(url, { now: Date.now, ahead: 0 })
  const store = await openDatabaseStore(database, { now: Date.now, setTimer, log: quiet })
  const jobs = await boss.jobs('polls')
  const ids = Array.from(
    { length: alerts },
    (_, index) => `${farAlerts.empty}${String(index).padStart(5, '0')}`,
  )
  let [isOn, done] = [false, 0]
  const createQueue = (run: RunDue) => {
    const list: PollQueue = createSharedPollQueue(
      { rows: dueRows(database, 'polls'), jobs, now: Date.now, setTimer, problem: logProblem },
      async (alert, members) => {
        const caughtUp = await run(alert, members)
        done++
        if (isOn) list.markDue(alert, members)
        return caughtUp
      },
    )
    return list
  }
  const watching = createPollScheduler({
    pollDeps: deps,
    takeOver: store.takeOver,
    alerts: {
      find: async (id) => ({ kind: 'found', alert: alertOf(id) }),
      all: async () => ids.map(alertOf),
    },
    decideFor: (subscription) => decideFor(subscription),
    ticks: { start: () => undefined, stop: () => undefined, every: () => undefined },
    createQueue,
    setTimer,
    poll: pollOnce,
  })
  return async (ms) => {
    isOn = true
    for (const id of ids) void watching.put(subscriptionTo(id, { channel: `C${id}` }))
    const before = done
    await wait(ms)
    isOn = false
    return done - before
  }
}

function setTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const round = await (kind === 'polls' ? emptyPolls() : emptyJobs())
process.on('message', async (ms: number) => process.send?.(await round(ms)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
