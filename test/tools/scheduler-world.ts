import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { decideFor } from '../../src/engine/rules/rules.ts'
import type { RunResult } from '../../src/engine/run/result.ts'
import { createAutoPolls } from '../../src/engine/schedule/auto-polls.ts'
import { createPollQueue, type RunDue } from '../../src/engine/schedule/poll-queue.ts'
import { createPollScheduler } from '../../src/engine/schedule/poll-scheduler.ts'
import type { RunState } from '../../src/engine/subscription-run.ts'
import { alwaysLead } from '../../src/scheduler/leadership.ts'
import { flushPromises } from './manual-clock.ts'
import { alert, createStoryWorld, subscriptionOf } from './story-world.ts'

/** A poll scheduler whose polls end as a test decides. */

export const serviceFault = new MentionServiceError({
  kind: 'busy',
  retry: 'later',
  what: 'The service is busy',
})

/** Two subscriptions of one alert whose polls end as the test decides. `automatic` names those with `schedule: auto`. */
export async function openWatching(written = 'Acme brand', { automatic = [] as string[] } = {}) {
  const world = createStoryWorld()
  const auto = createAutoPolls({
    steady: world.now,
    limits: { mostPerMinute: 250, share: 0.5, fastestMs: 5000, slowestMs: 300_000 },
    expectation: async () => ({ perHour: 1, weight: 1 }),
    pausedForMs: async () => 0,
  })
  const deps = world.deps()
  const polls: string[][] = []
  /** What each poll knew of its subscriptions from the polls before. */
  const known: RunState[][] = []
  const timers: { run: () => void; ms: number }[] = []
  const ticks: { cron: string; run: () => Promise<void> }[] = []
  const endings = new Map<string, Omit<RunResult, 'subscription'>>()
  const found = { now: { kind: 'found', alert } as Awaited<ReturnType<typeof alerts.find>> | Error }
  const alerts = {
    all: async () => [alert],
    async find(): Promise<{ kind: 'found'; alert: typeof alert } | { kind: 'missing'; names: string[] }> {
      if (found.now instanceof Error) throw found.now
      return found.now
    },
  }
  let runDue: RunDue = async () => []
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, ms }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const leadership = alwaysLead()
  const watching = createPollScheduler({
    pollDeps: deps,
    checkpoints: () => deps.checkpoints,
    alerts,
    decideFor: (subscription) => decideFor(subscription),
    every: (cron, _zone, run) => void ticks.push({ cron, run: async () => void (await run()) }),
    createQueue: (run) => {
      runDue = run
      return createPollQueue({ now: world.now, steady: world.steady, setTimer, leads: () => true }, run)
    },
    leadership,
    setTimer,
    ...(automatic.length === 0 ? {} : { auto }),
    poll: async (_deps, _alert, due) => {
      const names = due.map(({ subscription }) => subscription.name)
      polls.push(names)
      known.push(due.map(({ state }) => state))
      return names.map((subscription) => ({ subscription, ...endings.get(subscription) }))
    },
  })
  for (const name of ['acme', 'other']) {
    const schedule = automatic.includes(name) ? { schedule: 'auto' } : {}
    await watching.put(subscriptionOf({ name, alert: written, ...schedule }))
  }
  leadership.start()
  await flushPromises()
  /** Fires the schedules with a cron expression, or all. */
  const tick = async (only?: string) => {
    for (const { cron, run } of ticks) if (only === undefined || cron === only) await run()
    await flushPromises()
  }
  return { world, watching, polls, known, timers, endings, found, tick, runDue, leadership, told: world.told }
}
