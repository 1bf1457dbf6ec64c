import { createCleanup } from '../async/cleanup.ts'
import { runtimeOfParts } from '../async/runtime.ts'
import type { Settings } from '../config/settings.ts'
import { createProblemsOfParts } from '../health/problems-of-parts.ts'
import type { WorkCalendar } from '../people/working-time.ts'
import { startCron } from '../scheduler/cron-tasks.ts'
import { createTicker } from '../scheduler/cron-ticker.ts'
import { createJobs } from '../scheduler/jobs.ts'
import type { Begun } from './begun.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedStore } from './open-store.ts'

/** What stays while the parts that the settings decide on are replaced: the store with its lock or lease, and all connections. */
export type Base = Begun & OpenedStore & ConnectedServices

export type BegunParts = Base & ReturnType<typeof beginParts> & { workCalendar: WorkCalendar }

/** Begins parts for some settings. Everything that they start ends with them. */
export function beginParts(base: Pick<Base, 'works' | 'log' | 'runtime' | 'problems'>, settings: Settings) {
  const { works: leadership, log } = base
  const runtime = runtimeOfParts(base.runtime)
  const { now, setTimer } = runtime
  const ticker = createTicker({ startCron, ...base.runtime })
  const { every } = ticker
  const cleanup = createCleanup()
  cleanup.add(ticker.stop)
  return {
    ...settings,
    runtime,
    cleanup,
    problems: createProblemsOfParts(base.problems),
    leadership,
    ticker,
    addJob: createJobs({ now, setTimer, every, leadership, log }),
  }
}
