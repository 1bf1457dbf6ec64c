/**
 * A process of the cluster bench: `node cluster-worker.ts DATABASE URL`. It gets a duration in ms and answers with the number of empty
 * polls that ended in it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createPollScheduler } from '../src/polling/poll-scheduler.ts'
import { decideFor } from '../src/rules/rules.ts'
import type { PollQueue, RunDue } from '../src/scheduler/poll-queue.ts'
import { farAlerts } from './far-alerts.ts'
import { postgresBackend } from './load-backend.ts'
import { alertOf, createPollDeps, subscriptionTo } from './our-side.ts'

const alerts = 300

const [address = '', url = ''] = process.argv.slice(2)
const backend = await postgresBackend(address, { now: Date.now, setTimer })
const { shards, takeOver } = backend

/** Runs real polls of alerts without new mentions, each due again as soon as it ends, without a request budget. */
async function emptyPolls(): Promise<(ms: number) => Promise<number>> {
  const { deps, pollOnce } = await createPollDeps(url, { now: Date.now, ahead: 0 })
  const ids = Array.from(
    { length: alerts },
    (_, index) => `${farAlerts.empty}${String(index).padStart(5, '0')}`,
  )
  let [isOn, done] = [false, 0]
  const createQueue = (run: RunDue) => {
    const list: PollQueue = backend.createQueue(async (alert, members) => {
      const caughtUp = await run(alert, members)
      done++
      if (isOn) list.markDue(alert, members)
      return caughtUp
    })
    return list
  }
  const watching = createPollScheduler({
    pollDeps: deps,
    takeOver,
    alerts: {
      find: async (id) => ({ kind: 'found', alert: alertOf(id) }),
      all: async () => ids.map(alertOf),
    },
    decideFor: (subscription) => decideFor(subscription),
    ticks: { start: () => undefined, stop: () => undefined, every: () => undefined },
    createQueue,
    shards,
    setTimer,
    poll: pollOnce,
  })
  shards.start()
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

const round = await emptyPolls()
process.on('message', async (ms: number) => process.send?.(await round(ms)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
