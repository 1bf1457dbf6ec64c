import { randomUUID } from 'node:crypto'
import type { AlertDirectory } from '../alerts.ts'
import type { ChartSupport } from '../charts.ts'
import { catchUpWindowMs } from '../digest/period.ts'
import { createDigestScheduler, type DigestScheduler } from '../digesting.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Scheduler } from '../schedule/engine.ts'
import { lastRun } from '../schedule/last-run.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { StatsSource } from '../statistics/source.ts'
import { cardRecords } from '../store/card-records.ts'
import { digestProgresses } from '../store/digest-progress.ts'
import type { Mutes } from '../store/mutes.ts'
import type { Store } from '../store/open-store.ts'
import { decisionDaysKept } from '../store/verdict-log.ts'
import type { ProblemBoard } from '../troubles.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  configuration: Configuration
  service: StatsSource
  store: Store
  alerts: AlertDirectory
  slack: ReturnType<typeof createSlack>
  charts: ChartSupport
  subscriptions: () => Subscription[]
  engine: Scheduler
  troubles: ProblemBoard
  mutes: Mutes
}

/** Everything behind the digests. */
export function createDigests(
  parts: Parts,
  { now, nap, setTimer, stopping }: Runtime,
  log: Log,
): DigestScheduler {
  const {
    configuration,
    service,
    store,
    alerts,
    slack,
    charts,
    subscriptions,
    engine,
    troubles: problems,
    mutes,
  } = parts
  const digestDeps = {
    now,
    setTimer,
    sleep: nap,
    stopping,
    source: service,
    alerts,
    ...slack,
    charts,
    subscriptions,
    decisions: store.decisions,
    checkpoints: store.checkpoints,
    cards: cardRecords(store.records, now).all,
    progress: digestProgresses(store.records),
    lastSlot: (digest: { schedule: string; timezone: string }) =>
      lastRun(digest.schedule, digest.timezone, now(), catchUpWindowMs),
    problems,
    unconfirmedMs: configuration.doubtSeconds * 1000,
    confirmedPosts: new Map(),
    unclear: new Map(),
    mutes: mutes.of,
    nameOf: slack.users.nameOf,
    permalink: slack.messages.permalink,
    logRetentionMs: decisionDaysKept * 86_400_000,
    self: randomUUID(),
    log,
  }
  return createDigestScheduler({ digestDeps, digests: configuration.digests, engine })
}
