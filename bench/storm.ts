/** The process of a storm: many subscriptions due at one minute, through the real schedule of turns, budget and client. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { decideFor } from '../src/decide/decide.ts'
import { requestsInAMinute } from '../src/mentions/allowance.ts'
import type { Bookmark } from '../src/model/bookmark.ts'
import { createDueList } from '../src/schedule/due-list.ts'
import { createWatching } from '../src/watching.ts'
import { farAlerts } from './far-alerts.ts'
import { alertOf, client, subscriptionTo, turnDeps } from './our-side.ts'
import type { Storm, StormResult } from './storm-result.ts'

const minute = 60_000

async function storm(url: string, { subscriptions, alerts, minutes, pace }: Storm): Promise<StormResult> {
  const began = performance.now()
  const start = Date.now()
  const now = () => start + (Date.now() - start) * pace
  const { deps } = await turnDeps(url, { now, ahead: 0 })
  const ids = Array.from(
    { length: alerts },
    (_, index) => `${farAlerts.empty}${String(index).padStart(5, '0')}`,
  )
  const bookmarks = inMemory(now())
  const looks = new Map<string, number[]>()
  const seen = new Map<string, number>()
  let running = 0
  const service = client(url, now, requestsInAMinute, pace)
  const ticks: ((slot: number) => Promise<void>)[] = []
  const setTimer = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms / pace)
    return () => clearTimeout(timer)
  }
  const watching = createWatching({
    turnDeps: {
      ...deps,
      now,
      service: {
        newest: service.newest,
        async *forward(alert, since, ask) {
          yield* service.forward(alert, since, ask)
          looks.set(alert, [...(looks.get(alert) ?? []), now()])
        },
      },
    },
    takeTurn: async () => bookmarks,
    alerts: {
      find: async (id) => ({ kind: 'found', alert: alertOf(id) }),
      all: async () => ids.map(alertOf),
    },
    decideFor: (subscription) => decideFor(subscription),
    ticks: {
      start: async () => undefined,
      stop: async () => undefined,
      every: (_name, _cron, _zone, run) => void ticks.push(run),
    },
    createDueList: (run) =>
      createDueList({ now, setTimer }, async (key, members) => {
        running++
        await run(key, members)
        running--
        for (const member of members) seen.set(member, now())
      }),
  })
  const names: string[] = []
  for (let index = 0; index < subscriptions; index++) {
    const alert = ids[index % alerts] ?? ''
    const subscription = subscriptionTo(alert, { name: `watch ${index}`, channel: `C${index % 500}` })
    names.push(subscription.name)
    void watching.put(subscription)
  }
  await wait(0)
  const startMs = performance.now() - began
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let lastTick = now()
  for (let passed = 0; passed < minutes; passed++) {
    await wait(minute / pace)
    lastTick = now()
    await Promise.all(ticks.map((run) => run(lastTick)))
  }
  const requests = [...looks.values()].flat().length
  const duration = now() - start
  const lagAtTheEnd = watching.lag()
  while (running > 0 || watching.lag() > 0) await wait(50)
  delay.disable()
  const waits = [...looks.values()].map(longestGap)
  const result = {
    startMs,
    lost: names.filter((name) => (seen.get(name) ?? 0) < lastTick).length,
    requestsAMinute: requests / (duration / minute),
    medianWait: waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0,
    longestWait: Math.max(...waits),
    lagAtTheEnd,
    loopDelayP99: delay.percentile(99) / 1e6,
  }
  await watching.stop()
  return result
}

/** Bookmarks of subscriptions that have looked before; they are not what is measured here. */
function inMemory(at: number) {
  const kept = new Map<string, Bookmark>()
  const fresh: Bookmark = { through: '0', start: '0', settled: [{ at, ids: ['1'] }] }
  return {
    bookmark: async ({ subscription }: { subscription: string }) => ({
      kind: 'kept' as const,
      bookmark: kept.get(subscription) ?? fresh,
      restored: false,
    }),
    async keep({ subscription }: { subscription: string }, bookmark: Bookmark) {
      kept.set(subscription, bookmark)
      return 'kept' as const
    },
  }
}

function longestGap(times: number[]): number {
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0)
}

process.once('message', async ({ url, ...order }: Storm & { url: string }) => {
  process.send?.(await storm(url, order))
  process.exit(0)
})
process.send?.('ready')
