import type { RequestListener } from 'node:http'
import packageFile from '../../package.json' with { type: 'json' }
import { renamedWarnings } from '../config/renamed-keys.ts'
import { createReadiness } from '../health/readiness.ts'
import { startupWarnings } from '../health/startup-warnings.ts'
import { whyStatusIsOff } from '../health/status-access.ts'
import { addressOf, startStatusServer } from '../health/status-server.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { OpenedRecords } from './open-records.ts'
import type { Base, SettingsRooms } from './rooms-for-settings.ts'

type Listeners = { slack: RequestListener | undefined }

/** What the pages show, and what the settings decide about them. It changes with the settings. */
export type Served = Pick<SettingsRooms, 'settings'> &
  Pick<OpenedRecords, 'subscriptions'> &
  BuiltEngine & { assistants: RequestListener | undefined }

/** Serves the health, the status and the metrics over HTTP. `served` returns the present rooms. */
export async function serve(
  base: Pick<
    Base,
    | 'settings'
    | 'backend'
    | 'alerts'
    | 'cleanup'
    | 'health'
    | 'installation'
    | 'installations'
    | 'listening'
    | 'runtime'
  >,
  served: () => Served,
  listeners: Listeners,
) {
  const { runtime, cleanup, backend } = base
  const { metrics, problems } = base.health
  const { environment } = base.settings
  const all = () => served().subscriptions.registry.all()
  const { now, setTimer } = runtime
  const readiness = createReadiness({ pingStore: backend.ping, now, setTimer })
  metrics.observe({
    version: packageFile.version,
    budget: base.alerts.budget,
    problems,
    polls: { behind: () => served().engine.behind(), lag: () => served().engine.lag() },
    registry: { all },
    freshness: () => served().engine.freshnessOfAll(),
    reasonNotReady: readiness.notReady,
    planForecast: () => served().engine.planForecast(),
    planLimitReached: () => served().engine.planLimit.isReached(),
  })
  const server = await startStatusServer({
    port: environment.PORT,
    host: environment.HOST,
    get status() {
      const present = served().settings.environment
      return { token: present.STATUS_TOKEN, isOff: whyStatusIsOff(present) !== undefined }
    },
    now,
    reasonNotReady: readiness.notReady,
    async report() {
      const { engine, settings } = served()
      return {
        installation: base.installation.id,
        behind: await engine.behind(),
        problems: problems.openProblems(),
        paused: all().flatMap(({ subscription: { name }, pause }) => (pause ? [{ ...pause, name }] : [])),
        warnings: [
          ...startupWarnings(settings.variables, settings.environment),
          ...renamedWarnings(settings.configuration),
          ...engine.ratesOfAll().warnings,
          ...base.installations.warnings(),
        ],
        subscriptions: engine.freshnessOfAll(),
        listening: base.listening(),
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
