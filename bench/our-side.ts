/** The parts of the bot as `src/app.ts` builds them, but without the scheduler: the bench starts each poll. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutProxy } from '@overheard/base/http'
import { createRateLimiter, type RateLimiter } from '@overheard/base/rate-limiter'
import { createMentionService } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { createRequestBudget } from '@overheard/mention-client/request-budget'
import { requestShares } from '@overheard/mention-client/request-limit'
import { createHistorySearch, createOutboxMemory } from '@overheard/post-once'
import { createSlackDispatcher } from '@overheard/post-once/client'
import { createLog } from '../src/cli/log.ts'
import { readPartialSettings } from '../src/config/settings.ts'
import type { PollDeps } from '../src/engine/ports.ts'
import { decideFor } from '../src/engine/rules/rules.ts'
import { pollAlert } from '../src/engine/run/poll.ts'
import type { DueSubscription } from '../src/engine/run/prepare-run.ts'
import { keepStates } from '../src/engine/run/result.ts'
import { startedSubscriptions } from '../src/engine/schedule/started-subscriptions.ts'
import { createPlanLimits } from '../src/engine/spikes/stored-volume.ts'
import { createVolumeStore } from '../src/engine/spikes/volume-store.ts'
import { newRunState } from '../src/engine/subscription-run.ts'
import { createMetrics } from '../src/health/metrics.ts'
import { createProblems } from '../src/health/problems.ts'
import type { Subscription } from '../src/model/subscription.ts'
import { knownChannels } from '../src/slack/channels.ts'
import { createSlack } from '../src/slack/slack.ts'
import { openFolder } from '../src/store/file/open-folder.ts'
import type { Store, StoreDeps } from '../src/store/store.ts'
import { alone } from '../test/tools/alone.ts'

/** A clock that can be moved ahead, UTC, ms. */
export type Clock = { now: () => number; ahead: number }

export function createClock(): Clock {
  const clock = { now: () => Date.now() + clock.ahead, ahead: 0 }
  return clock
}

/** A limit that is never reached. */
const unlimited = { limit: Number.POSITIVE_INFINITY, windowMs: 0 }

/** A client of the mention service with a rate limiter. Its waits are `pace` times shorter in real time. */
export function client(
  url: string,
  now: () => number,
  limiter: RateLimiter = createRateLimiter(unlimited, now),
  pace = 1,
) {
  const sleep = (ms: number, signal?: AbortSignal) =>
    wait(ms / pace, undefined, signal === undefined ? {} : { signal })
  const budget = createRequestBudget({ limiter, steady: now, sleep, spacingMs: 0 })
  return createMentionService({
    baseUrl: url,
    token: 'token',
    now,
    steady: now,
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
  return { id, type: 'mentions', name: `Alert ${id}`, projectName: 'Acme' }
}

export function dueOf(subscription: Subscription): DueSubscription {
  return { subscription, decide: decideFor(subscription), state: newRunState }
}

export type OpenStore = (deps: StoreDeps, folder: string) => Promise<Store>

/**
 * The dependencies of a poll with an empty folder and without Slack's rate limits. Volume counting is separate, because a backlog would
 * start a spike.
 */
export async function createPollDeps(
  url: string,
  clock: Clock,
  onPosted: () => void = () => undefined,
  openStore: OpenStore = (deps, folder) => openFolder(folder, deps),
) {
  const metrics = createMetrics(clock.now)
  const folder = mkdtempSync(join(tmpdir(), 'overheard-bench-'))
  const setTimer = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  }
  const store = metrics.store(await openStore({ now: clock.now, setTimer, log: quiet }, folder))
  const noPace = { take: async () => 0, pause: async () => undefined }
  // The look-back is measured by the service's clock, and the far side's stands still beside ours.
  const service = { ...client(url, clock.now), time: clock.now }
  const { configuration } = readPartialSettings({}, '', () => Buffer.alloc(0))
  if (configuration === undefined) throw new Error('the empty configuration has errors')
  const log = createLog('silent', [])
  const slackApi = createSlack({
    apiUrl: `${url}/api/`,
    token: 'xoxb-token',
    dispatcher: createSlackDispatcher(withoutProxy),
    channelRate: noPace,
    channelIds: knownChannels(store),
    installation: 'bench',
    now: clock.now,
    steady: clock.now,
    setTimer,
    closeLabel: () => 'Close',
    onPosted: metrics.posted,
    log,
  })
  const readHistory = createHistorySearch(slackApi.readHistoryPage, clock.now)
  const slack = { ...slackApi, readHistory: metrics.search(readHistory) }
  const deps: Omit<PollDeps, 'checkpoints'> = {
    ...alone,
    now: clock.now,
    steady: clock.now,
    sleep: (ms) => wait(ms),
    stopping: new AbortController().signal,
    service,
    ...slack,
    record(entries) {
      for (const { outcome } of entries) if (outcome === 'posted') onPosted()
      store.decisions.record(entries)
    },
    records: {
      planLimits: createPlanLimits(store, clock.now),
      addNotice: async () => 'notice',
      startedSubscriptions: startedSubscriptions(store, []),
    },
    places: { ...alone.places, channels: slack.channels },
    outboxMemory: createOutboxMemory(),
    problems: createProblems(clock.now, {
      raised: (problem) => {
        throw new Error(problem.what)
      },
      cleared: () => undefined,
    }),
    doubtMs: 30_000,
    pollRhythm: () => ({ every: 120_000 }),
    log: quiet,
  }
  const perMinute = requestShares().all
  const budget = { perMinute, left: async () => ({ requests: perMinute, pausedForMs: 0, waiting: 0 }) }
  const { now } = clock
  const volume = createVolumeStore({
    plan: configuration.plan,
    service,
    budget,
    store,
    handlingSince: async () => [],
    messages: slack.messages,
    drawSpike: async () => ({ kind: 'updated' as const }),
    spikeHistory: async () => ({}),
    now,
    steady: now,
    behind: async () => [],
  })
  const pollOnce: typeof pollAlert = async (pollDeps, alert, due) => {
    const startedAt = now()
    const results = await pollAlert(pollDeps, alert, due)
    keepStates(due, results)
    metrics.seen({ kind: 'polled', alert: alert.id, startedAt, results })
    return results
  }
  return { deps, volume, store, pollOnce, folder }
}
