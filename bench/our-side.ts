/** Our bot's own parts, put together as `src/app.ts` does it, but without its schedule: a turn is run when it is asked for. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createLog } from '../src/app/log.ts'
import { createSlack } from '../src/app/slack.ts'
import { createWeather } from '../src/app/weather.ts'
import { decideFor } from '../src/decide/decide.ts'
import { createAllowance, requestsInAMinute } from '../src/mentions/allowance.ts'
import { createBudget } from '../src/mentions/budget.ts'
import { createMentionService } from '../src/mentions/service.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import type { Alert } from '../src/model/alert.ts'
import type { Subscription } from '../src/model/subscription.ts'
import { seeSettings } from '../src/settings/settings-seen.ts'
import { begunSubscriptions } from '../src/store/begun-subscriptions.ts'
import { openFolder } from '../src/store/open-store.ts'
import { planLimits } from '../src/store/plan-limits.ts'
import { createTroubles } from '../src/troubles.ts'
import { createAnswers } from '../src/turn/answered.ts'
import type { TurnDeps } from '../src/turn/ports.ts'
import type { Due } from '../src/turn/ready.ts'
import { turn } from '../src/turn.ts'

/** A clock that can be moved ahead: UTC, ms. */
export type Clock = { now: () => number; ahead: number }

export function createClock(): Clock {
  const clock = { now: () => Date.now() + clock.ahead, ahead: 0 }
  return clock
}

/** More requests a minute than are ever made. */
const unlimited = 1_000_000_000

/** A client of the mention service within an allowance; waits are `pace` times shorter on the wall. */
export function client(
  url: string,
  now: () => number,
  allowance = createAllowance(now, unlimited),
  pace = 1,
) {
  const sleep = (ms: number, signal?: AbortSignal) =>
    wait(ms / pace, undefined, signal === undefined ? {} : { signal })
  const budget = createBudget({ allowance, sleep, everyMs: 0 })
  return createMentionService({
    baseUrl: url,
    token: 'token',
    now,
    random: () => 0,
    sleep,
    log: quiet,
    budget,
  })
}

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

export function subscriptionTo(alert: string, changes: Partial<Subscription> = {}): Subscription {
  return {
    name: `watch ${alert}`,
    alert,
    channel: 'C1',
    schedule: '*/2 * * * *',
    timezone: 'UTC',
    only: {},
    except: {},
    backfill: 0,
    burst: 1000,
    ...changes,
  }
}

export function alertOf(id: string): Alert {
  return { id, type: 'mentions', name: `Alert ${id}`, projectId: '1', projectName: 'Acme' }
}

export function dueOf(subscription: Subscription): Due {
  return { subscription, decide: decideFor(subscription), memory: { confirmed: false, behind: false } }
}

/**
 * Everything a turn needs, with the state in a fresh folder of files and no limit of Slack's on the pace; apart from it what counts its
 * alerts, because a backlog that storms is another thing to measure.
 */
export async function turnDeps(url: string, clock: Clock, onPosted: () => void = () => undefined) {
  const metrics = createMetrics(clock.now)
  const folder = mkdtempSync(join(tmpdir(), 'overheard-bench-'))
  const setTimer = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  }
  const store = metrics.store(await openFolder(folder, { now: clock.now, setTimer, log: quiet }))
  const noPace = { take: async () => 0, pause: async () => undefined }
  const service = client(url, clock.now)
  const { environment, configuration } = seeSettings(
    { SLACK_API_URL: `${url}/api/`, SLACK_BOT_TOKEN: 'xoxb-token' },
    '',
    () => Buffer.alloc(0),
  )
  if (configuration === undefined) throw new Error('an empty configuration is one')
  const log = createLog('silent', [])
  const slack = metrics.slack(
    createSlack({ environment, pace: noPace, records: store.records, now: clock.now, log }),
  )
  const deps: Omit<TurnDeps, 'bookmarks'> = {
    now: clock.now,
    sleep: (ms) => wait(ms),
    stopping: new AbortController().signal,
    service,
    ...slack,
    record(entries) {
      for (const { became } of entries) if (became === 'posted') onPosted()
      store.verdicts.record(entries)
    },
    planLimits: planLimits(store.records),
    begun: begunSubscriptions(store.records, []),
    answers: createAnswers(),
    troubles: createTroubles(clock.now, {
      raised: (trouble) => {
        throw new Error(trouble.what)
      },
      cleared: () => undefined,
    }),
    doubtMs: 30_000,
    looks: () => ({ every: 120_000 }),
    log: quiet,
  }
  const budget = { left: async () => ({ requests: requestsInAMinute, pausedForMs: 0, waiting: 0 }) }
  const { now } = clock
  const weather = createWeather({ configuration, service, budget, store, slack, now, behind: async () => [] })
  return { deps, weather, store, runTurn: metrics.turn(turn), folder }
}
