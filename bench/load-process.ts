/** The process of the load test: many subscriptions are due at the same minute, with the real scheduler, request budget and client. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { decideFor } from '../src/engine/rules/rules.ts'
import { createPollScheduler } from '../src/engine/schedule/poll-scheduler.ts'
import { memoryBackend, postgresBackend } from './load-backend.ts'
import type { Load, LoadResult } from './load-result.ts'
import { alertsOf, subscriptionsOf } from './load-subscriptions.ts'
import { alertOf, client, createPollDeps } from './our-side.ts'

const minute = 60_000
/** Longest wait for the request budget, in ms. 2,000 alerts need eight minutes. */
const longestDrain = 15 * minute

async function runLoad(url: string, order: Load): Promise<LoadResult> {
  const { minutes, pace: channelRate, database } = order
  const start = Date.now()
  const now = () => start + (Date.now() - start) * channelRate
  const setTimer = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms / channelRate)
    return () => clearTimeout(timer)
  }
  const time = { now, setTimer }
  const backend = database === undefined ? memoryBackend(time) : await postgresBackend(database, time)
  const { deps } = await createPollDeps(url, { now, ahead: 0 })
  const polls = new Map<string, number[]>()
  const seen = new Map<string, number>()
  const service = client(url, now, backend.limiter, channelRate)
  const ticks: (() => unknown)[] = []
  const watching = createPollScheduler({
    pollDeps: {
      ...deps,
      now,
      service: {
        time: service.time,
        newest: service.newest,
        async *mentionsSince(alert, since, ask) {
          yield* service.mentionsSince(alert, since, ask)
          polls.set(alert, [...(polls.get(alert) ?? []), now()])
        },
      },
    },
    checkpoints: backend.checkpoints,
    alerts: {
      find: async (id) => ({ kind: 'found', alert: alertOf(id) }),
      all: async () => alertsOf(order).map(alertOf),
    },
    decideFor: (subscription) => decideFor(subscription),
    every: (_cron, _zone, run) => void ticks.push(run),
    leadership: backend.leadership,
    setTimer,
    createQueue: (run) =>
      backend.createQueue(async (key, members) => {
        const caughtUp = await run(key, members)
        for (const member of members) seen.set(member, now())
        return caughtUp
      }),
  })
  backend.leadership.start()
  const subscriptions = subscriptionsOf(order)
  await Promise.all(subscriptions.map(watching.put))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let lastTick = now()
  for (let passed = 0; passed < minutes; passed++) {
    await wait(minute / channelRate)
    lastTick = now()
    await Promise.all(ticks.map((run) => run()))
  }
  const requests = [...polls.values()].flat().length
  const duration = now() - start
  const lagAtTheEnd = watching.lag()
  const unseen = () => subscriptions.filter(({ name }) => (seen.get(name) ?? 0) < lastTick).length
  while (unseen() > 0 && now() < lastTick + longestDrain) await wait(50)
  delay.disable()
  const waits = [...polls.values()].map(longestGap)
  return {
    lost: unseen(),
    requestsAMinute: requests / (duration / minute),
    medianWait: waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0,
    longestWait: Math.max(...waits),
    lagAtTheEnd,
    loopDelayP99: delay.percentile(99) / 1e6,
  }
}

function longestGap(times: number[]): number {
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0)
}

process.once('message', async ({ url, ...order }: Load & { url: string }) => {
  process.send?.(await runLoad(url, order))
  process.exit(0)
})
process.send?.('ready')
