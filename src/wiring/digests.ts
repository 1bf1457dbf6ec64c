import { randomUUID } from 'node:crypto'
import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import type { Configuration } from '../config/configuration.ts'
import { catchUpWindowMs } from '../digest/digest-period.ts'
import { createDigestScheduler, type DigestScheduler } from '../digest/digest-scheduler.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import { createOutboxMemory } from '../outbox/outbox-memory.ts'
import { lastRun } from '../scheduler/cron.ts'
import type { Scheduler } from '../scheduler/cron-ticker.ts'
import type { createSlack } from '../slack/slack.ts'
import type { StatsSource } from '../stats/statistics.ts'
import { cardRecords, digestProgresses } from '../store/collections.ts'
import { decisionDaysKept } from '../store/decision-log.ts'
import type { Store } from '../store/file/open-folder.ts'
import type { Mutes } from '../store/mutes.ts'

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
    doubtMs: configuration.doubtSeconds * 1000,
    outboxMemory: createOutboxMemory(),
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
