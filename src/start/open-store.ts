import { randomInt } from 'node:crypto'
import { requestShares } from '@overheard/mention-client/request-limit'
import { openBackend } from '../backend.ts'
import { createMetrics } from '../health/metrics.ts'
import { createProblemLog } from '../health/problem-log.ts'
import { folderProblem, folderProblemKey } from '../health/subscription-problems.ts'
import { openInstallation } from '../installations/index.ts'
import { createHooks, missedFactKind } from '../kernel/hooks.ts'
import { createRunningFeatures } from '../kernel/running.ts'
import type { Announcements } from '../model/announcements.ts'
import { openCollection } from '../model/collection.ts'
import type { ProblemBoard } from '../model/problem.ts'
import { createReplaceableTasks } from '../scheduler/replaceable-tasks.ts'
import type { Launch } from './launch.ts'

type Heard = Parameters<Announcements['on']>[0]

/**
 * A process that has lost its data folder ends after this time, in ms, if a feature tells people about problems: the direct message to the
 * owner is sent a second after the loss.
 */
const lastMessageMs = 3000

export type OpenedStore = Awaited<ReturnType<typeof openStore>>

/** Opens the folder or the database, and builds what says that something is wrong. */
export async function openStore({
  settings: { environment, configuration, hasFile },
  runtime,
  cleanup,
  log,
  onFolderLost,
  observers,
}: Launch) {
  const { now, setTimer, stopping } = runtime
  const metrics = createMetrics(now)
  cleanup.add(metrics.stop)
  const backend = await openBackend({
    environment,
    shares: requestShares(configuration.polling.requestsPerMinute),
    runtime,
    log,
    observeLease: observers?.lease,
    onFolderLost(error) {
      runtime.stop()
      problems.raise(folderProblemKey, folderProblem(error))
      setTimer(onFolderLost, running.problems.areHeard() ? lastMessageMs : 0)
    },
  })
  cleanup.add(backend.close)
  const announcements = createAnnouncementsOfRooms(backend.announcements)
  const store = metrics.store(backend.store)
  const running = createRunningFeatures(log)
  const problemLog = createProblemLog(log)
  const problems = backend.createProblemBoard({
    raised(problem) {
      problemLog.raised(problem)
      running.problems.raised(problem)
    },
    cleared(problem) {
      problemLog.cleared(problem)
      running.problems.cleared(problem)
    },
    passed: running.problems.passed,
  })
  const lease = backend.createLeadership(problems)
  const tasks = createReplaceableTasks(lease)
  // All processes notice these problems. The leader tells about them.
  const leadersProblems: Pick<ProblemBoard, 'raise' | 'clear'> = {
    raise(...problem) {
      if (lease.leads()) problems.raise(...problem)
    },
    clear: problems.clear,
  }
  const hooks = createHooks({
    features: running.hooks,
    missed: openCollection(store, missedFactKind),
    problems,
    now,
    setTimer,
    stopping,
    log,
  })
  return {
    backend,
    store: { ...store, leads: tasks.leads },
    /** Tasks of this process while it leads. */
    leader: { ...tasks, lease, announcements },
    health: { log, metrics, problems, leadersProblems },
    features: {
      ...running,
      tables: () => running.all('tables'),
      calls: () => running.first('calls'),
      tell: hooks,
      tellPosted: hooks.posted,
      tellEscalated: () => (hooks.isHeard('escalated') ? hooks.escalated : undefined),
    },
    installation: await openInstallation(store, now, randomInt, hasFile),
  }
}

/** Nobody can stop listening to `announcements`, so what is built again with other settings listens to this. */
function createAnnouncementsOfRooms({ announce, on }: Announcements): Announcements & { forget(): void } {
  let listeners: Heard[] = []
  on((...news) => {
    for (const heard of listeners) heard(...news)
  })
  return {
    announce,
    on: (heard) => void listeners.push(heard),
    forget() {
      listeners = []
    },
  }
}
