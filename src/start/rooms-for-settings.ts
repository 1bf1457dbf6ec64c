import { randomUUID } from 'node:crypto'
import { createCleanup } from '@overheard/base/cleanup'
import { runtimeOfParts } from '@overheard/base/runtime'
import type { Ms } from '@overheard/base/time'
import { createOutboxMemory } from '@overheard/post-once'
import { readWorkCalendar } from '../config/calendar.ts'
import { commonLayout, subscriptionDefaults } from '../config/configuration.ts'
import { simpleSources } from '../config/configuration-schema.ts'
import type { Settings } from '../config/settings.ts'
import { createProblemsOfParts } from '../health/problems-of-parts.ts'
import { createChartSupport } from '../messages/kit/fallbacks.ts'
import type { PostedMessage } from '../model/history.ts'
import { firesHourly } from '../scheduler/cron.ts'
import { startCron } from '../scheduler/cron-tasks.ts'
import { createTicker } from '../scheduler/cron-ticker.ts'
import { createJobs } from '../scheduler/jobs.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { Launch } from './launch.ts'
import type { OpenedStore } from './open-store.ts'
import { openSettingsFromSlack } from './stored-settings.ts'

/** What stays while the settings change: the store with its lock or lease, and all connections. */
export type Base = Launch & OpenedStore & ConnectedServices

export type SettingsRooms = Awaited<ReturnType<typeof roomsForSettings>>

const dayMs: Ms = 86_400_000
/** The decision log keeps this many days if `retentionDays` is not set: a month of 31 days and some time to post its digest. */
const logDays = 35
const cardDays = 90

/** Begins the rooms for some settings. Everything that they start ends with them. */
export async function roomsForSettings(base: Base, read: Settings) {
  const { configuration } = read
  const { timezone, retentionDays } = configuration
  const runtime = runtimeOfParts(base.runtime)
  const { now, setTimer } = runtime
  const ticker = createTicker({ startCron, ...base.runtime })
  const cleanup = createCleanup()
  cleanup.add(ticker.stop)
  return {
    ...base,
    cleanup,
    clock: { ...runtime, newId: randomUUID, firesHourly },
    settings: {
      ...read,
      proxy: base.proxy,
      simpleSources,
      fromSlack: openSettingsFromSlack(base.store, read),
      layout: commonLayout(configuration),
      subscriptionDefaults: subscriptionDefaults(configuration),
      timezone,
      workCalendar: await readWorkCalendar(configuration, now()),
      keptMs: (retentionDays ?? cardDays) * dayMs,
      logKeptMs: (retentionDays ?? logDays) * dayMs,
    },
    health: { ...base.health, problems: createProblemsOfParts(base.health.problems) },
    jobs: {
      ticker,
      add: createJobs({ now, setTimer, every: ticker.every, leadership: base.leader, log: base.log }),
    },
    outbox: { outboxMemory: createOutboxMemory<PostedMessage>(), doubtMs: configuration.doubtSeconds * 1000 },
    charts: createChartSupport(now),
  }
}
