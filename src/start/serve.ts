import type { RequestListener } from 'node:http'
import packageFile from '../../package.json' with { type: 'json' }
import { createReadiness } from '../health/readiness.ts'
import { startupWarnings } from '../health/startup-warnings.ts'
import { whyStatusIsOff } from '../health/status-access.ts'
import { addressOf, startStatusServer } from '../health/status-server.ts'
import type { Base, BegunParts } from './begin-parts.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { OpenedRecords } from './open-records.ts'

type Listeners = { slack: RequestListener | undefined }

/** What the pages show, and what the settings decide about them. It changes with the settings. */
export type Served = Pick<
  BegunParts & OpenedRecords & BuiltEngine,
  'environment' | 'variables' | 'registry' | 'engine' | 'rates' | 'freshnessOfAll'
> & { assistants: RequestListener | undefined }

/** Serves the health, the status and the metrics over HTTP. `served` returns the present parts. */
export async function serve(
  base: Pick<
    Base,
    | 'backend'
    | 'budget'
    | 'cleanup'
    | 'environment'
    | 'installation'
    | 'listening'
    | 'metrics'
    | 'otherInstallations'
    | 'problems'
    | 'runtime'
  >,
  served: () => Served,
  listeners: Listeners,
) {
  const { environment, runtime, cleanup, metrics, backend, problems } = base
  const { now, setTimer } = runtime
  const readiness = createReadiness({ pingStore: backend.ping, now, setTimer })
  metrics.observe({
    version: packageFile.version,
    budget: base.budget,
    problems,
    polls: { behind: () => served().engine.behind(), lag: () => served().engine.lag() },
    registry: { all: () => served().registry.all() },
    freshness: () => served().freshnessOfAll(),
    reasonNotReady: readiness.notReady,
    planForecast: () => served().engine.planForecast(),
    planLimitReached: () => served().engine.planLimit.isReached(),
  })
  const server = await startStatusServer({
    port: environment.PORT,
    host: environment.HOST,
    get status() {
      const present = served().environment
      return { token: present.STATUS_TOKEN, isOff: whyStatusIsOff(present) !== undefined }
    },
    now,
    reasonNotReady: readiness.notReady,
    async report() {
      const { engine, registry, rates, freshnessOfAll, ...present } = served()
      return {
        installation: base.installation.id,
        behind: await engine.behind(),
        problems: problems.openProblems(),
        paused: registry
          .all()
          .flatMap(({ subscription: { name }, pause }) => (pause ? [{ ...pause, name }] : [])),
        warnings: [
          ...startupWarnings(present.variables, present.environment),
          ...rates().warnings,
          ...base.otherInstallations.warnings(),
        ],
        subscriptions: freshnessOfAll(),
        listening: base.listening.state(),
      }
    },
    metrics: metrics.page,
    slack: listeners.slack,
    get mcp() {
      return served().assistants
    },
  })
  cleanup.add(() => server.close())
  return { readiness, url: addressOf(server, environment.HOST) }
}
