import { randomUUID } from 'node:crypto'
import type { Time } from '../async/time.ts'
import { catchUpWindowMs } from '../digests/content/period.ts'
import { createDigestScheduler } from '../digests/scheduler.ts'
import { openCollection } from '../model/collection.ts'
import type { Digest } from '../model/subscription.ts'
import { lastRun } from '../scheduler/cron.ts'
import { createStatsRequests } from '../stats/statistics.ts'
import { digestKind } from '../stored-kinds.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltEngine,
  | 'configuration'
  | 'runtime'
  | 'log'
  | 'store'
  | 'slack'
  | 'cards'
  | 'service'
  | 'alerts'
  | 'charts'
  | 'subscriptionsOf'
  | 'problems'
  | 'hooks'
  | 'doubtMs'
  | 'outboxMemory'
  | 'mutes'
  | 'added'
  | 'logKeptMs'
  | 'addJob'
>

export type BuiltDigests = ReturnType<typeof buildDigests>

export function buildDigests(kernel: Kernel) {
  const { configuration, runtime, log, store, slack, cards } = kernel
  const { now, steady, setTimer } = runtime
  const digestDeps = {
    ...slack,
    now,
    steady,
    setTimer,
    sleep: runtime.nap,
    stopping: runtime.stopping,
    statsRequests: createStatsRequests(kernel.service, now),
    alerts: kernel.alerts,
    charts: kernel.charts,
    subscriptionsOf: kernel.subscriptionsOf,
    decisions: store.decisions,
    checkpoints: store.checkpoints,
    cards: cards.actionsIn,
    ticketsIn: cards.ticketsIn,
    correctionsIn: cards.correctionsIn,
    bestOpen: cards.open.best,
    progress: openCollection(store.leading, digestKind),
    // A digest can wait for the end of a day in UTC, so its slot can be a day older than its catch-up window.
    lastSlot: ({ schedule, timezone }: Digest, at: Time) =>
      lastRun(schedule, timezone, at, 2 * catchUpWindowMs),
    problems: kernel.problems,
    announce: kernel.hooks.digestPosted,
    doubtMs: kernel.doubtMs,
    outboxMemory: kernel.outboxMemory,
    unclear: new Map(),
    mutes: kernel.mutes.of,
    nameOf: slack.users.nameOf,
    permalink: slack.messages.permalink,
    sections: kernel.added.digestSections,
    logRetentionMs: kernel.logKeptMs,
    self: randomUUID(),
    log,
  }
  const digests = createDigestScheduler({
    digests: configuration.digests,
    addJob: kernel.addJob,
    digestDeps,
  })
  return { digests, digestDeps }
}
