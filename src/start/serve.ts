import type { RequestListener } from 'node:http'
import packageFile from '../../package.json' with { type: 'json' }
import { variables } from '../config/settings.ts'
import { currentForecast } from '../features/notices/notices.ts'
import { createReadiness } from '../health/readiness.ts'
import { startupWarnings } from '../health/startup-warnings.ts'
import { whyStatusIsOff } from '../health/status-access.ts'
import { addressOf, startStatusServer } from '../health/status-server.ts'
import type { Begun } from './begun.ts'
import type { BuiltPolling } from './build-polling.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Begun & OpenedStore & OpenedRecords & ConnectedServices & BuiltPolling

type Listeners = { slack: RequestListener | undefined; mcp: RequestListener | undefined }

/** Serves the health, the status and the metrics over HTTP. */
export async function serve(kernel: Kernel, listeners: Listeners) {
  const { environment, runtime, cleanup, log, metrics, backend, problems, registry, behind } = kernel
  const { now, setTimer } = runtime
  const warnings = startupWarnings(variables, environment)
  for (const { what, whatToDo } of warnings) log.warn({ whatToDo }, what)
  const readiness = createReadiness({ pingStore: backend.ping, now, setTimer })
  metrics.observe({
    version: packageFile.version,
    budget: kernel.budget,
    problems,
    polls: { behind, lag: kernel.polls.lag },
    registry,
    freshness: kernel.freshnessOfAll,
    reasonNotReady: readiness.notReady,
    planForecast: async () => kernel.volume.plan && currentForecast(kernel.volume.plan, now()),
    planLimitReached: kernel.planLimits.isReached,
  })
  const server = await startStatusServer({
    port: environment.PORT,
    host: environment.HOST,
    status: { token: environment.STATUS_TOKEN, isOff: whyStatusIsOff(environment) !== undefined },
    now,
    reasonNotReady: readiness.notReady,
    report: async () => ({
      installation: kernel.installation.id,
      behind: await behind(),
      problems: problems.openProblems(),
      paused: registry
        .all()
        .flatMap(({ subscription: { name }, pause }) => (pause ? [{ ...pause, name }] : [])),
      warnings: [...warnings, ...kernel.rates().warnings, ...kernel.otherInstallations.warnings()],
      subscriptions: kernel.freshnessOfAll(),
      listening: kernel.listening.state(),
    }),
    metrics: metrics.page,
    ...listeners,
  })
  cleanup.add(() => server.close())
  return { readiness, url: addressOf(server, environment.HOST) }
}
